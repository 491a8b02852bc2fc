import type { components, operations } from '../contract/control-v1.generated.ts';
import { accountEventData } from '../contract/json/event-json.ts';
import { controlCallData, requestLogData } from '../contract/json/request-json.ts';
import { formatDuration, isoTime } from '../core/domain/time.ts';
import type { Account } from '../core/engine/account.ts';
import type { ControlCall } from '../core/facts.ts';
import { escapeControls } from '../core/text/escape.ts';
import { counted } from '../core/text/wording.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { type Cell, tableLines } from '../judge/report/table.ts';
import { DEMO_ACCOUNT } from '../server/options.ts';
import type { RunningSandbox } from '../server/sandbox.ts';
import {
  type AccountEvent,
  accountEventRow,
  type ExchangeSummary,
  exchangeRow,
  explanationLines,
  instantText,
  isWorthPrinting,
  SEVERITY_TINTS,
} from './format.ts';
import type { Terminal } from './process-io.ts';

type Finding = components['schemas']['Finding'];

/** An item of the live stream: an API request with its response, a finding, an arrival at the receiver, or an account event. */
export type LiveItem = { readonly account?: string | null } & (
  | ({ readonly kind: 'request' } & ExchangeSummary)
  | ({ readonly kind: 'finding' } & Finding)
  | { readonly kind: 'arrival' }
  | AccountEvent
);

/** Fixed column widths that fit usual rows, because later rows are not known yet. */
const REQUEST_WIDTHS = [19, 9, 19, 4, 0] as const;
const EVENT_WIDTHS = [19, 9, 25, 0] as const;

const findingRow = ({ at, orders, severity, rule, message }: Finding): Cell[] => [
  { text: instantText(at), tint: 'dim' },
  orders.length === 1 ? `order ${orders[0]}` : '',
  { text: `${severity} ${rule}`, tint: SEVERITY_TINTS[severity] },
  { text: message, tint: 'dim' },
];

const padded = (cell: Cell, width: number): Cell =>
  typeof cell === 'string' ? cell.padEnd(width) : { ...cell, text: cell.text.padEnd(width) };

/**
 * An item as a line of text, for a request with its explanation below. Empty if another line already shows it.
 * @param showsAccount adds the account name, for logs of several accounts
 */
export function liveLines(item: LiveItem, terminal: Terminal, showsAccount: boolean): string[] {
  // The delivery that arrived is an item of its own.
  if (item.kind === 'arrival') return [];
  const isRequest = item.kind === 'request';
  const isFinding = item.kind === 'finding';
  if (!isRequest && !isFinding && !isWorthPrinting(item)) return [];
  const widths = isRequest ? REQUEST_WIDTHS : EVENT_WIDTHS;
  const cells = isRequest ? exchangeRow(item) : isFinding ? findingRow(item) : accountEventRow(item);
  const [time, ...others] = cells.map((cell, column) => padded(cell, widths[column] ?? 0));
  const account: Cell[] = showsAccount ? [{ text: item.account ?? '-', tint: 'blue' }] : [];
  const lines = tableLines([[time!, ...account, ...others]], terminal);
  return isRequest ? [...lines, ...explanationLines(item, terminal)] : lines;
}

/** The parts of a server that a log needs. */
type Logged = Pick<RunningSandbox, 'core' | 'traffic'>;
type Core = Logged['core'];

/** Limits the lines on a terminal, which is slow, and on which nobody can read more. */
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

/** A limiter for a terminal; null for a file or a pipe, which gets every line. */
const limiterFor = (
  terminal: Terminal,
  clock: HostClock,
  onSkipped: (count: number) => void,
): LineLimiter | null => (terminal.isInteractive ? new LineLimiter(clock, onSkipped) : null);

/** A log. */
interface Log {
  /** Takes what happens to an account; its name is null for a request without the key of an account. */
  item(account: string | null, itemOf: () => LiveItem): void;
  /** Takes a notice for the operator: fields for programs, and a text for people; a text log leaves out null. */
  notice(level: LogLevel, fields: object, text: string | null): void;
}

