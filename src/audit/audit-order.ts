import { ORDER_STATUSES, type OrderStatus } from '../domain/order.ts';
import type { Account } from '../engine/account.ts';
import type { Order } from '../engine/account-state.ts';
import type { Corruption } from '../scenario/scenario-types.ts';
import { renderMessage } from '../webhooks/render-message.ts';
import { type AuditMessage, planOf } from './message.ts';
import type { Identity } from './normalize.ts';

/** The events of an order that is delivered, in their order. */
export const LIFE: readonly OrderStatus[] = [
  'processing',
  'delegating',
  'delegated',
  'undelegating',
  'completed',
];

/** What is unusual about each corrupted delivery, for reports. */
const CORRUPTION_LABELS: Readonly<Record<Corruption, string>> = {
  'wrong-secret': 'signed with another secret',
  'missing-prefix': 'with a signature that lacks sha256=',
  'upper-case-hex': 'with a signature in uppercase',
  'altered-body': 'altered after it was signed',
  reserialised: 'in an unusual serialization',
  'stale-signature': 'with the signature of an older event',
  'unknown-event': 'as an unknown event, order.paused',
  'extra-field': 'with additional fields',
  'wrong-event-header': 'with the name of another event in X-Webhook-Event',
  'same-id-other-bytes': 'again with the same event_id and another status',
};

/** An order of the audit's sandbox, from which messages are rendered. */
export class AuditOrder {
  readonly externalId: string;
  readonly #account: Account;
  readonly #order: Order;
  #identity: Identity | null = null;

  constructor(account: Account, order: Order) {
    this.#account = account;
    this.#order = order;
    this.externalId = order.externalId ?? '';
  }

  get id(): number {
    return this.#order.id;
  }

  /** The genuine webhook of an event of the order. */
  genuine(status: OrderStatus): AuditMessage {
    return this.#render(status, null, `order.${status}`);
  }

  /** The webhook of an event, corrupted as a scenario would. */
  corrupted(status: OrderStatus, corruption: Corruption): AuditMessage {
    return this.#render(status, corruption, `order.${status} ${CORRUPTION_LABELS[corruption]}`);
  }

  /** What distinguishes the order from others, in everything that is sent about it. The order has ended by then. */
  identity(): Identity {
    this.#identity ??= this.#identify();
    return this.#identity;
  }

  #identify(): Identity {
    const payloads = this.#order.steps.map(
      ({ status }) => JSON.parse(this.genuine(status).body!.toString()) as Payload,
    );
    const last = payloads.at(-1)!;
    const times = payloads.flatMap(({ created_at, data }) => [
      created_at,
      ...TIME_FIELDS.map(field => data[field]),
    ]);
    return {
      unique: [
        ...payloads.map(({ event, event_id }): [string, string] => [event_id, `<event_id of ${event}>`]),
        [this.externalId, '<external_id>'],
        ...(typeof last.data.txid === 'string' ? [[last.data.txid, '<txid>'] as const] : []),
        [String(last.data.address), '<address>'],
      ],
      orderId: this.id,
      times: [...new Set(times.filter(time => typeof time === 'string'))].sort(),
    };
  }

  #render(status: OrderStatus, corruption: Corruption | null, label: string): AuditMessage {
    const step = this.#order.steps.find(one => one.status === status);
    if (!step) throw new Error(`the order was never ${status}; it was ${this.#history()}`);
    const { headers, body } = renderMessage(this.#account.state, planOf(step.event, corruption));
    return { label, method: 'POST', headers, body, isChunked: false };
  }

  #history(): string {
    return ORDER_STATUSES.filter(status => this.#order.steps.some(step => step.status === status)).join(', ');
  }
}

const TIME_FIELDS = ['created_at', 'delivered_at', 'completed_at', 'updated_at'];

interface Payload {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
