import type { HostClock } from '../clock/host-clock.ts';
import type { Direction, Outcome } from '../har/recorded-fields.ts';
import type { BodyFraming, FramerEvents } from './message-framer.ts';
import {
  parseRequestHead,
  parseResponseHead,
  type RequestHead,
  type ResponseHead,
  requestFraming,
  responseFraming,
  withHost,
} from './message-head.ts';
import { BodyCapture, type HeldBytes, type RawExchange } from './raw-exchange.ts';

/** How many requests may wait for their responses on a connection before the recorder stops reading further ones. */
export const MAX_PIPELINED = 16;

/** What a connection is told, and whom it tells. */
export interface LogContext {
  readonly direction: Direction;
  /** The number of the connection, from 1. */
  readonly connection: number;
  /** The Host that the target expects. */
  readonly host: string;
  readonly clock: HostClock;
  readonly held: HeldBytes;
  readonly onExchange: (exchange: RawExchange) => void;
  /** Called if bytes are passed on without being recorded, because they are not understood. */
  readonly onUnrecorded: (reason: string) => void;
}

/** An exchange in progress. Instants are those of the monotonic clock. */
interface Draft {
  readonly head: RequestHead;
  readonly body: BodyCapture;
  readonly startedAt: number;
  readonly startMs: number;
  connectMs: number | null;
  sentMs: number | null;
  firstByteMs: number | null;
  response: { readonly head: ResponseHead; readonly body: BodyCapture } | null;
  responseEnded: boolean;
  clientGoneMs: number | null;
}

const isInterim = ({ status }: ResponseHead): boolean => status < 200 && status !== 101;

/** True if what follows a response is another protocol. */
const hasNoFraming = (response: ResponseHead, { method }: RequestHead): boolean =>
  responseFraming(response, method).kind === 'opaque';

/** Joins the requests and responses of one connection to exchanges. */
export class ConnectionLog {
  readonly #context: LogContext;
  /** Exchanges in progress, in the order of their requests. The first one gets the next response. */
  #pending: Draft[] = [];
  /** The exchange whose request is being sent. */
  #sending: Draft | null = null;
  #interim = false;
  #serverAddress: string | null = null;
  #onRoom: (() => void) | null = null;

  constructor(context: LogContext) {
    this.#context = context;
  }

  /** @param emit takes the bytes to send to the target, in order */
  requestEvents(emit: (bytes: Buffer) => void): FramerEvents {
    return {
      head: bytes => {
        const sent = withHost(bytes, this.#context.host);
        emit(sent);
        return this.#beginRequest(sent);
      },
      wire: emit,
      content: bytes => this.#sending?.body.add(bytes),
      end: () => this.#endRequest(),
      opaque: () =>
        this.#context.onUnrecorded('bytes of a client that are not HTTP/1.1, or a head that is too large'),
    };
  }

  responseEvents(): FramerEvents {
    return {
      head: bytes => this.#beginResponse(bytes),
      wire: () => undefined,
      content: bytes => this.#pending[0]?.response?.body.add(bytes),
      end: () => this.#endResponse(),
      opaque: () => this.#loseResponse(),
    };
  }

  /** Calls back as soon as fewer than `MAX_PIPELINED` requests wait for their responses. */
  whenRoom(callback: () => void): void {
    if (this.#pending.length < MAX_PIPELINED) callback();
    else this.#onRoom = callback;
  }

  connected(afterMs: number, serverAddress: string | null): void {
    this.#serverAddress = serverAddress;
    const [first] = this.#pending;
    if (first) first.connectMs = afterMs;
  }

  /** The client will send nothing more. If it still waits for a response, it has given up. */
  clientEnded(): void {
    const now = this.#context.clock.monotonicMs();
    for (const draft of this.#pending) if (!draft.responseEnded) draft.clientGoneMs ??= now;
  }

  /** The client's connection is gone. */
  clientClosed(): void {
    this.clientEnded();
    this.#finishAll(() => ({ kind: 'recorder-stopped' }));
  }

  /** The target's connection has ended: without an error if it was closed. */
  targetEnded(error: string): void {
    this.#finishAll(({ response }) => ({ kind: response ? 'truncated' : 'upstream-error', error }));
  }

  /** The recorder ends the connection. */
  stop(): void {
    this.#finishAll(() => ({ kind: 'recorder-stopped' }));
  }

  get isBusy(): boolean {
    return this.#pending.length > 0;
  }

  #beginRequest(bytes: Buffer): BodyFraming {
    const head = parseRequestHead(bytes);
    if (!head) return { kind: 'opaque' };
    const { clock, held } = this.#context;
    this.#sending = {
      head,
      body: new BodyCapture(held),
      startedAt: clock.wallMs(),
      startMs: clock.monotonicMs(),
      connectMs: null,
      sentMs: null,
      firstByteMs: null,
      response: null,
      responseEnded: false,
      clientGoneMs: null,
    };
    this.#pending.push(this.#sending);
    return requestFraming(head);
  }

  #endRequest(): void {
    const draft = this.#sending;
    this.#sending = null;
    if (!draft) return;
    draft.sentMs = this.#context.clock.monotonicMs();
    if (draft.responseEnded) this.#complete(draft);
  }

