import type { components } from '../contract/control-v1.generated.ts';
import { accountEventData } from '../contract/json/event-json.ts';
import { requestFlash } from '../contract/json/request-json.ts';
import { isoTime } from '../core/domain/time.ts';
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

/** The urgency of a line of the log. */
export type LogLevel = 'info' | 'warn' | 'error';

/** A line of the JSON log. @param wallMs the time of the host, in milliseconds */
export const jsonLogLine = (level: LogLevel, fields: object, wallMs: number): string =>
  JSON.stringify({ time: isoTime(wallMs), level, ...fields });
