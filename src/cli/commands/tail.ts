import { setTimeout } from 'node:timers/promises';
import type { DataOf } from '../../client/control-client.ts';
import { type SseMessage, sseMessages } from '../../contract/json/sse-parser.ts';
import { globMatches } from '../../core/scenario/glob.ts';
import { counted } from '../../core/text/wording.ts';
import { CliError } from '../cli-error.ts';
import { commands, flag, type Given, local, many, one } from '../define-command.ts';
import { type LiveItem, liveLines } from '../live-log.ts';
import { oneOf, readEvent, readOperation, readOrderId, readResponseStatus } from '../parse-values.ts';
import { type Remote, withRemote, withServer } from '../remote.ts';

type RequestDetail = DataOf<'get', '/_sandbox/accounts/{account}/requests/{request}'>;

/** The kinds of items in a live stream. */
const LIVE_KINDS = [
  'request',
  'order',
  'refund',
  'attempt',
  'retry',
  'settled',
  'ledger',
  'account',
] as const;

const INPUT = {
  all: flag('--all', 'follow all accounts'),
  order: one('--order <id>', 'only what concerns this order', readOrderId),
  externalId: one('--external-id <glob>', 'only what concerns this external_id; * and ? are wildcards'),
  event: one('--event <event>', 'only orders and webhooks with this event', readEvent),
  operation: one('--operation <id>', 'only requests of this operation', readOperation),
  status: one('--status <code>', 'only requests and webhooks with this response status', readResponseStatus),
  kind: many(
    '--kind <kind>',
    `only this kind; repeatable: ${LIVE_KINDS.join(', ')}`,
    oneOf('kind', LIVE_KINDS),
  ),
};

type Flags = Given<typeof INPUT>;

/** The fields of live items that are compared. */
interface LiveFields {
  readonly kind: string;
  readonly account?: string | null;
  readonly id?: string;
  readonly order_id?: number | null;
  readonly orders?: readonly number[];
  readonly event?: string;
  readonly operation?: string | null;
  readonly status?: number | string | null;
  readonly status_code?: number | null;
}

const MAX_REMEMBERED_ORDERS = 1_000;

const ordersOf = ({ order_id, orders = [] }: LiveFields): readonly number[] =>
  order_id == null ? orders : [order_id];

/** Whether an item passes the filters, except the filter for external_ids, which items do not contain. */
function satisfies(item: LiveFields, { order, event, operation, status, kind }: Flags): boolean {
  return (
    (kind === undefined || (kind as readonly string[]).includes(item.kind)) &&
    (order === undefined || ordersOf(item).includes(order)) &&
    (event === undefined || item.event === event) &&
    (operation === undefined || item.operation === operation) &&
    (status === undefined || (item.kind === 'request' ? item.status : item.status_code) === status)
  );
}

/** The external_ids that a request contains, in its query, its body or the items of a bulk request. */
function idsInRequest({ url, json }: Pick<RequestDetail, 'url' | 'json'>): string[] {
  const body = (json ?? {}) as { readonly external_id?: unknown; readonly orders?: unknown };
  const items: readonly unknown[] = Array.isArray(body.orders) ? body.orders : [];
  const inItems = items.map(item => (item as { readonly external_id?: unknown } | null)?.external_id);
  const inQuery = new URL(url, 'http://sandbox').searchParams.get('external_id');
  return [inQuery, body.external_id, ...inItems].filter(id => typeof id === 'string');
}

