import type { Account } from '../../client/sandbox-interface.ts';
import { createReceiver, type Receiver } from '../../client/webhook-receiver.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { isObject } from '../../core/domain/json.ts';
import { type OrderStatus, pathBetween } from '../../core/domain/order.ts';
import { type AnalyzedRecording, isPlacing } from './analyze-recording.ts';
import { dataOf, type MatchOrder, type Replay, type ReplayAnswer, ReplayLog } from './compare-answers.ts';
import { holdersByRecipient } from './learn-amounts.ts';
import type { OrderHistory } from './order-histories.ts';
import { integerOf, type ServiceCall } from './read-recording.ts';
import { MAX_REPLAYED, type ReplaySandbox, sendCall, withReplaySandbox } from './replay-sandbox.ts';

const UNKNOWN_KEY = 'ersk_replay_unknown';
/** Enough for any order, as long as the balance is unknown. */
const PLENTY_TRX = 1_000_000_000;

/** Creates a key for each recorded one that the service accepted. @returns the tokens by the names of the recorded keys */
async function createKeys(
  account: Account,
  { recording, acceptedKeys }: AnalyzedRecording,
  settings: Settings,
  log: ReplayLog,
): Promise<ReadonlyMap<string | null, string>> {
  const tokens = new Map<string | null, string>();
  // Without times, all requests are made within one window.
  const isTimed = recording.calls.every(({ atMs }) => atMs !== null);
  for (const name of new Set(recording.calls.map(({ key }) => key))) {
    if (!acceptedKeys.has(name)) {
      if (name !== null) tokens.set(name, UNKNOWN_KEY);
      continue;
    }
    const limits = recording.calls
      .filter(({ key, status }) => key === name && status !== 401)
      .map(({ answerHeaders }) => Number(answerHeaders['x-ratelimit-limit']));
    const limit = isTimed ? limits.findLast(one => Number.isSafeInteger(one) && one > 0) : 1_000_000_000;
    const isOwn = limit !== undefined && limit !== settings.rate_limit_per_minute;
    const { api_key } = await account.keys
      .create(isOwn ? { rate_limit_per_minute: limit } : {})
      .catch((error: Error) => {
        log.leave(`the limit of ${name ?? 'the key'}: ${error.message}`);
        return account.keys.create();
      });
    tokens.set(name, api_key);
  }
  return tokens;
}

/** Codes of refusals that depend on what a key may do, which a recording does not show. */
const OF_THE_KEY: readonly unknown[] = ['SCOPE_FORBIDDEN', 'IP_NOT_ALLOWED', 'TOKEN_EXPIRED'];

/**
 * Sets the balance that the account had at a call, as far as it is known. Deposits and orders of other clients are not
 * recorded, so each observed balance is adopted.
 */
class WorldBalance {
  readonly #account: Account;
  readonly #refused: ReadonlySet<ServiceCall>;
  /** True once a balance was observed: from then on, the orders of the replay change it. */
  #isKnown = false;

  constructor(account: Account, { orderRequests }: AnalyzedRecording) {
    this.#account = account;
    this.#refused = new Set(
      orderRequests.filter(({ error }) => error === 'INSUFFICIENT_BALANCE').map(({ call }) => call),
    );
  }

  async before(call: ServiceCall): Promise<void> {
    const observed = call.operation === 'getBalance' ? call.data?.balance_trx : undefined;
    if (typeof observed === 'number') {
      this.#isKnown = true;
      await this.#account.setBalance(observed);
    } else if (!this.#isKnown && isPlacing(call))
      await this.#account.setBalance(this.#refused.has(call) ? 0 : PLENTY_TRX);
  }
}

interface ReplayedOrder {
  readonly id: number;
  status: OrderStatus;
  isRefunded: boolean;
}

/** States that an order can enter directly from processing, and then without a transaction id. */
const WITHOUT_TXID: readonly OrderStatus[] = ['review', 'failed'];

class ReplayedOrders {
  readonly #account: Account;
  readonly #histories: ReadonlyMap<number, OrderHistory>;
  readonly #externalIds: ReadonlySet<unknown>;
  /** The orders of the recording whose requests are in it. */
  readonly #placed: ReadonlySet<number | null>;
  readonly #sent = new Set<unknown>();
  readonly #byRecorded = new Map<number, ReplayedOrder>();
  readonly #replayedIds = new Set<number>();
  readonly #lacksKeys: boolean;
  #nowMs = 0;