/** An event that was given up is worth a look. */
const levelOf = (item: LiveItem): LogLevel =>
  item.kind === 'settled' && item.state === 'exhausted' ? 'warn' : 'info';

/** One line for each item, with the time of the account's clock. */
function textLog({ core, traffic }: Logged, terminal: Terminal): Log {
  const limiter = limiterFor(terminal, core.clock, skipped => {
    traffic.skippedLines += skipped;
    terminal.line(terminal.paint('dim', `… and ${counted(skipped, 'event')} more`));
  });
  return {
    item(account, itemOf) {
      if (limiter?.tryAcquire() === false) return;
      const lines = liveLines({ account, ...itemOf() }, terminal, account !== DEMO_ACCOUNT);
      if (lines.length === 0) return;
      limiter?.consume(lines.length);
      for (const line of lines) terminal.line(line);
    },
    notice(_level, _fields, text) {
      if (text !== null)
        terminal.line(`${instantText(isoTime(core.clock.wallMs()))}  ${escapeControls(text)}`);
    },
  };
}

/**
 * One JSON object a line, for programs that collect logs: `time` on the host's clock, `level`, `account`, and the item
 * as the live stream has it, with `at` on the account's clock.
 */
function jsonLog({ core: { clock }, traffic }: Logged, terminal: Terminal): Log {
  const write = (level: LogLevel, fields: object): void =>
    terminal.line(jsonLogLine(level, fields, clock.wallMs()));
  const limiter = limiterFor(terminal, clock, skipped => {
    traffic.skippedLines += skipped;
    write('warn', { kind: 'skipped', count: skipped });
  });
  return {
    item(account, itemOf) {
      if (limiter?.tryAcquire() === false) return;
      limiter?.consume(1);
      const item = itemOf();
      write(levelOf(item), { account, ...item });
    },
    notice: write,
  };
}

/** Calls that change nothing although their method is not GET. */
const READS: ReadonlySet<string> = new Set<keyof operations>([
  'checkScenario',
  'verifyRequests',
  'verifyWebhooks',
]);

/** Logs a call of the control API that may have changed something, or that lacked the admin token. */
function logCall(log: Log, call: ControlCall): void {
  const { error, ip, method, operation } = call;
  const isRefused = error === 'ADMIN_TOKEN_REQUIRED';
  if (!isRefused && (method === 'GET' || READS.has(operation))) return;
  const text = `refused ${operation} from ${ip}: wrong or missing admin token`;
  log.notice(isRefused ? 'warn' : 'info', controlCallData(call), isRefused ? text : null);
}

/** Logs the removal of an account that nobody used. */
function logRemoval(log: Log, { idle }: Core, account: Account): void {
  const { name } = account.state;
  const idle_ttl = formatDuration(idle.ttlMs(account)!);
  const text = `${name} removed, because nobody used it for ${idle_ttl}`;
  log.notice('info', { kind: 'removed', account: name, idle_ttl }, text);
}

/**
 * Logs each API request, each event of orders and webhooks, each change by the control API and each removal of an
 * account. In a file or a pipe, each line is written before the response that it is about, and none is left out.
 */
export function logAccountEvents(
  sandbox: Logged,
  terminal: Terminal,
  format: 'text' | 'json' = 'text',
): void {
  const log = (format === 'json' ? jsonLog : textLog)(sandbox, terminal);
  const { core } = sandbox;
  core.facts.join({
    happened: ({ state }, accountEvents) => {
      for (const accountEvent of accountEvents)
        log.item(state.name, () => accountEventData(state, accountEvent));
    },
    answered: (account, exchange) => log.item(account?.state.name ?? null, () => requestLogData(exchange)),
    called: call => logCall(log, call),
    closed: (account, end) => {
      if (end === 'idle') logRemoval(log, core, account);
    },
  });
}

/** The urgency of a line of the log. */
export type LogLevel = 'info' | 'warn' | 'error';

/** A line of the JSON log. @param wallMs the time of the host, in milliseconds */
export const jsonLogLine = (level: LogLevel, fields: object, wallMs: number): string =>
  JSON.stringify({ time: isoTime(wallMs), level, ...fields });
