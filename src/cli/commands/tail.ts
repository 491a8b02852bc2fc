import type { IncomingMessage } from 'node:http';
import type { Command } from 'commander';
import { type SseMessage, sseMessages } from '../../wire/sse-parser.ts';
import { CliError } from '../cli-error.ts';
import { type LiveItem, liveLines } from '../format/live-item.ts';
import { counted } from '../format/time.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import type { Remote } from '../remote-server.ts';

interface Flags extends RemoteFlags {
  readonly all?: boolean;
}

const EXAMPLES = `
The command runs until Ctrl-C. If the connection is lost, it reconnects and
resumes after the last message that it received.

Examples:
  energy-sandbox tail
  energy-sandbox tail --all
  energy-sandbox tail --json | jq -c 'select(.kind == "order")'`;

const RETRY_MS = 1_000;

/** Follows a live stream and reconnects when the connection is lost. */
class StreamFollower {
  readonly #remote: Remote;
  readonly #path: string;
  readonly #onMessage: (message: SseMessage) => void;
  readonly #io: ProcessIo;
  #lastId: string | null = null;
  #connection: IncomingMessage | null = null;
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(remote: Remote, path: string, onMessage: (message: SseMessage) => void, io: ProcessIo) {
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
        this.#onMessage(message);
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

async function tail(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const print = (message: SseMessage): void => {
    const notice = noticeOf(message);
    if (notice !== null) err.line(notice);
    else if (flags.json) out.line(message.data);
    else {
      const item = JSON.parse(message.data) as LiveItem;
      for (const line of liveLines(item, out, flags.all === true)) out.line(line);
    }
  };
  await new StreamFollower(remote, flags.all ? '/stream' : remote.of('/stream'), print, io).follow();
}

export function define(command: Command, io: ProcessIo): void {
  command.option('--all', 'follow all accounts');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => tail(flags, io));
}
