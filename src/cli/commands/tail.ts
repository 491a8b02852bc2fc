import { setTimeout } from 'node:timers/promises';
import { type SseMessage, sseMessages } from '../../contract/json/sse-parser.ts';
import { globMatches } from '../../core/scenario/glob.ts';
import { counted } from '../../core/text/wording.ts';
import { oneOf, readEvent, readOperation, readOrderId, readResponseStatus } from '../argument-parsers.ts';
import { CliError } from '../cli-error.ts';
import { flag, type Given, local, many, one } from '../define-command.ts';
import { type LiveItem, liveLines } from '../live-log.ts';
import { type Remote, withRemote, withServer } from '../remote.ts';

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

interface LiveFields {
  readonly kind: string;
  readonly order_id?: number | null;
  readonly orders?: readonly number[];
  readonly external_id?: string | null;
  readonly external_ids?: readonly string[];
  readonly event?: string;
  readonly operation?: string | null;
  readonly status?: number | string | null;
  readonly status_code?: number | null;
}

function satisfies(item: LiveFields, { order, externalId, event, operation, status, kind }: Flags): boolean {
  const { order_id, orders = [order_id], external_id, external_ids = [external_id] } = item;
  return (
    (kind === undefined || (kind as readonly string[]).includes(item.kind)) &&
    (order === undefined || orders.includes(order)) &&
    (externalId === undefined || external_ids.some(id => id != null && globMatches(externalId, id))) &&
    (event === undefined || item.event === event) &&
    (operation === undefined || item.operation === operation) &&
    (status === undefined || (item.kind === 'request' ? item.status : item.status_code) === status)
  );
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
  let opened = `Following ${url}. Press Ctrl-C to stop.`;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const stream = await open().catch(error => {
      if (signal.aborted || (!isFirst && error instanceof CliError)) return null;
      throw error;
    });
    if (stream) {
      err.line(opened);
      opened = 'Reconnected.';
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

export const { define } = local({
  input: INPUT,
  withFlags: withServer,
  notes: `
The command runs until Ctrl-C. If the connection is lost, it reconnects and
resumes after the last message that it received. Only what satisfies every
filter is printed.

Examples:
  energy-sandbox tail --external-id 'inv-2026-*'
  energy-sandbox tail --json | jq -c 'select(.kind == "order")'`,
  run: (flags, io, command) =>
    withRemote(command, io, async remote => {
      const { out, err } = io;
      const { all = false } = flags;
      const { json } = command.opts();
      const stop = new AbortController();
      io.onInterrupt(() => stop.abort());
      for await (const message of messagesOf(remote, all, stop.signal)) {
        const notice = noticeOf(message);
        if (notice !== null) err.line(notice);
        else {
          const item = JSON.parse(message.data) as LiveItem & LiveFields;
          if (!satisfies(item, flags)) continue;
          for (const line of json ? [message.data] : liveLines(item, out, all)) out.line(line);
        }
      }
      return 0;
    }),
});
