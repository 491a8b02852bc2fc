import { DEMO_ACCOUNT } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import { happeningData } from '../wire/happenings.ts';
import { requestFlash } from '../wire/requests.ts';
import { type LiveItem, liveLines } from './live-lines.ts';
import type { Terminal } from './terminal.ts';
import { counted } from './texts.ts';

/** More lines a second than this nobody reads, and printing them would slow the server down. */
const LINES_A_SECOND = 200;
const SECOND_MS = 1_000;

/** Lets so many lines through in a second, and says how many it did not. */
class LineBudget {
  readonly #terminal: Terminal;
  #left = LINES_A_SECOND;
  #skipped = 0;
  #isRunning = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** True where one more line fits. */
  take(): boolean {
    if (!this.#isRunning) {
      this.#isRunning = true;
      setTimeout(() => this.#renew(), SECOND_MS).unref();
    }
    if (this.#left === 0) {
      this.#skipped += 1;
      return false;
    }
    this.#left -= 1;
    return true;
  }

  #renew(): void {
    if (this.#skipped > 0) {
      this.#terminal.line(this.#terminal.paint('dim', `… and ${counted(this.#skipped, 'line')} more`));
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
  const budget = new LineBudget(terminal);
  const tell = (account: string | null, itemOf: () => LiveItem): void => {
    if (!budget.take()) return;
    const lines = liveLines({ account, ...itemOf() }, terminal, account !== DEMO_ACCOUNT);
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
