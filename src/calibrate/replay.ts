import { createReceiver } from '../client/receiver.ts';
import type { Receiver } from '../client/receiver-options.ts';
import type { Account } from '../client/sandbox-interface.ts';
import type { Settings } from '../domain/assumptions.ts';
import { type OperationId, SCOPES, type Scope } from '../domain/operations.ts';
import { isFields } from '../wire/parse-json.ts';
import { type Replay, type ReplayAnswer, ReplayLog } from './compare.ts';
import type { Knowledge } from './knowledge.ts';
import type { ObservedLife } from './lifecycles.ts';
import type { ServiceCall } from './recording.ts';
import { ReplayedOrders } from './replayed-orders.ts';
import { MAX_REPLAYED, onStage, PLENTY_TRX, type Stage, sendCall } from './stage.ts';

/** A key that no account has. */
const UNKNOWN_KEY = 'ersk_replay_unknown';
/** An address from which no request comes. */
const ELSEWHERE = '192.0.2.1';

const SCOPE_OF: Readonly<Record<OperationId, Scope>> = {
  getQuote: 'quote',
  createEstimate: 'quote',
  createOrder: 'orders:create',
  createOrdersBulk: 'orders:create',
  getOrderStatus: 'orders:read',
  getBalance: 'balance',
};

/** The options of a key that is treated as the recorded one was. */
function keyOptions(calls: readonly ServiceCall[], settings: Settings) {
  const refused = new Set(
    calls.flatMap(({ error, operation }) =>
      error === 'SCOPE_FORBIDDEN' && operation ? [SCOPE_OF[operation]] : [],
    ),
  );
  const expired = calls.find(({ error }) => error === 'TOKEN_EXPIRED');
  const limits = calls.map(({ answerHeaders }) => Number(answerHeaders['x-ratelimit-limit']));
  const isTimed = calls.every(({ atMs }) => atMs !== null);
  // Without times, all requests are made within one window.
  const limit = isTimed ? limits.findLast(one => Number.isSafeInteger(one) && one > 0) : 1_000_000_000;
  return {
    scopes: SCOPES.filter(scope => !refused.has(scope)),
    ...(calls.some(({ error }) => error === 'IP_NOT_ALLOWED') ? { ipAllow: [ELSEWHERE] } : {}),
    ...(expired ? { expiresAt: new Date((expired.atMs ?? 1) - 1).toISOString() } : {}),
    ...(limit === undefined || limit === settings.rate_limit_per_minute ? {} : { rateLimitPerMinute: limit }),
  };
}

/** Creates a key for each recorded one. @returns the tokens by the names of the recorded keys */
async function createKeys(
  account: Account,
  { recording, acceptedKeys }: Knowledge,
  settings: Settings,
): Promise<ReadonlyMap<string | null, string>> {
  const tokens = new Map<string | null, string>();
  for (const name of new Set(recording.calls.map(({ key }) => key))) {
    const calls = recording.calls.filter(({ key }) => key === name);
    const isKnown = acceptedKeys.has(name) || calls.some(({ error }) => error === 'TOKEN_EXPIRED');
    if (!isKnown) {
      if (name !== null) tokens.set(name, UNKNOWN_KEY);
      continue;
    }
    // Without recorded keys, refusals are those of any key.
    const own = name === null ? calls.filter(({ status }) => status !== 401 && status !== 403) : calls;
    const { apiKey } = await account.keys.create(keyOptions(own, settings));
    tokens.set(name, apiKey);
  }
  return tokens;
}

const observedBalance = ({ operation, data }: ServiceCall): number | null =>
  operation === 'getBalance' && typeof data?.balance_trx === 'number' ? data.balance_trx : null;

/**
 * The balance of the account, which the recording shows now and then. Deposits and orders of other clients are not
 * recorded, so the replay takes over what was observed.
 */
class WorldBalance {
  readonly #account: Account;
  readonly #missed: ReadonlySet<ServiceCall>;
  /** `null` until a balance was set. */
  #known: 'observed' | 'plenty' | 'nothing' | null = null;