  #beginResponse(bytes: Buffer): BodyFraming {
    const head = parseResponseHead(bytes);
    const [draft] = this.#pending;
    if (!head || !draft || draft.responseEnded) return { kind: 'opaque' };
    this.#interim = isInterim(head);
    if (this.#interim) return { kind: 'none' };
    draft.firstByteMs = this.#context.clock.monotonicMs();
    draft.response = { head, body: new BodyCapture(this.#context.held) };
    return responseFraming(head, draft.head.method);
  }

  #endResponse(): void {
    const [draft] = this.#pending;
    if (this.#interim || !draft) return;
    draft.responseEnded = true;
    // A response may precede the end of its request. The request is recorded as far as it is sent.
    if (draft.sentMs !== null) this.#complete(draft);
  }

  /** What follows is not a response of HTTP/1.1: after a switch of protocols, or by mistake. */
  #loseResponse(): void {
    const [draft] = this.#pending;
    if (draft?.response && hasNoFraming(draft.response.head, draft.head)) {
      this.#complete(draft);
      return;
    }
    if (draft?.response) {
      this.targetEnded('the chunks of the response are not valid');
      return;
    }
    this.#context.onUnrecorded(
      draft
        ? 'bytes of the target that are not HTTP/1.1'
        : 'bytes of the target that answer no recorded request',
    );
    this.targetEnded('the response is not HTTP/1.1');
  }

  #complete(draft: Draft): void {
    this.#pending = this.#pending.filter(one => one !== draft);
    this.#finish(draft, { kind: 'complete' });
    if (this.#pending.length >= MAX_PIPELINED) return;
    const onRoom = this.#onRoom;
    this.#onRoom = null;
    onRoom?.();
  }

  #finishAll(outcomeOf: (draft: Draft) => Outcome): void {
    const drafts = this.#pending;
    this.#pending = [];
    this.#sending = null;
    for (const draft of drafts)
      this.#finish(draft, draft.responseEnded ? { kind: 'complete' } : outcomeOf(draft));
  }

  #finish(draft: Draft, outcome: Outcome): void {
    const endMs = this.#context.clock.monotonicMs();
    const { head, body, response, startedAt, startMs, connectMs, clientGoneMs } = draft;
    const sentMs = draft.sentMs ?? draft.firstByteMs ?? endMs;
    const firstByteMs = Math.max(draft.firstByteMs ?? endMs, sentMs);
    this.#context.onExchange({
      direction: this.#context.direction,
      connection: this.#context.connection,
      startedAt,
      timings: {
        connectMs,
        sendMs: Math.max(0, sentMs - startMs - (connectMs ?? 0)),
        waitMs: firstByteMs - sentMs,
        receiveMs: Math.max(0, endMs - firstByteMs),
      },
      request: { head, body },
      response,
      outcome:
        clientGoneMs === null
          ? outcome
          : { kind: 'client-gone', afterMs: Math.round(clientGoneMs - startMs) },
      serverAddress: this.#serverAddress,
    });
  }
}
