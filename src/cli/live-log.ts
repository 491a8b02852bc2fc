import type { components, operations } from '../contract/control-v1.generated.ts';
import { accountEventData } from '../contract/json/event-json.ts';
import { controlCallData, requestLogData } from '../contract/json/request-json.ts';
import { formatDuration, isoTime } from '../core/domain/time.ts';
import type { Account } from '../core/engine/account.ts';
import { escapeControls } from '../core/text/escape.ts';
import { counted } from '../core/text/wording.ts';
import { type Cell, tableLines } from '../judge/report/table.ts';
import { DEMO_ACCOUNT } from '../server/sandbox-options.ts';
import type { RunningSandbox } from '../server/start-sandbox.ts';
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

/** Fixed column widths that fit usual rows, because later rows are still unknown. */
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

type Logged = Pick<RunningSandbox, 'core' | 'traffic'>;

/** A terminal is slow, and nobody can read more on it. Further items are counted. */
const LINES_PER_SECOND = 200;
const SECOND_MS = 1_000;

interface LogForm {
  item(item: LiveItem): readonly string[];
  /** A notice for the operator: fields for programs, and a text for people; a text log leaves out null. */
  notice(level: LogLevel, fields: object, text: string | null): readonly string[];
}

/** One line for each item, with the time of the account's clock. */
const textForm = (terminal: Terminal): LogForm => ({
  item: item => liveLines(item, terminal, item.account !== DEMO_ACCOUNT),
  notice: (_level, _fields, text) => (text === null ? [] : [terminal.paint('dim', escapeControls(text))]),
});

/** An event that was given up needs attention. */
const levelOf = (item: LiveItem): LogLevel =>
  item.kind === 'settled' && item.state === 'exhausted' ? 'warn' : 'info';

/**
 * One JSON object per line, for programs that collect logs: `time` on the host's clock, `level`, `account`, and the
 * item as the live stream has it, with `at` on the account's clock.
 */
function jsonForm({ clock }: Logged['core']): LogForm {
  const line = (level: LogLevel, fields: object) => [jsonLogLine(level, fields, clock.wallMs())];
  return { item: item => line(levelOf(item), item), notice: line };
}

/** Calls that change nothing although their method is not GET. */
const READS: ReadonlySet<string> = new Set<keyof operations>([
  'checkScenario',
  'verifyRequests',
  'verifyWebhooks',
]);

/**
 * Logs each API request, each event of orders and webhooks, each change by the control API and each removal of an
 * account. In a file or a pipe, each line is written before the response that it is about, and none is left out.
 */
export function logAccountEvents(
  { core, traffic }: Logged,
  terminal: Terminal,
  format: 'text' | 'json' = 'text',
): void {
  const form = format === 'json' ? jsonForm(core) : textForm(terminal);
  const write = (lines: readonly string[]): void => {
    for (const line of lines) terminal.line(line);
  };
  const perSecond = terminal.isInteractive ? LINES_PER_SECOND : Number.POSITIVE_INFINITY;
  let left = perSecond;
  let skipped = 0;
  let isCounting = false;
  const endSecond = (): void => {
    if (skipped > 0) {
      traffic.skippedLines += skipped;
      write(
        form.notice('warn', { kind: 'skipped', count: skipped }, `… and ${counted(skipped, 'event')} more`),
      );
    }
    left = perSecond;
    skipped = 0;
    isCounting = false;
  };
  const take = (account: Account | null, itemOf: () => LiveItem): void => {
    if (left <= 0) {
      skipped += 1;
      return;
    }
    const lines = form.item({ account: account?.state.name ?? null, ...itemOf() });
    left -= lines.length;
    write(lines);
    if (lines.length === 0 || isCounting) return;
    isCounting = true;
    core.clock.wake(SECOND_MS, endSecond);
  };
  core.facts.join({
    happened: (account, accountEvents) => {
      for (const one of accountEvents) take(account, () => accountEventData(account.state, one));
    },
    answered: (account, exchange) => take(account, () => requestLogData(exchange)),
    called: call => {
      const isRefused = call.error === 'ADMIN_TOKEN_REQUIRED';
      if (!isRefused && (call.request.method === 'GET' || READS.has(call.operation))) return;
      const text = `${call.operation} from ${call.ip} was refused: wrong or missing admin token`;
      write(form.notice(isRefused ? 'warn' : 'info', controlCallData(call), isRefused ? text : null));
    },
    closed: (account, end) => {
      if (end !== 'idle') return;
      const { name } = account.state;
      const idle_ttl = formatDuration(core.idle.ttlMs(account)!);
      const text = `account ${name} was removed: nobody used it for ${idle_ttl}`;
      write(form.notice('info', { kind: 'removed', account: name, idle_ttl }, text));
    },
  });
}

/** The urgency of a line of the log. */
export type LogLevel = 'info' | 'warn' | 'error';

/** A line of the JSON log. @param wallMs the time of the host, in milliseconds */
export const jsonLogLine = (level: LogLevel, fields: object, wallMs: number): string =>
  JSON.stringify({ time: isoTime(wallMs), level, ...fields });