/** Creates a function that finds the external_ids which an item of a live stream concerns, by asking the server. */
function externalIdsReader({
  control,
  account: ownAccount,
}: Remote): (item: LiveFields) => Promise<string[]> {
  const known = new Map<string, string | null>();

  /** Null if the order has no external_id, or cannot be read because it or the server is gone. */
  async function ofOrder(account: string, order: number, isNew: boolean): Promise<string | null> {
    const key = `${account}/${order}`;
    const remembered = isNew ? undefined : known.get(key);
    if (remembered !== undefined) return remembered;
    const path = { account, order };
    const detail = await control
      .get('/_sandbox/accounts/{account}/orders/{order}', { path })
      .catch(() => null);
    const externalId = detail?.external_id ?? null;
    if (known.size >= MAX_REMEMBERED_ORDERS) known.delete(known.keys().next().value!);
    known.set(key, externalId);
    return externalId;
  }

  return async item => {
    const account = item.account ?? ownAccount;
    const isRequest = item.kind === 'request';
    // A reset restarts the ids, so a new order replaces the remembered one.
    const isNew = isRequest || (item.kind === 'order' && item.status === 'processing');
    const orders = ordersOf(item);
    if (orders.length > 0 || !isRequest || item.id === undefined) {
      const found = await Promise.all(orders.map(order => ofOrder(account, order, isNew)));
      return found.filter(id => id !== null);
    }
    const path = { account, request: item.id };
    const request = await control
      .get('/_sandbox/accounts/{account}/requests/{request}', { path })
      .catch(() => null);
    return request ? idsInRequest(request) : [];
  };
}

const RETRY_MS = 1_000;

/**
 * The messages of a live stream until the signal. The stream is opened again when the connection is lost, and continues
 * after the last message.
 * @throws CliError if the first connection fails
 */
async function* messagesOf(
  { control, path, err, url }: Remote,
  isOfAll: boolean,
  signal: AbortSignal,
): AsyncGenerator<SseMessage> {
  let lastId: string | null = null;
  const open = (): Promise<ReadableStream<Uint8Array>> => {
    const headers: Record<string, string> = lastId === null ? {} : { 'Last-Event-ID': lastId };
    return isOfAll
      ? control.open('/_sandbox/stream', { headers, signal })
      : control.open('/_sandbox/accounts/{account}/stream', { path, headers, signal });
  };
  const mayRetry = (error: unknown): boolean => signal.aborted || error instanceof CliError;
  let stream = await open().catch(error => {
    if (signal.aborted) return null;
    throw error;
  });
  if (stream) err.line(`Following ${url}. Press Ctrl-C to stop.`);
  while (!signal.aborted) {
    if (stream) {
      try {
        for await (const message of sseMessages(stream)) {
          lastId = message.id ?? lastId;
          yield message;
        }
      } catch {
        // The connection is lost, as if the server had ended the stream.
      }
      if (!signal.aborted) err.line('Connection lost; waiting for the server.');
    }
    await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    stream = await open().catch(error => {
      if (mayRetry(error)) return null;
      throw error;
    });
    if (stream) err.line('Reconnected.');
  }
}

/** The notice for a message about the stream itself; null for a message about an account. */
function noticeOf({ event, data }: SseMessage): string | null {
  if (event === 'gap') {
    const { lost } = JSON.parse(data) as { readonly lost: number | null };
    return lost === null
      ? 'An unknown number of messages was missed.'
      : `${counted(lost, 'message')} missed.`;
  }
  return event === 'dropped' ? 'The server closed the connection because this client did not keep up.' : null;
}

const tail = local({
  input: INPUT,
  withFlags: withServer,
  notes: `
The command runs until Ctrl-C. If the connection is lost, it reconnects and
resumes after the last message that it received. Only what satisfies every
filter is printed.

Examples:
  energy-sandbox tail --external-id 'inv-2026-*'
  energy-sandbox tail --json | jq -c 'select(.kind == "order")'`,
  run: (flags, io, { command }) =>
    withRemote(command, io, async remote => {
      const { out, err } = io;
      const { all = false, externalId } = flags;
      const { json } = command.opts();
      const externalIdsOf = externalIdsReader(remote);
      const isShown = async (item: LiveFields): Promise<boolean> => {
        if (!satisfies(item, flags)) return false;
        if (externalId === undefined) return true;
        return (await externalIdsOf(item)).some(id => globMatches(externalId, id));
      };
      const stop = new AbortController();
      io.onInterrupt(() => stop.abort());
      for await (const message of messagesOf(remote, all, stop.signal)) {
        const notice = noticeOf(message);
        if (notice !== null) err.line(notice);
        else {
          const item = JSON.parse(message.data) as LiveItem & LiveFields;
          if (!(await isShown(item))) continue;
          for (const line of json ? [message.data] : liveLines(item, out, all)) out.line(line);
        }
      }
      return 0;
    }),
});

export const { define } = commands({ tail });
