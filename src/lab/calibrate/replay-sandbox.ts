import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { connectSandbox } from '../../client/remote-sandbox.ts';
import type { Account } from '../../client/sandbox-interface.ts';
import type { Receiver } from '../../client/webhook-receiver.ts';
import { isRecipient } from '../../core/domain/address.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { type RunningSandbox, startSandbox } from '../../server/start-sandbox.ts';
import type { AnalyzedRecording } from './analyze-recording.ts';
import type { ReplayAnswer } from './compare-answers.ts';
import { jsonOf, type ServiceCall } from './read-recording.ts';

export const MAX_REPLAYED = 5_000;

const TIMEOUT_MS = 10_000;
/** The maximum number of recipients of an account that are not activated. */
const MAX_INACTIVE = 10_000;
/** How long a request waits to be refused by its head alone. */
const HEAD_ONLY_MS = 300;

const SENT_HEADERS = [
  'content-type',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
] as const;

function headersFor({ headers, isBearer }: ServiceCall, token: string | null): Record<string, string> {
  const sent = SENT_HEADERS.flatMap(name => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const authorization = token === null ? {} : { authorization: `${isBearer ? 'Bearer' : 'Basic'} ${token}` };
  return { ...Object.fromEntries(sent), ...authorization };
}

/** The body to send. A body that was refused for its size, and so was not recorded, is replaced by spaces. */
function bodyOf(call: ServiceCall): Buffer | null {
  if (call.status === 413 && !call.text && call.bytes) return Buffer.alloc(call.bytes, ' ');
  if (!call.text) return call.method === 'POST' ? Buffer.alloc(0) : null;
  return Buffer.from(call.text);
}

/**
 * @param token a key of the sandbox; null sends no credential
 * @param search the query, with the ids that orders have in the sandbox
 * @throws Error if there is no response in time
 */
export function sendCall(
  origin: string,
  call: ServiceCall,
  token: string | null,
  search: string,
): Promise<ReplayAnswer> {
  const body = bodyOf(call);
  return new Promise((resolve, reject) => {
    const { method } = call;
    const path = search === '' ? call.path : `${call.path}?${search}`;
    const length = body ? { 'content-length': String(body.length) } : {};
    const headers = { ...headersFor(call, token), ...length };
    const outgoing = httpRequest(
      new URL(origin),
      { method, path, headers, timeout: TIMEOUT_MS },
      response => {
        buffer(response).then(bytes => {
          const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(received),
            body: jsonOf(bytes),
          });
          outgoing.destroy();
        }, reject);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('the sandbox did not answer')));
    // After the response, the error is that the rest of the body could not be sent.
    outgoing.on('error', reject);
    // A body that is too large need not be sent: its length is refused.
    if (call.status !== 413) {
      outgoing.end(body ?? undefined);
      return;
    }
    outgoing.flushHeaders();
    const timer = setTimeout(() => outgoing.end(body), HEAD_ONLY_MS);
    outgoing.on('close', () => clearTimeout(timer));
  });
}

const DEFAULT_START_MS = Date.UTC(2026, 0, 1);

/** Settings with which the sandbox runs: rate limits have the windows of the recorded instants. */
function sandboxSettings({ recording, orderRequests }: AnalyzedRecording, settings: Settings): Settings {
  const startMs = Math.floor(recording.calls.find(({ atMs }) => atMs !== null)?.atMs ?? DEFAULT_START_MS);
  const created = orderRequests.flatMap(({ orderId, isRepeat }) => (isRepeat ? [] : (orderId ?? [])));
  const least = created.reduce((smallest, id) => Math.min(smallest, id), Number.POSITIVE_INFINITY);
  return {
    ...settings,
    manual_clock_start: new Date(startMs).toISOString(),
    deny_unknown: false,
    ...(least >= 1 && least <= 1_000_000_000 ? { first_order_id: least } : {}),
  };
}

/**
 * Replaces all scenarios that recorded external_ids and magic addresses choose by scenarios that leave orders alone.
 */
function replaceBuiltIn({ accounts, library, runner }: RunningSandbox['core']): void {
  const account = accounts.list().find(({ state }) => state.name === 'replay')!;
  const [moved] = account.state.scenarios;
  for (const name of library.names())
    runner.execute(account, 'keepScenario', { text: '', scenario: { ...moved!, name }, activate: false });
}

export interface ReplaySandbox {
  readonly account: Account;
  readonly origin: string;
}

/**
 * Starts a sandbox whose orders change their states only when they are moved, and stops it after the work.
 * @param webhook null sends no webhooks
 */
export async function withReplaySandbox<T>(
  analyzed: AnalyzedRecording,
  settings: Settings,
  webhook: Receiver | null,
  work: (sandbox: ReplaySandbox) => Promise<T>,
): Promise<T> {
  const running = await startSandbox({
    port: 0,
    clock: 'manual',
    assumptions: sandboxSettings(analyzed, settings),
  });
  const sandbox = await connectSandbox(running.baseUrl);
  try {
    const account = await sandbox.createAccount({
      name: 'replay',
      seed: 'replay',
      ...(webhook ? { webhook } : {}),
      scenarios: [
        { name: 'replay', summary: 'Orders are moved by the replay.', orders: [{ lifecycle: [] }] },
      ],
    });
    replaceBuiltIn(running.core);
    const inactiveAddresses = analyzed.inactive.filter(isRecipient).slice(0, MAX_INACTIVE);
    await account.change({ inactive_addresses: inactiveAddresses });
    return await work({ account, origin: running.baseUrl });
  } finally {
    await sandbox.close();
    await running.close();
  }
}
