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
It follows until Ctrl-C ends it; where the server goes away, it waits, and goes
on behind what it saw last.

Examples:
  energy-sandbox tail
  energy-sandbox tail --all
  energy-sandbox tail --json | jq -c 'select(.kind == "order")'`;

const RETRY_MS = 1_000;

/** Follows a live stream, over as many connections as that takes. */
class Tail {
  readonly #remote: Remote;
  readonly #path: string;
  readonly #take: (message: SseMessage) => void;
  readonly #io: ProcessIo;
  #lastId: string | null = null;
  #connection: IncomingMessage | null = null;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(remote: Remote, path: string, take: (message: SseMessage) => void, io: ProcessIo) {
    this.#remote = remote;
    this.#path = path;
    this.#take = take;
    this.#io = io;
    io.onInterrupt(() => {
      this.#isOver = true;
      this.#connection?.destroy();
      this.#wake();
    });
  }

  /** Resolves once it is interrupted. @throws CliError where there is nothing to follow */
  async follow(): Promise<void> {
    this.#connection = await this.#remote.open(this.#path, null);
    this.#io.err.line(`Following ${this.#remote.url}. Ctrl-C ends it.`);
    while (!this.#isOver) {
      await this.#read(this.#connection);
      if (!this.#isOver) await this.#reconnect();
    }
  }

  async #read(connection: IncomingMessage): Promise<void> {
    try {
      for await (const message of sseMessages(connection)) {
        this.#lastId = message.id ?? this.#lastId;
        this.#take(message);
      }
    } catch (error) {
      // A connection that breaks off is made again; all else is for the caller.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  /** Resolves after a while, or at once where it is interrupted. */
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
    this.#io.err.line('The server went away; waiting for it.');
    for (;;) {
      await this.#pause();
      if (this.#isOver) return;
      try {
        this.#connection = await this.#remote.open(this.#path, this.#lastId);
        this.#io.err.line('It is back.');
        return;
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
      }
    }
  }
}

/** What a message about the stream itself says, or null for one about the account. */
function noticeOf({ event, data }: SseMessage): string | null {
  if (event === 'gap') {
    const { lost } = JSON.parse(data) as { readonly lost: number | null };
    return lost === null
      ? 'What came meanwhile is not known.'
      : `${counted(lost, 'message')} got lost meanwhile.`;
  }
  return event === 'dropped' ? 'The server let go of this reader, which did not keep up.' : null;
}

async function tail(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const take = (message: SseMessage): void => {
    const notice = noticeOf(message);
    if (notice !== null) err.line(notice);
    else if (flags.json) out.line(message.data);
    else {
      const item = JSON.parse(message.data) as LiveItem;
      for (const line of liveLines(item, out, flags.all === true)) out.line(line);
    }
  };
  await new Tail(remote, flags.all ? '/stream' : remote.of('/stream'), take, io).follow();
}

export function define(command: Command, io: ProcessIo): void {
  command.option('--all', 'of all accounts');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => tail(flags, io));
}
