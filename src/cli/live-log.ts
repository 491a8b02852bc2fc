import { DEMO_ACCOUNT } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import { happeningData } from '../wire/happening-data.ts';
import { requestFlash } from '../wire/request-data.ts';
import { type LiveItem, liveLines } from './format/live-item.ts';
import { counted } from './format/time.ts';
import { jsonLogLine, type LogLevel } from './json-log.ts';
import { LineLimiter } from './line-limiter.ts';
import type { Terminal } from './terminal.ts';

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
