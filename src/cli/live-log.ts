import { accountEventData } from '../contract/json/event-data.ts';
import { requestFlash } from '../contract/json/request-data.ts';
import { counted } from '../core/text/wording.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { DEMO_ACCOUNT } from '../server/options.ts';
import type { RunningSandbox } from '../server/sandbox.ts';
import { type LiveItem, liveLines } from './format.ts';
import { jsonLogLine, type LogLevel, type Terminal } from './terminal.ts';

type Core = RunningSandbox['core'];

/** Limits the lines of a log, because printing every line under load would slow the server down. */
const LINES_PER_SECOND = 200;
const SECOND_MS = 1_000;

/** Limits the number of lines per second, and reports how many items were skipped. */
class LineLimiter {
  readonly #clock: HostClock;
  readonly #onSkipped: (count: number) => void;
  #left = LINES_PER_SECOND;
  #skipped = 0;
  #isRunning = false;

  /** @param onSkipped called at the end of a second in which items were skipped */
  constructor(clock: HostClock, onSkipped: (count: number) => void) {
    this.#clock = clock;
    this.#onSkipped = onSkipped;
  }

  /** Whether another line may be printed in this second. If not, the item is counted as skipped. */
  tryAcquire(): boolean {
    if (this.#left > 0) return true;
    this.#skipped += 1;
    return false;
  }

  consume(lines: number): void {
    this.#left -= lines;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#clock.wake(SECOND_MS, () => this.#renew());
  }

  #renew(): void {
    if (this.#skipped > 0) this.#onSkipped(this.#skipped);
    this.#left = LINES_PER_SECOND;
    this.#skipped = 0;
    this.#isRunning = false;
  }
}

/** Takes what happens to an account; its name is null for a request without the key of an account. */
type TakeItem = (account: string | null, itemOf: () => LiveItem) => void;

/** An event that was given up is worth a look. */
const levelOf = (item: LiveItem): LogLevel =>
  item.kind === 'settled' && item.state === 'exhausted' ? 'warn' : 'info';

/** One line for each item, with the time of the account's clock. */
function textWriter({ clock }: Core, terminal: Terminal): TakeItem {
  const limiter = new LineLimiter(clock, skipped =>
    terminal.line(terminal.paint('dim', `… and ${counted(skipped, 'event')} more`)),
  );
  return (account, itemOf) => {
    if (!limiter.tryAcquire()) return;
    const lines = liveLines({ account, ...itemOf() }, terminal, account !== DEMO_ACCOUNT);
    if (lines.length === 0) return;
    limiter.consume(lines.length);
    for (const line of lines) terminal.line(line);
  };
}

/**
 * One JSON object a line, for programs that collect logs: `time` on the host's clock, `level`, `account`, and the item
 * as the live stream has it, with `at` on the account's clock.
 */
function jsonWriter({ clock }: Core, terminal: Terminal): TakeItem {
  const write = (level: LogLevel, fields: object): void =>
    terminal.line(jsonLogLine(level, fields, clock.wallMs()));
  const limiter = new LineLimiter(clock, skipped => write('warn', { kind: 'skipped', count: skipped }));
  return (account, itemOf) => {
    if (!limiter.tryAcquire()) return;
    limiter.consume(1);
    const item = itemOf();
    write(levelOf(item), { account, ...item });
  };
}

/** Logs each API request and each event of orders and webhooks. */
export function logAccountEvents(core: Core, terminal: Terminal, format: 'text' | 'json' = 'text'): void {
  const take = (format === 'json' ? jsonWriter : textWriter)(core, terminal);
  core.facts.join({
    happened: ({ state }, accountEvents) => {
      for (const accountEvent of accountEvents) take(state.name, () => accountEventData(state, accountEvent));
    },
    answered: (account, exchange) =>
      take(account?.state.name ?? null, () => ({ ...requestFlash(exchange), kind: 'request' })),
  });
}
