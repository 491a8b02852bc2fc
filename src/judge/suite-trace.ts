import { eventName } from '../contract/json/event-json.ts';
import { getOrMake } from '../core/domain/collections.ts';
import type { OperationId } from '../core/domain/operations.ts';
import type { Account } from '../core/engine/account.ts';
import { type AccountState, type Order, orderOf, statusOf } from '../core/engine/account-state.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import type { Exchange, FactListener, NodeCall } from '../core/facts.ts';
import { rulesOf } from '../core/scenario/choose-rule.ts';
import type { Scenario } from '../core/scenario/scenario-schema.ts';
import { received } from './findings/wording.ts';

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

/** An order that a request made, as it was when the sandbox ended. */
export interface TracedOrder {
  readonly id: number;
  readonly external_id: string | null;
  readonly address: string;
  /** Such as `65000 Energy for 60 minutes`. */
  readonly product: string;
  readonly price_sun: number;
  /** False if the price was returned, or will be. */
  readonly paid: boolean;
  /** The id of the request that made it. */
  readonly request: string;
  /** The order before it in the account with the same address and product; null if it is the first. */
  readonly repeats: {
    readonly id: number;
    readonly external_id: string | null;
    readonly request: string;
    /** The last request about that order before this one, in words; null if none was answered. */
    readonly last_request: string | null;
    /** Whether a disturbance determined the response to that request. */
    readonly struck: boolean;
  } | null;
}

/** The events of an account between its creation, or a reset, and its end. */
export interface TracedAccount {
  readonly label: string;
  readonly requests: readonly TracedRequest[];
  readonly events: readonly TracedEvent[];
  readonly orders: readonly TracedOrder[];
  readonly calls_node: boolean;
  /** The transactions on the chain that burned TRX for Energy: the id and the sender, and what was burned. */
  readonly burns: readonly Pick<TracedOrder, 'request' | 'address' | 'price_sun'>[];
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

interface MadeOrder extends Omit<TracedOrder, 'paid'> {
  readonly isPaid: () => boolean;
}

interface OpenAccount {
  readonly label: string;
  readonly requests: TracedRequest[];
  readonly events: TracedEvent[];
  readonly orders: MadeOrder[];
  readonly broadcasts: NodeCall[];
  callsNode: boolean;
  /** The last order of each address and product. */
  readonly latest: Map<string, Pick<TracedOrder, 'id' | 'external_id' | 'request'>>;
  /** The last answered request about each order. */
  readonly about: Map<number, { readonly last_request: string; readonly struck: boolean }>;
}

/** False if the price was returned, or will be: then nobody has to wait for it. */
function isPaid(order: Order, lifecycles: AccountState['lifecycles']): boolean {
  if (order.refund !== null) return false;
  const steps = statusOf(order) === 'failed' ? lifecycles[order.lifecycle]?.steps : [];
  return steps?.some(({ refund }) => refund !== undefined) !== true;
}

/** What the transaction of a call burned, if it is in a block. */
function burnsOf({ sent, receipt }: NodeCall): TracedAccount['burns'] {
  const price_sun = receipt()?.energyFeeSun ?? 0;
  return price_sun > 0 ? [{ request: sent!.txid, address: sent!.from, price_sun }] : [];
}

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
    if (this.#isStruck(exchange)) this.#struck += 1;
    for (const request of requestsOf(exchange)) {
      if (this.#mayAdd()) this.#of(account).requests.push(request);
    }
    for (const order of exchange.made) if (this.#mayAdd()) this.#made(account, order, exchange.id);
  }

  answered(account: Account | null, exchange: Exchange): void {
    const open = account && this.#open.get(account);
    if (!open) return;
    const { id, method, url, facts, orders } = exchange;
    const last_request = `${id} (${method} ${url}): ${received(exchange)}`;
    const subject = facts?.orderId ?? null;
    for (const order of subject === null ? orders : [...orders, subject])
      open.about.set(order, { last_request, struck: this.#isStruck(exchange) });
  }

  happened(account: Account, accountEvents: readonly AccountEvent[]): void {
    for (const one of accountEvents) {
      if (one.kind === 'order' && this.#sources.has(one.cause)) this.#struck += 1;
      if (one.kind === 'attempt' && one.plan.kind === 'attempt' && one.plan.number === 1)
        this.#event(account, one.plan.event);
    }
  }

  nodeCalled(account: Account, call: NodeCall): void {
    const open = this.#of(account);
    open.callsNode = true;
    if (call.sent && this.#mayAdd()) open.broadcasts.push(call);
  }

  get trace(): Trace {
    const accounts = this.#accounts.map(({ label, requests, events, orders, broadcasts, callsNode }) => ({
      label,
      requests,
      events,
      calls_node: callsNode,
      burns: broadcasts.flatMap(burnsOf),
      orders: orders.map(({ isPaid: isPaidNow, ...order }) => ({ ...order, paid: isPaidNow() })),
    }));
    return { accounts, struck: this.#struck, truncated: this.#count > MAX_TRACED };
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

  #isStruck({ rule, itemRules }: Exchange): boolean {
    return this.#rules.has(rule) || itemRules.some(one => this.#rules.has(one));
  }

  #made(account: Account, order: Order, request: string): void {
    const { orders, latest, about } = this.#of(account);
    const { id, externalId: external_id, address, priceSun: price_sun } = order;
    const product = `${order.energyAmount} Energy for ${order.durationMinutes} minutes`;
    const before = latest.get(`${address} ${product}`);
    latest.set(`${address} ${product}`, { id, external_id, request });
    // A reset replaces the list of lifecycles, but not what is in this one.
    const { lifecycles } = account.state;
    orders.push({
      ...{ id, external_id, address, product, price_sun, request },
      repeats: before ? { ...before, last_request: null, struck: false, ...about.get(before.id) } : null,
      isPaid: () => isPaid(order, lifecycles),
    });
  }

  #mayAdd(): boolean {
    this.#count += 1;
    return this.#count <= MAX_TRACED;
  }

  #of(account: Account): OpenAccount {
    return getOrMake(this.#open, account, () => {
      const { name: label } = account.state;
      const lists = { requests: [], events: [], orders: [], broadcasts: [] };
      const open = { label, ...lists, callsNode: false, latest: new Map(), about: new Map() };
      this.#accounts.push(open);
      return open;
    });
  }
}
