import type { HostClock } from '../clock/host-clock.ts';
import { DEMO_ACCOUNT } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import { happeningData } from '../wire/happening-data.ts';
import { requestFlash } from '../wire/request-data.ts';
import { type LiveItem, liveLines } from './format/live-item.ts';
import { counted } from './format/time.ts';
import type { Terminal } from './terminal.ts';

/** More lines a second than this nobody reads, and printing them would slow the server down. */
const LINES_A_SECOND = 200;
const SECOND_MS = 1_000;

/** Lets so much through in a second, and says how much it did not. */
class Budget {
  readonly #terminal: Terminal;
  readonly #clock: HostClock;
  #left = LINES_A_SECOND;
  #skipped = 0;
  #isRunning = false;

  constructor(terminal: Terminal, clock: HostClock) {
    this.#terminal = terminal;
    this.#clock = clock;
  }

  /** True where there is room in this second; false counts as skipped. */
  hasRoom(): boolean {
    if (this.#left > 0) return true;
    this.#skipped += 1;
    return false;
  }

  spend(lines: number): void {
    this.#left -= lines;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#clock.wake(SECOND_MS, () => this.#renew());
  }

  #renew(): void {
    if (this.#skipped > 0) {
      this.#terminal.line(this.#terminal.paint('dim', `… and ${counted(this.#skipped, 'happening')} more`));
    }
    this.#left = LINES_A_SECOND;
    this.#skipped = 0;
    this.#isRunning = false;
  }
}

/**
 * Tells of each API request, and of what happens to orders and webhooks, one line each, with the time of the
 * account's clock.
 */
export function logHappenings(core: Core, terminal: Terminal): void {
  const budget = new Budget(terminal, core.clock);
  const tell = (account: string | null, itemOf: () => LiveItem): void => {
    if (!budget.hasRoom()) return;
    const lines = liveLines({ account, ...itemOf() }, terminal, account !== DEMO_ACCOUNT);
    if (lines.length === 0) return;
    budget.spend(lines.length);
    for (const line of lines) terminal.line(line);
  };
  core.watch({
    happened: (account, happenings) => {
      for (const happening of happenings) {
        tell(account.state.name, () => happeningData(account.state, happening));
      }
    },
    exchanged: (account, exchange) => {
      tell(account?.state.name ?? null, () => ({ ...requestFlash(exchange), kind: 'request' }));
    },
  });
}
