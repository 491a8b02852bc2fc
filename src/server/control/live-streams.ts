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

/** One reader of a feed, over one connection. */
class StreamReader implements Reader {
  readonly #response: ServerResponse;
  readonly #clock: HostClock;
  readonly #checkAccess: () => void;
  readonly #onEnd: () => void;
  #cancelHeartbeat: () => void = () => undefined;
  #hasEnded = false;

  constructor(response: ServerResponse, clock: HostClock, checkAccess: () => void, onEnd: () => void) {
    this.#response = response;
    this.#clock = clock;
    this.#checkAccess = checkAccess;
    this.#onEnd = onEnd;
    response.once('close', () => this.#stop());
    this.#scheduleHeartbeat();
  }

  take(message: FeedMessage): void {
    this.write(eventText(message));
  }

  /** Writes to the stream, or ends it if its caller no longer has access. */
  write(text: string): void {
    if (this.#hasEnded) return;
    try {
      this.#checkAccess();
    } catch {
      this.end();
      return;
    }
    this.#response.write(text);
    if (this.#response.writableLength <= MAX_WAITING_BYTES) return;
    const waiting = this.#response.writableLength;
    this.#response.write(
      noticeText('dropped', { reason: 'the client reads too slowly', waiting_bytes: waiting }),
    );
    this.end();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#stop();
    this.#response.end();
    const cancel = this.#clock.wake(CLOSE_TIMEOUT_MS, () => this.#response.destroy());
    this.#response.once('close', cancel);
  }

  #stop(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancelHeartbeat();
    this.#onEnd();
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat = this.#clock.wake(HEARTBEAT_MS, () => {
      this.write(': still here\n\n');
      if (!this.#hasEnded) this.#scheduleHeartbeat();
    });
  }
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
    const reader = new StreamReader(response, this.#clock, checkAccess, () => {
      leaveFeed();
      this.#readers.delete(reader);
    });
    this.#readers.add(reader);
    leaveFeed = feed.join(reader);
    const id = lastIdOf(request, lastId);
    if (id !== null) catchUp(reader, feed, id);
  }

  /** Ends all streams. Their clients may reconnect to another server. */
  end(): void {
    for (const reader of [...this.#readers]) reader.end();
  }
}

function catchUp(reader: StreamReader, feed: Feed, id: number): void {
  const { messages, lost } = feed.since(id);
  if (lost !== 0) reader.write(noticeText('gap', { lost }));
  for (const message of messages) reader.take(message);
}
