import { getOrMake } from '../../core/domain/collections.ts';
import type { Order } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Knowledge, OrderKnowledge } from '../knowledge.ts';
import { PartLists } from './part-lists.ts';
import { KEPT, type Moment, OPEN, type Reason, reasonFor, replaced, statusAt } from './purchase-reasons.ts';

/** The first order of what seems to be one purchase, and why. */
interface Found {
  readonly first: OrderKnowledge;
  readonly reason: Reason;
}

/** Two orders that seem to be one purchase. */
export interface Pair extends Found {
  readonly second: OrderKnowledge;
  /** The request that made the second. */
  readonly request: string;
  /** When it was decided, on the account's clock. */
  readonly atMs: number;
}

/** A double click: two requests of one moment. */
const CLICKED_MS = 50;
/** Requests that a client sends at once arrive within this time, on the host's clock. */
const AT_ONCE_MS = 5_000;

const DOUBLE_CLICK: Reason = {
  isCertain: false,
  text: 'The client sent the second request on another connection before it knew the response to the first. Two clicks on one button do that.',
  instead: 'give both requests the same external_id, which belongs to the purchase and not to the click',
  ...KEPT,
};

const LIST_AGAIN: Reason = {
  isCertain: true,
  text: 'The first order was accepted in a list of which other items had failed (207), and the whole list was sent again under other external_ids.',
  instead: 'send the failed items only, under their external_ids',
  ...KEPT,
};

const MAX_THINGS = 5_000;
const MAX_UNTOLD = 200;
const MAX_ASKED = 20;
export const MAX_PAIRS = 1_000;

/** The latest order of a thing, and how its request arrived. */
interface Latest extends Pick<Exchange, 'connection' | 'isFirstOnConnection' | 'turn' | 'receivedMs'> {
  readonly known: OrderKnowledge;
}

/** The orders of the same thing: the same address, amount and duration. */
interface Thing {
  /** How many were bought. */
  count: number;
  latest: Latest | null;
  /** The ids of the orders of which the responses did not tell, and of those that the client asked for, oldest first. */
  untold: readonly number[];
  asked: readonly number[];
  /** True once several were open at once without a sign of a mistake: the client buys the same for many. */
  isForMany: boolean;
}

const newThing = (): Thing => ({ count: 0, latest: null, untold: [], asked: [], isForMany: false });

const thingOf = ({ address, energyAmount, durationMinutes }: Order): string =>
  `${address} ${energyAmount} ${durationMinutes}`;

/** What thingOf compares, without the text, which takes long for each order of a long list. */
export const isSameThing = (one: Order, other: Order): boolean =>
  one.energyAmount === other.energyAmount &&
  one.durationMinutes === other.durationMinutes &&
  one.address === other.address;

/** The purchases of an account's client, and those that seem to have been made twice. */
export class Purchases {
  readonly #knowledge: Knowledge;
  /** True for an address that anybody uses to choose a scenario. */
  readonly #isShared: (order: Order) => boolean;
  readonly #things = new BoundedMap<string, Thing>(MAX_THINGS);
  /** The thing that was looked up last. */
  #lookedUp: { readonly order: Order; readonly thing: Thing } | null = null;
  readonly #partLists = new PartLists();
  readonly #byFirst = new Map<number, Pair>();
  readonly #bySecond = new Map<number, Pair>();

  constructor(knowledge: Knowledge, isShared: (order: Order) => boolean) {
    this.#knowledge = knowledge;
    this.#isShared = isShared;
  }

  /** The number of pairs. */
  get count(): number {
    return this.#byFirst.size;
  }

