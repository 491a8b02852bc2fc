import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostClock } from '../clock/host-clock.ts';
import type { Feed, FeedMessage, Reader } from '../runtime/live-feed.ts';

const HEARTBEAT_MS = 15_000;
/** So much may wait for a reader; one that is further behind is let go. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** So long a reader that was let go may take to read the end. */
const FAREWELL_MS = 5_000;

const textOf = ({ id, kind, data }: FeedMessage): string => `id: ${id}\nevent: ${kind}\ndata: ${data}\n\n`;
/** Without an id, so that a reader that comes back still names the last message that it got. */
const noticeOf = (kind: string, data: object): string => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/** One reader of a feed, over one connection. */
class StreamReader implements Reader {
  readonly #response: ServerResponse;
  readonly #clock: HostClock;
  readonly #over: () => void;
  #cancelHeartbeat: () => void = () => undefined;
  #isOver = false;

  constructor(response: ServerResponse, clock: HostClock, over: () => void) {
    this.#response = response;
    this.#clock = clock;
    this.#over = over;
    response.once('close', () => this.#stop());
    this.#beat();
  }

  take(message: FeedMessage): void {
    this.write(textOf(message));
  }

  write(text: string): void {
    if (this.#isOver) return;
    this.#response.write(text);
    if (this.#response.writableLength <= MAX_WAITING_BYTES) return;
    const waiting = this.#response.writableLength;
    this.#response.write(
      noticeOf('dropped', { reason: 'the client reads too slowly', waiting_bytes: waiting }),
    );
    this.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#stop();
    this.#response.end();
    const cancel = this.#clock.wake(FAREWELL_MS, () => this.#response.destroy());
    this.#response.once('close', cancel);
  }

  #stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelHeartbeat();
    this.#over();
  }

  #beat(): void {
    this.#cancelHeartbeat = this.#clock.wake(HEARTBEAT_MS, () => {
      this.write(': still here\n\n');
      if (!this.#isOver) this.#beat();
    });
  }
}

/** The id behind which a reader wants to go on; null where it comes for the first time. What is no id is beyond all. */
function lastIdOf(request: IncomingMessage, given: number | undefined): number | null {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return given ?? null;
  return /^\d{1,15}$/.test(String(header)) ? Number(header) : Number.POSITIVE_INFINITY;
}

/** All open streams of a server, so that they can be ended. */
export class LiveStreams {
  readonly #clock: HostClock;
  readonly #readers = new Set<StreamReader>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /**
   * Answers a request with a feed's messages as server-sent events, from behind the id that it names.
   * @param lastId where it is not in the header Last-Event-ID
   */
  open(request: IncomingMessage, response: ServerResponse, feed: Feed, lastId?: number): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    response.write('retry: 1000\n\n');
    let leave = (): void => undefined;
    const reader = new StreamReader(response, this.#clock, () => {
      leave();
      this.#readers.delete(reader);
    });
    this.#readers.add(reader);
    leave = feed.join(reader);
    const id = lastIdOf(request, lastId);
    if (id !== null) catchUp(reader, feed, id);
  }

  /** Ends all streams; their readers may come back to another server. */
  end(): void {
    for (const reader of [...this.#readers]) reader.end();
  }
}

function catchUp(reader: StreamReader, feed: Feed, id: number): void {
  const { messages, lost } = feed.since(id);
  if (lost !== 0) reader.write(noticeOf('gap', { lost }));
  for (const message of messages) reader.take(message);
}
