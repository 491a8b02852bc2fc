import type { Account } from '../client/sandbox-interface.ts';
import { type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import { isFields } from '../wire/parse-json.ts';
import type { Names, ReplayAnswer } from './compare.ts';
import type { Knowledge } from './knowledge.ts';
import type { ObservedLife } from './lifecycles.ts';
import type { ServiceCall } from './recording.ts';
import type { Stage } from './stage.ts';

/** An order of the replay, and how far it has been moved. */
interface ReplayedOrder {
  readonly id: number;
  status: OrderStatus;
  isRefunded: boolean;
}

/** States that an order in processing can enter directly, and then has no transaction id. */
const WITHOUT_TXID: readonly OrderStatus[] = ['review', 'failed'];

/** The shortest way from one state to another; empty if there is none. */
function wayTo(from: OrderStatus, to: OrderStatus): readonly OrderStatus[] {
  const ways: (readonly OrderStatus[])[] = [[from]];
  const visited = new Set<OrderStatus>([from]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    if (way.at(-1) === to) return way.slice(1);
    for (const next of TRANSITIONS[way.at(-1)!]) {
      if (visited.has(next)) continue;
      visited.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}

/** The orders of a replay: which recorded order each stands for, and the moves that were observed. */
export class ReplayedOrders {
  readonly #account: Account;
  readonly #lives: ReadonlyMap<number, ObservedLife>;
  readonly #created: ReadonlySet<number>;
  readonly #externalIds: ReadonlySet<unknown>;
  readonly #byRecorded = new Map<number, ReplayedOrder>();
  readonly #replayedIds = new Set<number>();
  readonly #addresses: ReadonlyMap<string, string>;
  readonly #lacksKeys: boolean;
  #nowMs = 0;

  constructor({ account, addresses }: Stage, knowledge: Knowledge, lives: readonly ObservedLife[]) {
    const { placements, views, acceptedKeys } = knowledge;
    this.#account = account;
    this.#addresses = addresses;
    this.#lacksKeys = acceptedKeys.has(null);
    this.#lives = new Map(lives.map(life => [life.orderId, life]));
    this.#created = createdOrders(knowledge);
    this.#externalIds = new Set([
      ...views.map(({ fields }) => fields.external_id),
      ...placements.filter(({ orderId }) => orderId !== null).map(({ externalId }) => externalId),
    ]);
  }

  readonly names: Names = {
    matchOrder: (recorded, replayed) => this.#match(recorded, replayed),
    address: recorded => this.#addresses.get(recorded) ?? recorded,
  };

  replayedId(recorded: number): number | null {
    return this.#byRecorded.get(recorded)?.id ?? null;
  }

  /** Why a call cannot be replayed; null if it can. */
  reasonToLeave(call: ServiceCall): string | null {
    if (call.operation !== null && call.method === 'POST' && call.text === null && call.status !== 413)
      return 'the body was not recorded';
    if (call.status === 429 && call.atMs === null) return 'the times were not recorded';
    if (this.#lacksKeys && (call.status === 401 || call.status === 403)) return 'the key was not recorded';
    if (this.isUnusable(call)) {
      const externalId = isFields(call.body) ? call.body.external_id : null;
      return this.#externalIds.has(externalId) && externalId != null ? null : 'there was no usable response';
    }
    const shownId = orderIdOf(call);
    if (shownId === null || this.#created.has(shownId)) return null;
    return 'the order was placed before the recording';
  }

  /** True for a call whose response was lost, broken or a failure of the service. */
  isUnusable({ status, answer, method }: ServiceCall): boolean {
    if (status === null || status >= 500) return true;
    const mayLackBody = method === 'HEAD' || method === 'OPTIONS' || (status >= 300 && status < 400);
    return answer === undefined && !mayLackBody;
  }

  /** Learns the order of a response that the client did not get. */
  learnFrom(call: ServiceCall, { body }: ReplayAnswer): void {
    const externalId = isFields(call.body) ? call.body.external_id : null;
    const id = isFields(body) && isFields(body.data) ? body.data.order_id : null;
    const recorded = [...this.#lives.values()].find(life => life.externalId === externalId)?.orderId;
    if (recorded !== undefined && typeof id === 'number') this.#match(recorded, id);
  }

  /** The query of a call, with the id that its order has in the replay. */
  searchOf(call: ServiceCall): string {
    const recorded = Number(call.query.id);
    const order = call.operation === 'getOrderStatus' ? this.#byRecorded.get(recorded) : undefined;
    if (!order || order.id === recorded) return call.search;
    const search = new URLSearchParams(call.search);
    search.set('id', String(order.id));
    return search.toString();
  }

  /** Advances the clock to a call, and moves orders to where its response shows them. */
  async prepareFor(call: ServiceCall): Promise<void> {
    const ms = Math.floor(call.atMs ?? 0);
    if (ms > this.#nowMs) {
      this.#nowMs = ms;
      await this.#account.advance({ to: new Date(ms) });
    }
    const id = orderIdOf(call);
    const { status, refunded, txid } = call.data ?? {};
    if (id !== null && typeof status === 'string')
      await this.#moveTo(id, status as OrderStatus, refunded === true, typeof txid === 'string');
    // A refund shows in the balance.
    if (call.operation !== 'getBalance' && call.operation !== 'createOrder') return;
    for (const { steps, refundAfterMs, orderId } of this.#lives.values()) {
      const failedMs = steps.find(step => step.status === 'failed')?.atMs ?? null;
      if (refundAfterMs === null || failedMs === null || call.atMs === null) continue;
      if (failedMs + refundAfterMs <= call.atMs) await this.#moveTo(orderId, 'failed', true);
    }
  }

  /** Makes all moves that remain. */
  async finish(): Promise<void> {
    for (const { orderId, steps, refundAfterMs } of this.#lives.values()) {
      const last = steps.at(-1);
      if (last) await this.#moveTo(orderId, last.status, refundAfterMs !== null);
    }
  }

  async #moveTo(recorded: number, to: OrderStatus, isRefunded: boolean, hasTxid = false): Promise<void> {
    const order = this.#byRecorded.get(recorded);
    if (!order) return;
    const life = this.#lives.get(recorded);
    for (const next of this.#movesOf(order, to, life, hasTxid)) {
      const refundsNow = next === 'failed' && life?.refundAfterMs === 0;
      await this.#account.move(order.id, next, refundsNow ? { refund: 'now' } : {});
      order.status = next;
      order.isRefunded ||= refundsNow;
    }
    if (!isRefunded || order.isRefunded || order.status !== 'failed') return;
    await this.#account.refund(order.id);
    order.isRefunded = true;
  }

  /** The observed states on the way to a state, with those in between that were not seen. */
  #movesOf(
    { status: from }: ReplayedOrder,
    to: OrderStatus,
    life: ObservedLife | undefined,
    hasTxid: boolean,
  ): readonly OrderStatus[] {
    const seen = life?.steps.map(step => step.status) ?? [];
    const stops = seen.slice(seen.indexOf(from) + 1, seen.indexOf(to) + 1);
    const targets = stops.length > 0 ? stops : from === to ? [] : [to];
    // A transaction id is set when an order begins to delegate, also if nobody saw it then.
    const isHidden = hasTxid && from === 'processing' && targets.length === 1 && WITHOUT_TXID.includes(to);
    const moves: OrderStatus[] = isHidden ? ['delegating'] : [];
    for (const target of targets) moves.push(...wayTo(moves.at(-1) ?? from, target));
    return moves;
  }

  #match(recorded: number, replayed: number): boolean {
    const known = this.#byRecorded.get(recorded);
    if (known) return known.id === replayed;
    if (this.#replayedIds.has(replayed)) return false;
    this.#byRecorded.set(recorded, { id: replayed, status: 'processing', isRefunded: false });
    this.#replayedIds.add(replayed);
    return true;
  }
}

/** The order that a response shows. */
function orderIdOf({ operation, data, status }: ServiceCall): number | null {
  if (!data || status === null || status >= 300) return null;
  const id = operation === 'getOrderStatus' ? data.id : operation === 'createOrder' ? data.order_id : null;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

/** The orders that were placed during the recording, also those whose response was lost. */
function createdOrders({ placements, recording }: Knowledge): ReadonlySet<number> {
  const lost = new Set(
    recording.calls
      .filter(({ operation, status }) => operation === 'createOrder' && (status === null || status >= 500))
      .map(({ body }) => (isFields(body) ? body.external_id : null)),
  );
  return new Set(
    placements.flatMap(({ orderId, isRepeat, externalId }) =>
      orderId !== null && (isRepeat !== true || lost.has(externalId)) ? [orderId] : [],
    ),
  );
}
