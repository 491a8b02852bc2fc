import { connectSandbox } from '../client/connect.ts';
import { createReceiver } from '../client/receiver.ts';
import type { Receiver } from '../client/receiver-options.ts';
import type { Account } from '../client/sandbox-interface.ts';
import type { Settings } from '../domain/assumptions.ts';
import { startSandbox } from '../sandbox.ts';
import type { Calibration } from './calibration.ts';
import { calibratedSettings } from './config-text.ts';
import { inactiveAddresses } from './learners/recipients.ts';
import type { ServiceCall } from './recording.ts';
import { ReplayLog } from './replay-log.ts';
import { headersFor, type ReplayAnswer, sendRequest } from './replay-request.ts';
import type { Replay } from './replay-result.ts';
import { createKeys, REPLAY_SEED, standIns } from './replay-world.ts';
import { ReplayedOrders } from './replayed-orders.ts';
import { WorldBalance } from './world-balance.ts';

/** How many requests are replayed at most. */
export const MAX_REPLAYED = 5_000;

const DEFAULT_START_MS = Date.UTC(2026, 0, 1);

/** The parts of a replay that is running. */
interface Stage {
  readonly calibration: Calibration;
  readonly account: Account;
  readonly receiver: Receiver;
  readonly origin: string;
  readonly tokens: ReadonlyMap<string | null, string>;
  readonly addresses: ReadonlyMap<string, string>;
  readonly orders: ReplayedOrders;
  readonly balance: WorldBalance;
  readonly log: ReplayLog;
}

/** Settings with which the replay's sandbox runs; its windows are those of the recorded instants. */
function stageSettings(calibration: Calibration): Settings {
  const first = calibration.knowledge.recording.calls.find(({ atMs }) => atMs !== null)?.atMs;
  const startMs = Math.floor(first ?? DEFAULT_START_MS);
  const ids = calibration.knowledge.placements.flatMap(({ orderId, isRepeat }) =>
    orderId === null || isRepeat === true ? [] : [orderId],
  );
  const least = ids.reduce((smallest, id) => Math.min(smallest, id), Number.POSITIVE_INFINITY);
  return {
    ...calibratedSettings(calibration),
    manual_clock_start: new Date(startMs).toISOString(),
    deny_unknown: false,
    ...(least >= 1 && least <= 1_000_000_000 ? { first_order_id: least } : {}),
  };
}

function withAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  let replaced = text;
  for (const [from, to] of addresses) replaced = replaced.replaceAll(from, to);
  return replaced;
}

function bodyOf({
  call,
  addresses,
}: {
  call: ServiceCall;
  addresses: ReadonlyMap<string, string>;
}): Buffer | null {
  if (call.text !== null && call.text !== '') return Buffer.from(withAddresses(call.text, addresses));
  if (call.status === 413 && call.bytes) return Buffer.alloc(call.bytes, ' ');
  return call.method === 'POST' ? Buffer.alloc(0) : null;
}

/** Sends a recorded request. */
async function send(stage: Stage, call: ServiceCall): Promise<ReplayAnswer> {
  const { origin, tokens, addresses, orders } = stage;
  const search = orders.searchOf(call);
  return sendRequest(origin, {
    method: call.method,
    path: search === '' ? call.path : `${call.path}?${search}`,
    headers: headersFor(call, tokens.get(call.key) ?? null),
    body: bodyOf({ call, addresses }),
    isTooLarge: call.status === 413,
  });
}

/** Replays one request: time, orders and balance first, so that the sandbox is where the service was. */
async function replayCall(stage: Stage, call: ServiceCall): Promise<void> {
  const { account, orders, balance, log } = stage;
  const left = orders.reasonToLeave(call);
  if (left !== null) {
    log.leave(left);
    return;
  }
  if (call.atMs !== null) await orders.advanceTo(account, call.atMs);
  await orders.moveFor(account, call);
  await balance.before(account, call);
  const answer = await send(stage, call);
  await balance.after(account, call, answer);
  if (orders.isUnusable(call)) {
    orders.learnFrom(call, answer);
    log.leave('there was no usable response');
    return;
  }
  log.compareCall(call, answer, orders.names);
}

/** Compares the first delivery of each event with the one that the sandbox sent. */
async function replayWebhooks({ calibration, account, receiver, orders, log }: Stage): Promise<void> {
  await orders.finish(account);
  await account.advance({ by: '1ms' });
  const sent = new Map(
    receiver.received.toReversed().map(one => [`${one.event} ${one.payload?.data.order_id}`, one]),
  );
  const seen = new Set<string>();
  for (const webhook of calibration.knowledge.recording.webhooks) {
    const order = orders.replayedId(webhook.orderId);
    const key = `${webhook.event} ${order}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (order === null) log.leave('the order was placed before the recording');
    else log.compareWebhook(webhook, sent.get(key)?.payload ?? null, orders.names);
  }
}

async function perform(stage: Stage): Promise<Replay> {
  const { calls, webhooks } = stage.calibration.knowledge.recording;
  for (const call of calls.slice(0, MAX_REPLAYED)) await replayCall(stage, call);
  for (const _ of calls.slice(MAX_REPLAYED)) stage.log.leave(`only ${MAX_REPLAYED} requests are replayed`);
  if (webhooks.length > 0) await replayWebhooks(stage);
  return stage.log.result();
}

/**
 * Sends the recorded requests to a sandbox with the learned settings. Orders change their states as they were observed
 * to do, not as a lifecycle says.
 */
export async function replayRecording(calibration: Calibration): Promise<Replay> {
  const settings = stageSettings(calibration);
  const { knowledge } = calibration;
  const running = await startSandbox({ port: 0, clock: 'manual', assumptions: settings });
  const receiver = await createReceiver();
  const sandbox = await connectSandbox(running.baseUrl);
  try {
    const account = await sandbox.createAccount({
      name: 'replay',
      seed: REPLAY_SEED,
      ...(knowledge.recording.webhooks.length > 0 ? { webhook: receiver } : {}),
      scenarios: [
        { name: 'replay', summary: 'Orders are moved by the replay.', orders: [{ lifecycle: [] }] },
      ],
    });
    const addresses = standIns(knowledge, settings);
    await account.change({
      inactiveAddresses: inactiveAddresses(knowledge).map(one => addresses.get(one) ?? one),
    });
    const tokens = await createKeys(account, knowledge, settings);
    const orders = new ReplayedOrders(calibration, addresses);
    const stage = { calibration, account, receiver, origin: running.baseUrl, tokens, addresses, orders };
    return await perform({ ...stage, balance: new WorldBalance(knowledge), log: new ReplayLog() });
  } finally {
    await sandbox.close();
    await receiver.close();
    await running.close();
  }
}
