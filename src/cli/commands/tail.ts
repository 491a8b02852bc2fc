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

/** Finds the external_ids that items of a live stream concern, by asking the server. */
class ExternalIds {
  readonly #remote: Remote;
  readonly #known = new Map<string, string | null>();

  constructor(remote: Remote) {
    this.#remote = remote;
  }

  async of(item: LiveFields): Promise<string[]> {
    const account = item.account ?? this.#remote.account;
    const found: (string | null)[] = [];
    for (const order of ordersOf(item)) {
      // A reset restarts the ids, so a new order replaces the remembered one.
      const isNew = item.kind === 'request' || (item.kind === 'order' && item.status === 'processing');
      found.push(await this.#ofOrder(account, order, isNew));
    }
    if (item.kind === 'request' && item.id !== undefined && found.length === 0) {
      const path = { account, request: item.id };
      const request = await this.#remote.control
        .get('/_sandbox/accounts/{account}/requests/{request}', { path })
        .catch(() => null);
      if (request) found.push(...idsInRequest(request));
    }
    return found.filter(id => id !== null);
  }

  /** Null if the order has no external_id, or cannot be read because it or the server is gone. */
  async #ofOrder(account: string, order: number, isNew: boolean): Promise<string | null> {
    const key = `${account}/${order}`;
    const known = isNew ? undefined : this.#known.get(key);
    if (known !== undefined) return known;
    const path = { account, order };
    const detail = await this.#remote.control
      .get('/_sandbox/accounts/{account}/orders/{order}', { path })
      .catch(() => null);
    const externalId = detail?.external_id ?? null;
    if (this.#known.size >= MAX_REMEMBERED_ORDERS) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(key, externalId);
    return externalId;
  }
}

const RETRY_MS = 1_000;

/** Follows a live stream and reconnects when the connection is lost. */
class StreamFollower {
  readonly #remote: Remote;
  readonly #isOfAll: boolean;
  readonly #stop = new AbortController();
  #lastId: string | null = null;

  constructor(remote: Remote, isOfAll: boolean) {
    this.#remote = remote;
    this.#isOfAll = isOfAll;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Resolves after `stop`. @throws CliError if the first connection fails */
  async follow(onMessage: (message: SseMessage) => Promise<void>): Promise<void> {
    const { err, url } = this.#remote;
    let stream = await this.#open();
    if (stream) err.line(`Following ${url}. Press Ctrl-C to stop.`);
    while (stream) {
      await this.#read(stream, onMessage);
      stream = await this.#reconnect();
    }
  }

  /** @returns null after `stop` @throws CliError if there is no connection */
  async #open(): Promise<ReadableStream<Uint8Array> | null> {
    const { control, path } = this.#remote;
    const { signal } = this.#stop;
    const headers = this.#lastId === null ? {} : { 'Last-Event-ID': this.#lastId };
    try {
      return this.#isOfAll
        ? await control.open('/_sandbox/stream', { headers, signal })
        : await control.open('/_sandbox/accounts/{account}/stream', { path, headers, signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Reads until the connection is lost. @throws what `onMessage` throws */
  async #read(
    stream: ReadableStream<Uint8Array>,
    onMessage: (message: SseMessage) => Promise<void>,
  ): Promise<void> {
    const messages = sseMessages(stream);
    for (;;) {
      const next = await messages.next().catch(() => null);
      if (!next || next.done) return;
      this.#lastId = next.value.id ?? this.#lastId;
      await onMessage(next.value);
    }
  }

  /** Tries until there is a connection. @returns null after `stop` */
  async #reconnect(): Promise<ReadableStream<Uint8Array> | null> {
    const { signal } = this.#stop;
    const { err } = this.#remote;
    if (!signal.aborted) err.line('Connection lost; waiting for the server.');
    while (!signal.aborted) {
      await this.#pause();
      try {
        const stream = await this.#open();
        if (stream) err.line('Reconnected.');
        return stream;
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
      }
    }
    return null;
  }

  /** Resolves after the retry interval, or immediately after `stop`. */
  #pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, RETRY_MS);
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#stop.signal.addEventListener('abort', wake, { once: true });
    });
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
      const externalIds = new ExternalIds(remote);
      const isShown = async (item: LiveFields): Promise<boolean> => {
        if (!satisfies(item, flags)) return false;
        if (externalId === undefined) return true;
        return (await externalIds.of(item)).some(id => globMatches(externalId, id));
      };
      const follower = new StreamFollower(remote, all);
      io.onInterrupt(() => follower.stop());
      await follower.follow(async message => {
        const notice = noticeOf(message);
        if (notice !== null) {
          err.line(notice);
          return;
        }
        const item = JSON.parse(message.data) as LiveItem & LiveFields;
        if (!(await isShown(item))) return;
        for (const line of json ? [message.data] : liveLines(item, out, all)) out.line(line);
      });
      return 0;
    }),
});

export const { define } = commands({ tail });
