import type { HostClock } from '../clock/host-clock.ts';
import { DEMO_ACCOUNT } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import { happeningData } from '../wire/happening-data.ts';
import { requestFlash } from '../wire/request-data.ts';
import { type LiveItem, liveLines } from './format/live-item.ts';
import { counted } from './format/time.ts';
import type { Terminal } from './terminal.ts';

/** Limits the log, because printing every line under load would slow the server down. */
const LINES_PER_SECOND = 200;
const SECOND_MS = 1_000;

/** Limits the number of lines per second and prints how many items were skipped. */
class LineLimiter {
  readonly #terminal: Terminal;
  readonly #clock: HostClock;
  #left = LINES_PER_SECOND;
  #skipped = 0;
  #isRunning = false;

  constructor(terminal: Terminal, clock: HostClock) {
    this.#terminal = terminal;
    this.#clock = clock;
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
    if (this.#skipped > 0) {
      this.#terminal.line(this.#terminal.paint('dim', `… and ${counted(this.#skipped, 'event')} more`));
    }
    this.#left = LINES_PER_SECOND;
    this.#skipped = 0;
    this.#isRunning = false;
  }
}

/** Logs each API request and each event of orders and webhooks in one line, with the time of the account's clock. */
export function logHappenings(core: Core, terminal: Terminal): void {
  const limiter = new LineLimiter(terminal, core.clock);
  const print = (account: string | null, itemOf: () => LiveItem): void => {
    if (!limiter.tryAcquire()) return;
    const lines = liveLines({ account, ...itemOf() }, terminal, account !== DEMO_ACCOUNT);
    if (lines.length === 0) return;
    limiter.consume(lines.length);
    for (const line of lines) terminal.line(line);
  };
  core.facts.join({
    happened: (account, happenings) => {
      for (const happening of happenings) {
        print(account.state.name, () => happeningData(account.state, happening));
      }
    },
    answered: (account, exchange) => {
      print(account?.state.name ?? null, () => ({ ...requestFlash(exchange), kind: 'request' }));
    },
  });
}
