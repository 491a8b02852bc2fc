import { eventName } from '../contract/json/event-json.ts';
import type { OperationId } from '../core/domain/operations.ts';
import type { Account } from '../core/engine/account.ts';
import { orderOf } from '../core/engine/account-state.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import type { Exchange, FactListener } from '../core/facts.ts';
import { rulesOf } from '../core/scenario/choose-rule.ts';
import type { Scenario } from '../core/scenario/scenario-schema.ts';

/** A request, or an item of a bulk request, which is traced as `createOrder`. */
export interface TracedRequest {
  readonly operation: OperationId;
  /** The external_id of the request, or of the order that it concerns; null if there is none. */
  readonly external_id: string | null;
  /** True if it created an order. */
  readonly made: boolean;
}

/** The first delivery attempt of an event. */
export interface TracedEvent {
  readonly event: string;
  readonly external_id: string | null;
  /** The number of its order within the account, from 1. */
  readonly order: number;
}

/** The events of an account between its creation, or a reset, and its end. */
export interface TracedAccount {
  readonly label: string;
  readonly requests: readonly TracedRequest[];
  readonly events: readonly TracedEvent[];
}

/** The record of a suite's use of one sandbox. Plain JSON. */
export interface Trace {
  readonly accounts: readonly TracedAccount[];
  /** The number of requests and order states that a disturbance determined. */
  readonly struck: number;
  /** True if the limit was reached, so that later requests and events are missing. */
  readonly truncated: boolean;
}

/** The maximum number of traced requests and events of a sandbox. */
export const MAX_TRACED = 20_000;

type OpenAccount = TracedAccount & { readonly requests: TracedRequest[]; readonly events: TracedEvent[] };

/** The orders that a request concerns, each with its external_id and whether the request created it. */
function requestsOf(exchange: Exchange): TracedRequest[] {
  const { operation, outcome, request, facts } = exchange;
  if (operation === null) return [];
  const externalId = facts?.externalId ?? request?.fields.externalId ?? null;
  const made = outcome?.kind === 'order' && !outcome.placed.idempotent;
  const whole = { operation, external_id: externalId, made };
  if (outcome?.kind !== 'bulk') return [whole];
  const items = outcome.items.map(item => ({
    operation: 'createOrder' as const,
    external_id: item.externalId,
    made: 'idempotent' in item.result && !item.result.idempotent,
  }));
  return [whole, ...items];
}

/** Records what a suite does, in the terms in which scenarios can match it. */
export class TraceRecorder implements FactListener {
  readonly #open = new Map<Account, OpenAccount>();
  readonly #accounts: OpenAccount[] = [];
  readonly #rules: ReadonlySet<unknown>;
  readonly #sources: ReadonlySet<string>;
  #count = 0;
  #struck = 0;

  /** @param disturbances the scenarios that disturb all accounts */
  constructor(disturbances: readonly Scenario[]) {
    this.#rules = new Set(disturbances.flatMap(one => rulesOf(one, 'requests')));
    this.#sources = new Set(disturbances.flatMap(one => rulesOf(one, 'orders')).map(({ source }) => source));
  }

  decided(account: Account | null, exchange: Exchange): void {
    if (!account) return;
    const { rule, itemRules } = exchange;
    if (this.#rules.has(rule) || itemRules.some(one => this.#rules.has(one))) this.#struck += 1;
    for (const request of requestsOf(exchange)) {
      if (this.#mayAdd()) this.#of(account).requests.push(request);
    }
  }

  happened(account: Account, accountEvents: readonly AccountEvent[]): void {
    for (const one of accountEvents) {
      if (one.kind === 'order' && this.#sources.has(one.cause)) this.#struck += 1;
      if (one.kind === 'attempt' && one.plan.kind === 'attempt' && one.plan.number === 1)
        this.#event(account, one.plan.event);
    }
  }

  get trace(): Trace {
    return { accounts: this.#accounts, struck: this.#struck, truncated: this.#count > MAX_TRACED };
  }

  restarted(account: Account): void {
    this.#open.delete(account);
  }

  closed(account: Account): void {
    this.#open.delete(account);
  }

  #event(account: Account, index: number): void {
    if (!this.#mayAdd()) return;
    const { state } = account;
    const event = state.events[index]!;
    const order = orderOf(state, event);
    this.#of(account).events.push({
      event: eventName(state, event),
      external_id: order.externalId,
      order: order.id - state.firstOrderId + 1,
    });
  }

  #mayAdd(): boolean {
    this.#count += 1;
    return this.#count <= MAX_TRACED;
  }

  #of(account: Account): OpenAccount {
    let open = this.#open.get(account);
    if (!open) {
      open = { label: account.state.name, requests: [], events: [] };
      this.#open.set(account, open);
      this.#accounts.push(open);
    }
    return open;
  }
}
