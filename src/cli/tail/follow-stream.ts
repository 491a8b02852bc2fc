import type { IncomingMessage } from 'node:http';
import { type SseMessage, sseMessages } from '../../wire/sse-parser.ts';
import { CliError } from '../cli-error.ts';
import type { ProcessIo } from '../process-io.ts';
import type { Remote } from '../remote-server.ts';

const RETRY_MS = 1_000;

/** Follows a live stream and reconnects when the connection is lost. */
export class StreamFollower {
  readonly #remote: Remote;
  readonly #path: string;
  readonly #onMessage: (message: SseMessage) => Promise<void>;
  readonly #io: ProcessIo;
  #lastId: string | null = null;
  #connection: IncomingMessage | null = null;
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(
    remote: Remote,
    path: string,
    onMessage: (message: SseMessage) => Promise<void>,
    io: ProcessIo,
  ) {
    this.#remote = remote;
    this.#path = path;
    this.#onMessage = onMessage;
    this.#io = io;
    io.onInterrupt(() => {
      this.#isStopped = true;
      this.#connection?.destroy();
      this.#wake();
    });
  }

  /** Resolves when the user interrupts it. @throws CliError if the first connection fails */
  async follow(): Promise<void> {
    this.#connection = await this.#remote.open(this.#path, null);
    this.#io.err.line(`Following ${this.#remote.url}. Press Ctrl-C to stop.`);
    while (!this.#isStopped) {
      await this.#read(this.#connection);
      if (!this.#isStopped) await this.#reconnect();
    }
  }

  async #read(connection: IncomingMessage): Promise<void> {
    try {
      for await (const message of sseMessages(connection)) {
        this.#lastId = message.id ?? this.#lastId;
        await this.#onMessage(message);
      }
    } catch (error) {
      // Connection errors have a code and lead to a reconnect. All other errors go to the caller.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  /** Resolves after the retry interval, or at once when the user interrupts. */
  async #pause(): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, RETRY_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #reconnect(): Promise<void> {
    this.#io.err.line('Connection lost; waiting for the server.');
    for (;;) {
      await this.#pause();
      if (this.#isStopped) return;
      try {
        this.#connection = await this.#remote.open(this.#path, this.#lastId);
        this.#io.err.line('Reconnected.');
        return;
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
      }
    }
  }
}