  constructor(account: Account, { placements }: Knowledge) {
    this.#account = account;
    this.#missed = new Set(
      placements.filter(({ error }) => error === 'INSUFFICIENT_BALANCE').map(({ call }) => call),
    );
  }

  /** Sets the balance that a call met. */
  async before(call: ServiceCall): Promise<void> {
    if (this.#known === 'observed') return;
    const observed = observedBalance(call);
    const next = observed !== null ? 'observed' : this.#missed.has(call) ? 'nothing' : 'plenty';
    if (next === this.#known) return;
    this.#known = next;
    await this.#account.setBalance(observed ?? (next === 'nothing' ? 0 : PLENTY_TRX));
  }

  /** Takes over a balance that differs, so that the difference is reported once. */
  async after(call: ServiceCall, { body }: ReplayAnswer): Promise<void> {
    const observed = observedBalance(call);
    const data = isFields(body) && isFields(body.data) ? body.data : {};
    if (observed !== null && data.balance_trx !== observed) await this.#account.setBalance(observed);
  }
}

/** The parts of a replay that is running. */
interface Running extends Stage {
  readonly knowledge: Knowledge;
  readonly tokens: ReadonlyMap<string | null, string>;
  readonly orders: ReplayedOrders;
  readonly balance: WorldBalance;
  readonly log: ReplayLog;
}

/** Replays one request: time, orders and balance first, so that the sandbox is where the service was. */
async function replayCall(running: Running, call: ServiceCall): Promise<void> {
  const { origin, addresses, tokens, orders, balance, log } = running;
  const left = orders.reasonToLeave(call);
  if (left !== null) {
    log.leave(left);
    return;
  }
  await orders.prepareFor(call);
  await balance.before(call);
  const token = tokens.get(call.key) ?? null;
  const answer = await sendCall(origin, call, { token, search: orders.searchOf(call), addresses });
  await balance.after(call, answer);
  if (orders.isUnusable(call)) {
    orders.learnFrom(call, answer);
    log.leave('there was no usable response');
    return;
  }
  log.compareCall(call, answer, orders.names);
}

/** Compares the first delivery of each event with the one that the sandbox sent. */
async function replayWebhooks(
  { knowledge, account, orders, log }: Running,
  receiver: Receiver,
): Promise<void> {
  await orders.finish();
  await account.advance({ by: '1ms' });
  const sent = new Map(
    receiver.received.toReversed().map(one => [`${one.event} ${one.payload?.data.order_id}`, one]),
  );
  const seen = new Set<string>();
  for (const webhook of knowledge.recording.webhooks) {
    const order = orders.replayedId(webhook.orderId);
    const key = `${webhook.event} ${order}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (order === null) log.leave('the order was placed before the recording');
    else log.compareWebhook(webhook, sent.get(key)?.payload ?? null, orders.names);
  }
}

/**
 * Sends the recorded requests to a sandbox with the learned settings. Orders change their states as they were observed
 * to do, not as a lifecycle says.
 */
export async function replayRecording(
  knowledge: Knowledge,
  lives: readonly ObservedLife[],
  settings: Settings,
): Promise<Replay> {
  const { calls, webhooks } = knowledge.recording;
  const receiver = webhooks.length > 0 ? await createReceiver() : null;
  try {
    return await onStage(knowledge, settings, receiver, async stage => {
      const { account } = stage;
      const running: Running = {
        ...stage,
        knowledge,
        tokens: await createKeys(account, knowledge, settings),
        orders: new ReplayedOrders(stage, knowledge, lives),
        balance: new WorldBalance(account, knowledge),
        log: new ReplayLog(),
      };
      for (const call of calls.slice(0, MAX_REPLAYED)) await replayCall(running, call);
      for (const _ of calls.slice(MAX_REPLAYED))
        running.log.leave(`only ${MAX_REPLAYED} requests are replayed`);
      if (receiver) await replayWebhooks(running, receiver);
      return running.log.result();
    });
  } finally {
    await receiver?.close();
  }
}
