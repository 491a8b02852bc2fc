import { jsonOf } from '../contract/json/request-json.ts';
import { isObject } from '../core/domain/json.ts';
import { ORDER_STATUSES, type OrderStatus } from '../core/domain/order.ts';
import type { Account } from '../core/engine/account.ts';
import { isMadeByRequest, type Order } from '../core/engine/account-state.ts';
import type { RequestFields } from '../core/engine/request/service-request.ts';
import type { Exchange } from '../core/facts.ts';
import { replacesTrueAnswer } from '../core/scenario/rule-effects.ts';
import { BoundedMap } from './bounded-map.ts';
import { LatestOrders } from './latest-orders.ts';

/*
 * What the client was told of each order, and when. A response tells the client of an order only if the bytes that the
 * client received contain it: an empty 202, `{}`, `success: false`, an error after the commit and half a body tell nothing.
 */

/** The state of an order as a message says it. */
export interface News {
  readonly status: OrderStatus;
  /** Null if the message does not say it: only status responses and webhooks do. */
  readonly refunded: boolean | null;
}

/** What a response told the client of an order. */
export interface Told extends News {
  readonly request: string;
  /** The instant at which this was true, on the account's clock. */
  readonly asOfMs: number;
}

/** True for a request for one or more orders. */
export const isForOrders = ({ operation }: Pick<Exchange, 'operation'>): boolean =>
  operation === 'createOrder' || operation === 'createOrdersBulk';

/** The fields of each order that a request asks for; empty if its body was not read. */
export function wantedBy(exchange: Exchange): readonly RequestFields[] {
  const { operation, request } = exchange;
  if (!request || !isForOrders(exchange)) return [];
  return operation === 'createOrdersBulk' ? request.items : [request.fields];
}

const statusIn = (value: unknown): OrderStatus =>
  ORDER_STATUSES.find(status => status === value) ?? 'processing';

/** The orders in a response that a scenario wrote. */
function newsInBytes(answer: string): Map<number, News> {
  const body = jsonOf(answer);
  const news = new Map<number, News>();
  if (!isObject(body) || body.success === false || !isObject(body.data)) return news;
  const { results } = body.data;
  for (const entry of [body.data, ...(Array.isArray(results) ? results : [])]) {
    if (!isObject(entry)) continue;
    const { order, order_id, id = order_id, status, refunded } = entry;
    const found = isObject(order) ? order.id : id;
    if (typeof found !== 'number') continue;
    news.set(found, {
      status: statusIn(status),
      refunded: typeof refunded === 'boolean' ? refunded : null,
    });
  }
  return news;
}

/** What a response tells its client of an order, by the order's id; undefined if it tells nothing of it. */
export type Telling = (id: number) => Told | undefined;

const NOTHING: Telling = () => undefined;

/** What the response to a request tells its client. The server writes what is true; a scenario may write anything. */
export function tellingOf(exchange: Exchange): Telling {
  const { end, status, rule, outcome, shown, operation, answer, id: request, atMs: asOfMs } = exchange;
  if (end !== 'sent' || status === null || status >= 300) return NOTHING;
  if (shown) {
    const refunded = operation === 'getOrderStatus' ? shown.refunded : null;
    const told = { status: shown.status, refunded, request, asOfMs };
    return id => (id === shown.order.id ? told : undefined);
  }
  if (rule?.reply && replacesTrueAnswer(rule.reply)) {
    const news = newsInBytes(answer);
    return id => {
      const one = news.get(id);
      return one && { ...one, request, asOfMs };
    };
  }
  if (outcome?.kind !== 'bulk') return NOTHING;
  const accepted = new Set(outcome.items.map(({ answer: one }) => ('order' in one ? one.order.id : 0)));
  const told: Told = { status: 'processing', refunded: null, request, asOfMs };
  return id => (accepted.has(id) ? told : undefined);
}

/** True if a request made an order of which its response does not tell the client. */
export function isUntold(exchange: Exchange): boolean {
  if (exchange.made.length === 0) return false;
  const telling = tellingOf(exchange);
  return exchange.made.some(({ id }) => telling(id) === undefined);
}

/** A request about an order that has ended. */
interface Finished {
  readonly request: string;
  /** True if its response told the client of the order. */
  readonly told: boolean;
  readonly status: number | null;
  readonly atMs: number;
}

/** The instants of the account's clock at which a client asked for the status of an order. */
interface Questions {
  count: number;
  readonly firstMs: number;
  lastMs: number;
  /** The longest pause between two of them. */
  longestPauseMs: number;
}

/** The maximum number of changes that are kept of what a client was told of an order. */
const MAX_TOLD = 20;

