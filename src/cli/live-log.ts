import type { HostClock } from '../clock/host-clock.ts';
import { DEMO_ACCOUNT } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import { counted } from '../text/units.ts';
import { happeningData } from '../wire/happening-data.ts';
import { requestFlash } from '../wire/request-data.ts';
import { type LiveItem, liveLines } from './format.ts';
import { jsonLogLine, type LogLevel, type Terminal } from './terminal.ts';

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

/** Passes on all that happens to accounts. */
function followItems(core: Core, take: TakeItem): void {
  core.facts.join({
    happened: (account, happenings) => {
      for (const happening of happenings) {
        take(account.state.name, () => happeningData(account.state, happening));
      }
    },
    answered: (account, exchange) => {
      take(account?.state.name ?? null, () => ({ ...requestFlash(exchange), kind: 'request' }));
    },
  });
}

/** Logs each API request and each event of orders and webhooks in one line, with the time of the account's clock. */
export function logHappenings(core: Core, terminal: Terminal): void {
  const limiter = new LineLimiter(core.clock, skipped =>
    terminal.line(terminal.paint('dim', `… and ${counted(skipped, 'event')} more`)),
  );
  const print = (account: string | null, itemOf: () => LiveItem): void => {
    if (!limiter.tryAcquire()) return;
    const lines = liveLines({ account, ...itemOf() }, terminal, account !== DEMO_ACCOUNT);
    if (lines.length === 0) return;
    limiter.consume(lines.length);
    for (const line of lines) terminal.line(line);
  };
  followItems(core, print);
}

/** An event that was given up is worth a look. */
const levelOf = (item: LiveItem): LogLevel =>
  item.kind === 'settled' && item.state === 'exhausted' ? 'warn' : 'info';

/**
 * Logs the same as JSON, one object a line, for programs that collect logs: `time` on the host's clock, `level`,
 * `account`, and the item as the live stream has it, with `at` on the account's clock.
 */
export function logAsJson(core: Core, terminal: Terminal): void {
  const write = (level: LogLevel, fields: object): void =>
    terminal.line(jsonLogLine(level, fields, core.clock.wallMs()));
  const limiter = new LineLimiter(core.clock, skipped => write('warn', { kind: 'skipped', count: skipped }));
  followItems(core, (account, itemOf) => {
    if (!limiter.tryAcquire()) return;
    limiter.consume(1);
    const item = itemOf();
    write(levelOf(item), { account, ...item });
  });
}