  constructor(
    account: Account,
    { orderRequests, views, acceptedKeys }: AnalyzedRecording,
    histories: readonly OrderHistory[],
  ) {
    this.#account = account;
    this.#lacksKeys = acceptedKeys.has(null);
    this.#histories = new Map(histories.map(history => [history.orderId, history]));
    this.#placed = new Set(orderRequests.filter(one => !one.isRepeat).map(({ orderId }) => orderId));
    this.#externalIds = new Set([
      ...views.map(({ fields }) => fields.external_id),
      ...orderRequests.flatMap(({ orderId, externalId }) => (orderId === null ? [] : externalId)),
    ]);
  }

  readonly match: MatchOrder = (recorded, replayed) => {
    const known = this.#byRecorded.get(recorded);
    if (known) return known.id === replayed;
    if (this.#replayedIds.has(replayed)) return false;
    this.#byRecorded.set(recorded, { id: replayed, status: 'processing', isRefunded: false });
    this.#replayedIds.add(replayed);
    return true;
  };

  replayedId(recorded: number): number | null {
    return this.#byRecorded.get(recorded)?.id ?? null;
  }

  /** Why a call cannot be replayed; null if it can. */
  reasonToLeave(call: ServiceCall): string | null {
    if (call.operation !== null && call.method === 'POST' && call.text === null && call.status !== 413)
      return 'the body was not recorded';
    if (call.status === 429 && call.atMs === null) return 'the times were not recorded';
    if (OF_THE_KEY.includes(call.error)) return 'what a key may do was not recorded';
    if (this.#lacksKeys && (call.status === 401 || call.status === 403)) return 'the key was not recorded';
    const externalId = isObject(call.body) ? call.body.external_id : null;
    if (this.isUnusable(call))
      return externalId != null && this.#externalIds.has(externalId) ? null : 'there was no usable response';
    const shownId = orderIdOf(call);
    if (shownId === null || this.#byRecorded.has(shownId)) return null;
    // A repeat of a request whose response was lost is the first to show its order.
    const isPlaced =
      call.operation === 'createOrder' && (call.data?.idempotent !== true || this.#sent.has(externalId));
    return isPlaced ? null : this.whyUnknown(shownId);
  }

  /** Why the replay does not have an order of the recording. */
  whyUnknown(recorded: number): string {
    return this.#placed.has(recorded)
      ? 'the sandbox did not accept the order'
      : 'the order was placed before the recording';
  }

  /** True for a call whose response was lost, broken or a failure of the service. */
  isUnusable({ status, answer, method }: ServiceCall): boolean {
    if (status === null || status >= 500) return true;
    const mayLackBody = method === 'HEAD' || method === 'OPTIONS' || (status >= 300 && status < 400);
    return answer === undefined && !mayLackBody;
  }

  /** Learns the order of a response that the client did not get. */
  learnFrom(call: ServiceCall, answer: ReplayAnswer): void {
    const externalId = isObject(call.body) ? call.body.external_id : null;
    const id = dataOf(answer).order_id;
    const recorded = [...this.#histories.values()].find(
      history => history.externalId === externalId,
    )?.orderId;
    if (recorded !== undefined && typeof id === 'number') this.match(recorded, id);
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
    if (isObject(call.body)) this.#sent.add(call.body.external_id);
    const ms = Math.floor(call.atMs ?? 0);
    if (ms > this.#nowMs) {
      this.#nowMs = ms;
      await this.#account.advance({ to: new Date(ms) });
    }
    const id = orderIdOf(call);
    const { status, refunded, txid } = call.data ?? {};
    if (id !== null && typeof status === 'string')
      await this.#moveTo(id, status as OrderStatus, refunded === true, typeof txid === 'string');
  }

  async finish(): Promise<void> {
    for (const { orderId, steps, isRefunded } of this.#histories.values()) {
      const last = steps.at(-1);
      if (last) await this.#moveTo(orderId, last.status, isRefunded);
    }
  }

  async #moveTo(recorded: number, to: OrderStatus, isRefunded: boolean, hasTxid = false): Promise<void> {
    const order = this.#byRecorded.get(recorded);
    if (!order) return;
    const history = this.#histories.get(recorded);
    for (const next of this.#movesOf(order, to, history, hasTxid)) {
      const refundsNow = next === 'failed' && history?.refundAfterMs === 0;
      await this.#account.move(order.id, next, refundsNow ? { refund: 'now' } : {});
      order.status = next;
      order.isRefunded ||= refundsNow;
    }
    if (!isRefunded || order.isRefunded || order.status !== 'failed') return;
    await this.#account.refund(order.id);
    order.isRefunded = true;
  }

  /** The states on the way to a state: the observed ones, and the unobserved ones in between. */
  #movesOf(
    { status: from }: ReplayedOrder,
    to: OrderStatus,
    history: OrderHistory | undefined,
    hasTxid: boolean,
  ): readonly OrderStatus[] {
    const seen = history?.steps.map(step => step.status) ?? [];
    const stops = seen.slice(seen.indexOf(from) + 1, seen.indexOf(to) + 1);
    const targets = stops.length > 0 ? stops : from === to ? [] : [to];
    // A transaction id is set when an order begins to delegate, even if nobody saw it then.
    const isHidden = hasTxid && from === 'processing' && targets.length === 1 && WITHOUT_TXID.includes(to);
    const moves: OrderStatus[] = isHidden ? ['delegating'] : [];
    for (const target of targets) moves.push(...pathBetween(moves.at(-1) ?? from, target));
    return moves;
  }
}

function orderIdOf({ operation, data, status }: ServiceCall): number | null {
  if (!data || status === null || status >= 300) return null;
  const id = operation === 'getOrderStatus' ? data.id : operation === 'createOrder' ? data.order_id : null;
  return integerOf(id);
}

export interface Replayer {
  readonly sandbox: ReplaySandbox;
  readonly send: (call: ServiceCall, token: string | null) => Promise<ReplayAnswer>;
}

interface ReplayPlan {
  readonly calls: readonly ServiceCall[];
  /** Null sends no webhooks. */
  readonly receiver: Receiver | null;
  /** Called before each request, with the sandbox in the state that the service had. */
  readonly before?: (call: ServiceCall, replayer: Replayer) => Promise<void>;
}

/**
 * Sends recorded requests to a sandbox with the learned settings. Orders change their states as observed, without a
 * lifecycle.
 */
export function replayCalls(
  analyzed: AnalyzedRecording,
  histories: readonly OrderHistory[],
  settings: Settings,
  { calls, receiver, before }: ReplayPlan,
): Promise<Replay> {
  return withReplaySandbox(analyzed, settings, receiver, async sandbox => {
    const { account, origin } = sandbox;
    const log = new ReplayLog();
    const tokens = await createKeys(account, analyzed, settings, log);
    const orders = new ReplayedOrders(account, analyzed, histories);
    const balance = new WorldBalance(account, analyzed);
    const holdersOf = holdersByRecipient(analyzed);
    const send: Replayer['send'] = (call, token) => sendCall(origin, call, token, orders.searchOf(call));
    // Time, orders and balance first, so that the sandbox is in the state that the service had.
    const replayCall = async (call: ServiceCall): Promise<void> => {
      const left = orders.reasonToLeave(call);
      if (left === null) {
        await orders.prepareFor(call);
        await balance.before(call);
        // Which recipients hold USDT depends on the network, so each estimate is made as the recording shows it.
        if (settings.estimate_holders === 'by_address' && call.operation === 'createEstimate')
          await account.change({ assumptions: { estimate_holders: holdersOf(call) } });
      }
      await before?.(call, { sandbox, send });
      if (left !== null) {
        log.leave(left);
        return;
      }
      const answer = await send(call, tokens.get(call.key) ?? null);
      if (orders.isUnusable(call)) {
        orders.learnFrom(call, answer);
        log.leave('there was no usable response');
      } else log.compareCall(call, answer, orders.match);
    };
    for (const call of calls.slice(0, MAX_REPLAYED))
      await log.orLeave(`${call.label} ${call.method} ${call.path}`, () => replayCall(call));
    for (const _ of calls.slice(MAX_REPLAYED)) log.leave(`only ${MAX_REPLAYED} requests are replayed`);
    if (receiver)
      await log.orLeave('webhooks', () => replayWebhooks(analyzed, account, orders, receiver, log));
    return log.result();
  });
}

/** Compares the first delivery of each event with the delivery that the sandbox sent. */
async function replayWebhooks(
  { recording }: AnalyzedRecording,
  account: Account,
  orders: ReplayedOrders,
  receiver: Receiver,
  log: ReplayLog,
): Promise<void> {
  await orders.finish();
  await account.advance({ by: '1ms' });
  const sent = new Map(
    receiver.received.toReversed().map(one => [`${one.event} ${one.payload?.data.order_id}`, one]),
  );
  const seen = new Set<string>();
  for (const webhook of recording.webhooks) {
    const order = orders.replayedId(webhook.orderId);
    const key = `${webhook.event} ${order}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (order === null) log.leave(orders.whyUnknown(webhook.orderId));
    else log.compareWebhook(webhook, sent.get(key)?.payload ?? null, orders.match);
  }
}

export async function replayRecording(
  analyzed: AnalyzedRecording,
  histories: readonly OrderHistory[],
  settings: Settings,
): Promise<Replay> {
  const { calls, webhooks } = analyzed.recording;
  const receiver = webhooks.length > 0 ? await createReceiver() : null;
  try {
    return await replayCalls(analyzed, histories, settings, { calls, receiver });
  } finally {
    await receiver?.close();
  }
}