/** Shared, so that an order of which nothing was told has no list. */
const NOTHING_TOLD: readonly Told[] = [];

const DELIVERED: ReadonlySet<OrderStatus> = new Set(['delegated', 'undelegating', 'completed']);

/** What a client was told of one of its orders, and how often it asked. */
export class OrderKnowledge {
  readonly order: Order;
  /** The request that made it. */
  readonly maker: Exchange['id'];
  /** How many times the scenarios had been switched, which is what a test does for itself. */
  readonly test: number;
  /** What responses told, whenever it was new: the latest last. */
  told: readonly Told[] = NOTHING_TOLD;
  /** What an acknowledged webhook of the client's own receiver told last. */
  webhook: (News & { readonly asOfMs: number }) | null = null;
  /** When the response to the request that made it ended or broke off, on the host's clock; Infinity before. */
  answeredMs = Number.POSITIVE_INFINITY;
  /** How the response to the request that made it reached the client, if it did not tell of the order. */
  got = '';
  /** The latest request about it that has ended. */
  last: Finished | null = null;
  /** True once the client has repeated it, or asked for its status. */
  isAsked = false;
  /** The instants at which its status was asked for; null before the first. */
  questions: Questions | null = null;
  /** True once the control API has moved it: what happens to it since is not the client's. */
  isMoved = false;
  /** True once a message of either kind has told that it was delegated, and that it was delivered or has failed. */
  isDeliveryTold = false;
  isEndTold = false;
  /** When a response first told its end. */
  endReadMs: number | null = null;
  /** The latest message that told `failed` without a refund; null once the refund was told. */
  unrefundedBy: { readonly request: string } | { readonly event: string } | null = null;
  isRefundTold = false;

  constructor(order: Order, maker: string, test: number) {
    this.order = order;
    this.maker = maker;
    this.test = test;
  }

  /** The most recent state that the client knows. */
  get news(): (News & { readonly asOfMs: number }) | null {
    const read = this.told.at(-1) ?? null;
    return read && this.webhook && this.webhook.asOfMs > read.asOfMs ? this.webhook : (read ?? this.webhook);
  }

  /** Notes what a response told. */
  read(next: Told): void {
    const { status, refunded, request, asOfMs } = next;
    this.#learn(next, () => ({ request }));
    if (status === 'completed' || status === 'failed') this.endReadMs ??= asOfMs;
    const latest = this.told.at(-1);
    if (latest?.status === status && latest.refunded === (refunded ?? latest.refunded)) return;
    const kept = this.told.length < MAX_TOLD ? this.told : this.told.slice(1);
    // `concat`, because a spread reserves 17 places in the new list, and most orders need one or two.
    this.told = latest ? kept.concat(next) : [next];
  }

  /**
   * Notes what an acknowledged webhook told.
   * @param eventId computes the id of its event
   * @param asOfMs the instant of its event
   */
  receive(news: News, eventId: () => string, asOfMs: number): void {
    this.#learn(news, () => (this.unrefundedBy ? this.unrefundedBy : { event: eventId() }));
    if (!this.webhook || asOfMs >= this.webhook.asOfMs) this.webhook = { ...news, asOfMs };
  }

  ask(atMs: number): void {
    this.isAsked = true;
    this.questions ??= { count: 1, firstMs: atMs, lastMs: atMs, longestPauseMs: 0 };
    const { questions } = this;
    if (atMs === questions.lastMs) return;
    questions.longestPauseMs = Math.max(questions.longestPauseMs, atMs - questions.lastMs);
    questions.count += 1;
    questions.lastMs = atMs;
  }

  #learn({ status, refunded }: News, by: () => NonNullable<OrderKnowledge['unrefundedBy']>): void {
    if (DELIVERED.has(status)) this.isDeliveryTold = true;
    if (status === 'completed' || status === 'failed') this.isEndTold = true;
    if (refunded === true) this.isRefundTold = true;
    if (this.isRefundTold) this.unrefundedBy = null;
    else if (status === 'failed' && refunded === false) this.unrefundedBy = by();
  }
}

/** The orders that a request is about: those that it makes, and those that it repeats or asks for. */
export interface Concerned {
  readonly made: readonly OrderKnowledge[];
  readonly asked: readonly OrderKnowledge[];
}

const NONE: readonly OrderKnowledge[] = [];

/** The maximum number of orders of which no response has told the client, and which are listed. */
const MAX_UNTOLD = 1_000;

/** The maximum number of orders that are remembered; the oldest are forgotten first. */
export const MAX_ORDERS = 20_000;

/** The request parameters of a status query that was refused before they were read. */
function askedIn(url: string): { readonly id: number | null; readonly externalId: string | null } {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const id = query.get('id');
  return { id: id === null ? null : Number(id), externalId: query.get('external_id') };
}

