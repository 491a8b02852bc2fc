import { toTrx } from '../../core/domain/money.ts';
import type { OrderStatus } from '../../core/domain/order.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { AttemptOutcome, AttemptRecord, Order } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import { mustBeAccepted } from '../../core/scenario/rule-effects.ts';
import { grouped } from '../../core/text/wording.ts';
import { SCRIPTED_HEADER } from '../../core/webhook/receiving.ts';
import type { Occurrence } from './finding.ts';
import type { LostOrder, ObservedAccount } from './observed-account.ts';
import type { AttemptFact, PendingOccurrence, RuleContext } from './rule.ts';

/**
 * A map that keeps its latest entries: at least half of the limit, and never more than it. It consists of two generations,
 * of which the older one is dropped as a whole; removing the oldest entry of a large Map takes time in proportion to
 * the entries removed before it.
 */
export class BoundedMap<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #generation: number;

  constructor(limit: number) {
    this.#generation = Math.max(1, Math.floor(limit / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? (this.#old.size > 0 ? this.#old.get(key) : undefined);
  }

  set(key: Key, value: Value): void {
    if (this.#old.size > 0) this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.#generation) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: Key): void {
    if (!this.#young.delete(key) && this.#old.size > 0) this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  /** The values, those that were added first at the beginning. */
  *values(): IterableIterator<Value> {
    yield* this.#old.values();
    yield* this.#young.values();
  }
}

/** True if a built-in receiver was told to respond so. */
export const isScripted = ({ headers }: AttemptOutcome): boolean => headers[SCRIPTED_HEADER] !== undefined;

/** Statuses with which a receiver asks for a later attempt. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/** True if a receiver answered with a redirect or a refusal that a retry does not resolve. */
export const isRefused = ({ status }: AttemptOutcome): boolean =>
  status !== null && status >= 300 && status < 500 && !TEMPORARY.has(status);

/** What was bought. Two orders with the same purchase may be one order that was made twice. */
export const purchaseOf = ({ address, energyAmount, durationMinutes }: Order): string =>
  `${address} ${energyAmount} ${durationMinutes}`;

/** True if nothing more can happen to an order: completed, or failed with the refund. */
export const isEnd = ({
  status,
  refunded,
}: {
  readonly status: OrderStatus;
  readonly refunded: boolean;
}): boolean => status === 'completed' || (status === 'failed' && refunded);

/** True if the receiver has taken an event. */
export const learned = ({ kind }: AttemptOutcome): boolean => kind === 'acknowledged';

/** True if the client's own receiver has taken a genuine event that it has to understand. */
export const learnedByClient = ({
  plan: { corrupt },
  outcome,
}: Pick<AttemptRecord, 'plan' | 'outcome'>): boolean =>
  learned(outcome) && !isScripted(outcome) && mustBeAccepted(corrupt) && corrupt !== 'unknown-event';

/**
 * Notes that a lost order was bought again, and describes it.
 * @param exchange the request that made `order`, the second one
 * @param known a sentence on what the client knew of the first order; empty if nothing
 */
export function repurchase(lost: LostOrder, order: Order, exchange: Exchange, known = ''): Occurrence {
  const { order: first, exchange: earlier } = lost;
  lost.boughtAgainBy = order;
  return {
    key: String(first.id),
    message: () =>
      `At ${clockTime(earlier.atMs)}, ${earlier.id} made ${named(first)}: ${bought(first)}; ${received(earlier)}.${known} At ${clockTime(exchange.atMs)}, ${exchange.id} bought the same again as ${named(order)}, without having repeated or queried the first.`,
    orders: [first.id, order.id],
    requests: [earlier.id, exchange.id],
    atMs: exchange.atMs,
  };
}

const MAX_OPEN = 1_000;

/** For how long a status query shows that a client still follows an order, in account time. */
const FOLLOWING_MS = 10 * 60_000;

/** What a request repeats or queries, so that the client has not given it up. */
interface Asked {
  /** Ids of orders. */
  readonly orders: readonly number[];
  /** True for a status query: a report at night queries orders that were given up, too. */
  readonly isQuery: boolean;
}

/** The existing orders that a request repeats or queries. */
export function askedFor({ outcome }: Exchange): Asked {
  switch (outcome?.kind) {
    case 'status':
      return { orders: [outcome.order.id], isQuery: true };
    case 'order':
      return { orders: outcome.placed.idempotent ? [outcome.placed.order.id] : [], isQuery: false };
    case 'bulk': {
      const orders = outcome.items.flatMap(({ result }) =>
        'order' in result && result.idempotent ? [result.order.id] : [],
      );
      return { orders, isQuery: false };
    }
    default:
      return { orders: [], isQuery: false };
  }
}

/**
 * Purchases that look like retries of earlier ones. They were purchases of their own after all if the client goes on with
 * the earlier one under its own id: several workers may buy the same at the same time.
 */
export class OpenOccurrences<Key> {
  readonly #byFirst = new Map<Key, Occurrence>();

  get size(): number {
    return this.#byFirst.size;
  }

  /** @param first what the client has to go on with: the id of the first order, or its external_id */
  add(first: Key, occurrence: Occurrence, { report, noticed }: RuleContext): void {
    if (this.#byFirst.size >= MAX_OPEN) {
      for (const one of this.#byFirst.values()) report(one);
      this.#byFirst.clear();
    }
    this.#byFirst.set(first, occurrence);
    noticed();
  }

  /** The client has gone on with the first purchase. */
  goneOn(first: Key, atMs: number, isQuery: boolean): void {
    const occurrence = this.#byFirst.get(first);
    if (!occurrence || (isQuery && atMs - occurrence.atMs > FOLLOWING_MS)) return;
    this.#byFirst.delete(first);
  }

  /** Those that are left. They do not wait: a client that pays twice is told at once. */
  *pending(): Iterable<PendingOccurrence> {
    for (const occurrence of this.#byFirst.values())
      yield { ...occurrence, sinceMs: Number.NEGATIVE_INFINITY };
  }
}

/** Withdraws what an exchange shows to be a purchase of its own. */
export function withdraw(open: OpenOccurrences<number>, exchange: Exchange): void {
  if (open.size === 0) return;
  const { orders, isQuery } = askedFor(exchange);
  for (const id of orders) open.goneOn(id, exchange.atMs, isQuery);
}

/** True for the refusal of a correctly signed delivery in an unusual serialization. */
export const isUnusualRefused = ({ plan, outcome, isScripted }: AttemptFact): boolean =>
  plan.corrupt === 'reserialised' && !isScripted && isRefused(outcome);

/** A delivery that a receiver answered wrongly, as it is reported. */
export const deliveryOccurrence = (
  { orderId, eventId, atMs }: AttemptFact,
  message: () => string,
): Occurrence => ({ message, orders: [orderId], events: [eventId()], atMs });

/** The refusals of unusual serializations that waited for what they show, now that it is known. */
export function* decidedRefusals(
  { undecidedRefusals }: ObservedAccount,
  say: (fact: AttemptFact) => string,
): Iterable<PendingOccurrence> {
  for (const fact of undecidedRefusals.values())
    yield {
      ...deliveryOccurrence(fact, () => say(fact)),
      key: String(fact.outcome.status),
      sinceMs: Number.NEGATIVE_INFINITY,
    };
}

/** An order as messages name it: `order 17 (external_id inv-7)`. */
export const named = ({ id, externalId }: Order): string =>
  externalId === null ? `order ${id} (without external_id)` : `order ${id} (external_id ${externalId})`;

/** What an order bought: `65,000 Energy for 60 minutes to T…, 3.9 TRX`. */
export const bought = ({ energyAmount, durationMinutes, address, priceSun }: Order): string =>
  `${grouped(energyAmount)} Energy for ${durationMinutes} minutes to ${address}, ${toTrx(priceSun)} TRX`;

/** A time on the account's clock: `12:00:03`. */
export const clockTime = (atMs: number): string => isoTime(atMs).slice(11, 19);

/** What the client got: `the connection was reset`, `a 502`. */
export function received({ end, fault, status, durationMs }: Exchange): string {
  if (end === 'client-gone') return `the client had hung up after ${Math.round(durationMs)} ms`;
  switch (fault) {
    case 'connection-reset':
      return 'the connection was reset';
    case 'empty-reply':
      return 'the connection was closed without a response';
    case 'hang':
      return 'no response arrived';
    case 'truncated-json':
      return 'the response was cut off in the middle';
    default:
      return `the response was a ${status}`;
  }
}

/** A text without the forms of the sandbox's own keys and secrets. */
export const withoutKeys = (text: string): string =>
  text.replace(/(?:ersk_|whsec_)[^\s/"'&;]*/g, '[redacted]');
