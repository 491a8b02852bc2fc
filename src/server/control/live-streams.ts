import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Feed, FeedMessage, Reader } from '../../host/live-feed.ts';
import type { HostClock } from '../../host/node/host-clock.ts';

const HEARTBEAT_MS = 15_000;
/** Bytes that may wait to be sent to a client; a client that falls further behind is disconnected. */
export const MAX_WAITING_BYTES = 1024 * 1024;
/** The maximum number of clients that follow one feed: the feed of an account, or the feed of all accounts. */
export const MAX_STREAMS = 50;
/** How long a disconnected client may take to read the rest before its connection is destroyed. */
const CLOSE_TIMEOUT_MS = 5_000;

const eventText = ({ id, kind, data }: FeedMessage): string => `id: ${id}\nevent: ${kind}\ndata: ${data}\n\n`;
/** An event without an id, so that a client that reconnects still sends the id of the last message it received. */
const noticeText = (kind: string, data: object): string =>
  `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

interface StreamReader extends Reader {
  /** Writes to the stream, or ends it if its caller no longer has access. */
  write(text: string): void;
}

function streamReader(
  response: ServerResponse,
  clock: HostClock,
  checkAccess: () => void,
  onEnd: () => void,
): StreamReader {
  let hasEnded = false;
  const stop = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    cancelHeartbeat();
    onEnd();
  };
  const end = (): void => {
    if (hasEnded) return;
    stop();
    response.end();
    const cancel = clock.wake(CLOSE_TIMEOUT_MS, () => response.destroy());
    response.once('close', cancel);
  };
  const write = (text: string): void => {
    if (hasEnded) return;
    try {
      checkAccess();
    } catch {
      end();
      return;
    }
    response.write(text);
    const waiting_bytes = response.writableLength;
    if (waiting_bytes <= MAX_WAITING_BYTES) return;
    response.write(noticeText('dropped', { reason: 'the client reads too slowly', waiting_bytes }));
    end();
  };
  const beat = (): void => {
    write(': still here\n\n');
    if (!hasEnded) cancelHeartbeat = clock.wake(HEARTBEAT_MS, beat);
  };
  let cancelHeartbeat = clock.wake(HEARTBEAT_MS, beat);
  response.once('close', stop);
  return { take: message => write(eventText(message)), write, end };
}

/**
 * The id of the last message that a client received; null if it connects for the first time. A malformed id counts as
 * later than every message.
 */
function lastIdOf(request: IncomingMessage, queryId: number | undefined): number | null {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return queryId ?? null;
  return /^\d{1,15}$/.test(String(header)) ? Number(header) : Number.POSITIVE_INFINITY;
}

/** All open event streams of a server, so that a shutdown can end them. */
export class LiveStreams {
  readonly #clock: HostClock;
  readonly #readers = new Set<StreamReader>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /**
   * Responds with a feed's messages as server-sent events, starting after the last message that the client received.
   * @param checkAccess called before each message and each heartbeat; the stream ends once it throws
   * @param lastId the id of that message, if the request has no Last-Event-ID header
   */
  open(
    request: IncomingMessage,
    response: ServerResponse,
    feed: Feed,
    checkAccess: () => void,
    lastId?: number,
  ): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 1000\n\n');
    let leaveFeed = (): void => undefined;
    const reader = streamReader(response, this.#clock, checkAccess, () => {
      leaveFeed();
      this.#readers.delete(reader);
    });
    this.#readers.add(reader);
    leaveFeed = feed.join(reader);
    const id = lastIdOf(request, lastId);
    if (id === null) return;
    const { messages, lost } = feed.since(id);
    if (lost !== 0) reader.write(noticeText('gap', { lost }));
    for (const message of messages) reader.take(message);
  }

  /** Ends all streams. Their clients may reconnect to another server. */
  end(): void {
    for (const reader of [...this.#readers]) reader.end();
  }
}