/** What the client of an account was told of the orders that its requests made in this run. */
export class Knowledge {
  readonly #account: Account | null;
  readonly #orders = new LatestOrders<OrderKnowledge>(MAX_ORDERS);
  readonly #untold = new BoundedMap<number, OrderKnowledge>(MAX_UNTOLD);
  /** How many times the scenarios have been switched so far. */
  tests = 0;
  #latestExchange: Exchange | null = null;
  /** The orders that the latest decided request was about. */
  latest: Concerned = { made: NONE, asked: NONE };
  /** The orders that the decided request before it was about. */
  previous: Concerned = this.latest;

  /** @param account null for requests without the key of an account */
  constructor(account: Account | null) {
    this.#account = account;
  }

  of(id: number): OrderKnowledge | undefined {
    return this.#orders.get(id);
  }

  /** The latest orders that requests made. */
  get all(): Iterable<OrderKnowledge> {
    return this.#orders.values();
  }

  /** The latest orders of which the response did not tell the client, and no later one has. */
  get untold(): Iterable<OrderKnowledge> {
    return this.#untold.values();
  }

  /** Notes that the scenarios were switched: what follows belongs to another test. */
  switched(): void {
    this.tests += 1;
  }

  /** The orders that a request made. */
  madeBy(exchange: Exchange): readonly OrderKnowledge[] {
    if (exchange === this.#latestExchange) return this.latest.made;
    return exchange.made.flatMap(order => this.of(order.id) ?? []);
  }

  decided(exchange: Exchange): void {
    const { made, operation, id, atMs } = exchange;
    this.previous = this.latest;
    this.#latestExchange = exchange;
    const asked = this.concernedBy(exchange);
    const isQuery = operation === 'getOrderStatus';
    for (const one of asked) {
      if (isQuery) one.ask(atMs);
      else one.isAsked = true;
    }
    this.latest = { made: made.length === 0 ? NONE : made.map(order => this.#add(order, id)), asked };
  }

  answered(exchange: Exchange, got: (exchange: Exchange) => string): void {
    const { made, operation, id: request, status, answeredAtMs: atMs } = exchange;
    if (operation === null) return;
    const isLatest = exchange === this.#latestExchange;
    const asked = isLatest ? this.latest.asked : this.concernedBy(exchange);
    if (made.length === 0 && asked.length === 0) return;
    const telling = tellingOf(exchange);
    const heard: Finished = { request, told: true, status, atMs };
    const unheard: Finished = { ...heard, told: false };
    const end = (one: OrderKnowledge): boolean => {
      const told = telling(one.order.id);
      one.last = told ? heard : unheard;
      if (told) {
        one.read(told);
        this.#untold.delete(one.order.id);
      }
      return told !== undefined;
    };
    for (const one of this.madeBy(exchange)) {
      if (!isMadeByRequest(one.order)) continue;
      one.answeredMs = exchange.receivedMs + exchange.durationMs;
      if (end(one)) continue;
      one.got = got(exchange);
      this.#untold.set(one.order.id, one);
    }
    for (const one of asked) end(one);
  }

  /** The existing orders that a request repeats or asks for, whatever it is answered. */
  concernedBy(exchange: Exchange): readonly OrderKnowledge[] {
    const { operation, made, outcome, request, facts } = exchange;
    if (operation === 'getOrderStatus') {
      if (outcome?.kind === 'status') return this.#known(outcome.order);
      const { orderId = null, externalId = null } = request?.fields ?? {};
      const { id, externalId: name } = request ? { id: orderId, externalId } : askedIn(exchange.url);
      const found = facts?.orderId ?? id;
      return this.#known(found === null ? this.#named(name) : this.#account?.orderById(found));
    }
    const wanted = wantedBy(exchange);
    // Each of them was made, so none is repeated.
    if (wanted.length === made.length) return NONE;
    return wanted.flatMap(({ externalId }) => {
      const order = this.#named(externalId);
      return order && !made.includes(order) ? this.#known(order) : NONE;
    });
  }

  #named(externalId: string | null): Order | undefined {
    return externalId === null ? undefined : (this.#account?.orderByExternalId(externalId) ?? undefined);
  }

  #known(order: Order | null | undefined): readonly OrderKnowledge[] {
    const known = order && this.of(order.id);
    return known ? [known] : NONE;
  }

  #add(order: Order, maker: string): OrderKnowledge {
    const known = new OrderKnowledge(order, maker, this.tests);
    if (isMadeByRequest(order)) this.#orders.set(order.id, known);
    return known;
  }
}