  get pairs(): readonly Pair[] {
    return [...this.#byFirst.values()];
  }

  /** Forgets all pairs, which can no longer be withdrawn. @returns them */
  settle(): readonly Pair[] {
    const settled = this.pairs;
    this.#byFirst.clear();
    this.#bySecond.clear();
    return settled;
  }

  /** True for an order that is one of two which seem to be one purchase. */
  isNamed({ order: { id } }: OrderKnowledge): boolean {
    return this.#byFirst.has(id) || this.#bySecond.has(id);
  }

  /** Judges a request, after the knowledge of it. @returns the pairs that it makes */
  decided(exchange: Exchange): readonly Pair[] {
    const { made, asked } = this.#knowledge.latest;
    for (const one of asked) this.#ask(one, exchange);
    const again = this.#partLists.decided(exchange, this.#knowledge.previous);
    const pairs = made.flatMap(second => {
      const thing = this.#thing(second.order);
      const found = this.#bought(thing, second, exchange) ?? this.#replaced(second, exchange);
      thing.count += 1;
      return found ? [this.#pair(found.first, second, found.reason, exchange)] : [];
    });
    return [
      ...pairs,
      ...again.flatMap(({ first, second }) => {
        const [one, other] = [this.#knowledge.of(first.id), this.#knowledge.of(second.id)];
        if (!one || !other || this.#byFirst.has(first.id) || this.#bySecond.has(second.id)) return [];
        return [this.#pair(one, other, LIST_AGAIN, exchange)];
      }),
    ];
  }

  /** Notes what a response did not tell. */
  answered(exchange: Exchange): void {
    this.#partLists.answered(exchange);
    for (const { order, told } of this.#knowledge.madeBy(exchange)) {
      if (told.length > 0) continue;
      const thing = this.#thing(order);
      thing.untold = [...thing.untold.slice(1 - MAX_UNTOLD), order.id];
    }
  }

  #thing(order: Order): Thing {
    // A list orders the same thing many times.
    if (this.#lookedUp && isSameThing(this.#lookedUp.order, order)) return this.#lookedUp.thing;
    const thing = getOrMake(this.#things, thingOf(order), newThing);
    this.#lookedUp = { order, thing };
    return thing;
  }

  /** Notes that the client goes on with an order. */
  #ask(known: OrderKnowledge, { operation, atMs }: Exchange): void {
    const { id } = known.order;
    const thing = this.#thing(known.order);
    if (!thing.asked.includes(id)) thing.asked = [...thing.asked.slice(1 - MAX_ASKED), id];
    const pair = this.#byFirst.get(id);
    if (!pair) return;
    const isQuery = operation === 'getOrderStatus';
    const { queriedWithinMs, isWithdrawnByRepeat } = pair.reason;
    if (isQuery ? atMs - pair.atMs <= queriedWithinMs && queriedWithinMs > 0 : isWithdrawnByRepeat)
      this.#withdraw(pair);
  }

  #withdraw({ first, second }: Pair): void {
    this.#byFirst.delete(first.order.id);
    this.#bySecond.delete(second.order.id);
  }

  #pair(first: OrderKnowledge, second: OrderKnowledge, reason: Reason, exchange: Exchange): Pair {
    const pair = { first, second, reason, request: exchange.id, atMs: exchange.atMs };
    this.#byFirst.set(first.order.id, pair);
    this.#bySecond.set(second.order.id, pair);
    return pair;
  }

  /** Notes a purchase. @returns the earlier one that it seems to repeat, and why; null if there is none */
  #bought(thing: Thing, second: OrderKnowledge, exchange: Exchange): Found | null {
    const { latest } = thing;
    const { connection, isFirstOnConnection, turn, receivedMs } = exchange;
    thing.latest = { known: second, connection, isFirstOnConnection, turn, receivedMs };
    if (!latest) return null;
    const moment: Moment = {
      exchange,
      second: second.order,
      knowledge: this.#knowledge,
      isShared: this.#isShared(second.order),
      isForMany: thing.isForMany,
    };
    const isFirst = (known: OrderKnowledge | undefined): known is OrderKnowledge =>
      known !== undefined &&
      known.test === second.test &&
      known.maker !== exchange.id &&
      !this.#byFirst.has(known.order.id);
    const isFollowed = thing.untold.length + thing.asked.length > 0 || latest.known.webhook !== null;
    const best = isFollowed ? bestOf(this.#candidates(thing, latest).filter(isFirst), moment) : null;
    if (best) return best;
    if (!isFirst(latest.known)) return null;
    this.#comesThird(thing, latest, exchange);
    if (!moment.isShared && isDoubleClick(thing, latest, exchange))
      return { first: latest.known, reason: DOUBLE_CLICK };
    thing.isForMany ||= OPEN.has(statusAt(exchange, latest.known.order));
    return null;
  }

  /** The order for the same address that a purchase seems to replace, after the last question about it failed. */
  #replaced(second: OrderKnowledge, exchange: Exchange): Found | null {
    const [first] = this.#knowledge.previous.asked;
    if (first?.order.address !== second.order.address || first.test !== second.test) return null;
    if (this.#byFirst.has(first.order.id) || this.#isShared(second.order)) return null;
    const reason = replaced(first, exchange);
    return reason && { first, reason };
  }

  /**
   * The orders that may have been bought again: of which the client was told nothing, then the latest that it asked for,
   * and the latest of all, which webhooks may tell of.
   */
  #candidates(thing: Thing, latest: Latest): readonly (OrderKnowledge | undefined)[] {
    thing.untold = thing.untold.filter(id => this.#knowledge.of(id)?.told.length === 0);
    const ids = [...thing.untold, ...thing.asked.toReversed()];
    return [...ids.map(id => this.#knowledge.of(id)), latest.known];
  }

  /** Withdraws a double click if a third order for the same comes at once: the client buys for many. */
  #comesThird({ count }: Thing, latest: Latest, { receivedMs }: Exchange): void {
    const pair = count === 2 ? this.#bySecond.get(latest.known.order.id) : undefined;
    if (pair?.reason === DOUBLE_CLICK && receivedMs - latest.receivedMs <= AT_ONCE_MS) this.#withdraw(pair);
  }
}

/** The first order for which there is a certain reason, or else any. */
function bestOf(candidates: readonly OrderKnowledge[], moment: Moment) {
  const found = candidates.flatMap(first => {
    const reason = reasonFor(first, moment);
    return reason ? [{ first, reason }] : [];
  });
  return found.find(({ reason }) => reason.isCertain) ?? found[0] ?? null;
}

/** When a request was sent at the earliest, on the host's clock: a client opens a connection for its first request. */
const sentMs = ({ connection, isFirstOnConnection, receivedMs }: Omit<Latest, 'known'>): number =>
  isFirstOnConnection ? connection.openedMs : receivedMs;

/** True if the client sent the second request for a thing together with the first, whose response it did not know. */
function isDoubleClick({ count }: Thing, first: Latest, second: Exchange): boolean {
  if (count !== 1 || second.connection === first.connection) return false;
  if (second.turn === first.turn) return true;
  const isSentBefore = second.isFirstOnConnection && second.connection.openedMs <= first.known.answeredMs;
  return isSentBefore && sentMs(second) - sentMs(first) <= CLICKED_MS;
}
