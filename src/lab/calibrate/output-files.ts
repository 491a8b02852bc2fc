import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_SETTINGS } from '../../core/domain/assumptions.ts';
import type { Package } from '../../core/domain/catalogue.ts';
import { groupedBy } from '../../core/domain/collections.ts';
import { isLegalEdge } from '../../core/domain/order.ts';
import { formatDuration } from '../../core/domain/time.ts';
import { observedPackages, type PackageFacts } from './learn-packages.ts';
import { type LearnedRow, shown } from './learned-row.ts';
import type { OrderHistory } from './order-histories.ts';
import type { Calibration } from './run-calibration.ts';

/** Settings that list what was observed. They are written even if the assumed lists have more. */
const PARTIAL_LISTS: readonly string[] = ['packages', 'custom_prices_sun_per_energy'];

const comment = (text: string): string => text.replaceAll(/\s+/g, ' ');

function howKnown({ row, verdict, observed, count, evidence }: LearnedRow, assumed: unknown): string {
  const first = evidence[0] ? `, such as ${evidence[0].exchange}` : '';
  const exchanges = `${count} ${count === 1 ? 'exchange' : 'exchanges'}${first}`;
  const isList = PARTIAL_LISTS.includes(row);
  const was = verdict === 'contradicted' && !isList ? `; assumed was ${shown(assumed)}` : '';
  return comment(`observed: ${observed} (${exchanges}${was})`);
}

/** Whether the value of a row is written. An assumed value that merely fits is not. */
function isWritten(row: LearnedRow, assumed: unknown): boolean {
  if (row.value === undefined) return false;
  return (
    row.verdict !== 'narrowed' || PARTIAL_LISTS.includes(row.row) || !isDeepStrictEqual(row.value, assumed)
  );
}

function packageLine(pack: Package, facts: PackageFacts | undefined): string {
  const name = facts?.name ? '' : '; its name is from the settings in use';
  const own = facts?.ownMinutes ? '' : '; its own duration was not observed, so another one is written';
  const seen = facts
    ? `observed in ${facts.labels.slice(0, 5).join(', ')}${name}${own}`
    : 'from the settings in use';
  return `    - ${JSON.stringify(pack)} # ${seen}`;
}

function valueLines(calibration: Calibration, row: LearnedRow): string[] {
  const { value } = row;
  const how = howKnown(row, calibration.analyzed.assumed[row.row]);
  if (row.row !== 'packages') return [`  ${row.row}: ${JSON.stringify(value)} # ${how}`];
  const observed = observedPackages(calibration.analyzed);
  const packages = value as readonly Package[];
  if (packages.length === 0) return [`  packages: [] # ${how}`];
  return [
    `  packages: # ${how}`,
    ...packages.map(pack =>
      packageLine(
        pack,
        observed.find(({ id }) => id === pack.id),
      ),
    ),
  ];
}

function rowLines(calibration: Calibration, row: LearnedRow): string[] {
  const { row: name } = row;
  const assumed = calibration.analyzed.assumed[name];
  const isChanged = !isDeepStrictEqual(assumed, DEFAULT_SETTINGS[name]);
  if (isWritten(row, assumed)) {
    const problem = calibration.problems.get(name);
    return problem === undefined
      ? valueLines(calibration, row)
      : [`  # ${name}: ${howKnown(row, assumed)}; it cannot be set: ${comment(problem)}`];
  }
  if (isChanged) {
    const why =
      row.verdict === 'narrowed'
        ? `fits what was ${howKnown(row, assumed)}`
        : 'not observed; from the config file';
    return [`  ${name}: ${JSON.stringify(assumed)} # ${why}`];
  }
  return row.verdict === 'narrowed' ? [`  # ${name}: ${howKnown(row, assumed)}; the default fits`] : [];
}

/** The fields of the config file in use besides its assumptions. */
export type OtherFields = Readonly<Record<string, unknown>>;

/** Fields that set assumptions. They are written as assumptions. */
const SHORT_FOR_ASSUMPTIONS: readonly string[] = ['strict', 'rate_limit', 'time_zone', 'discount'];

function scenarioLine(given: unknown, observed: string | null): string[] {
  const scenarios = given === undefined ? [] : Array.isArray(given) ? given : String(given).split(',');
  const all = observed === null || scenarios.includes(observed) ? scenarios : [...scenarios, observed];
  if (all.length === 0) return [];
  const why = observed === null ? 'from the config file' : 'the lifecycles that were observed';
  return [`scenario: ${JSON.stringify(all)} # ${why}`];
}

function otherLines({ scenario: _scenario, assumptions: _assumptions, ...fields }: OtherFields): string[] {
  return Object.entries(fields)
    .filter(([name]) => !SHORT_FOR_ASSUMPTIONS.includes(name))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)} # from the config file`);
}

/**
 * A config file with the observed settings. Each line says how its setting is known.
 * @param scenario the path of the file with the observed lifecycles; null if it is not written
 * @param others fields of the config file in use, which are copied
 */
export function configText(
  calibration: Calibration,
  scenario: string | null,
  others: OtherFields = {},
): string {
  const { recording } = calibration.analyzed;
  const files = recording.files.map(({ path }) => path).join(', ');
  const lines = calibration.rows.flatMap(row => rowLines(calibration, row));
  return [
    `# Calibrated with ${comment(files)}: ${recording.calls.length} requests, ${recording.webhooks.length} webhook deliveries.`,
    '# A setting that is not listed was not observed, and keeps its default.',
    ...otherLines(others),
    ...scenarioLine(others.scenario, scenario),
    ...(lines.some(line => !line.startsWith('  #')) ? ['assumptions:'] : []),
    ...lines,
    '',
  ].join('\n');
}

/** The maximum number of histories written; if there are more, an even selection of them. */
const MAX_HISTORIES = 150;

/** Fewer orders say little about how often an order fails, and a test would meet rare outcomes too often. */
const FEWEST_HISTORIES = 20;

const MAX_INACTIVE = 100;
const FINE_MS = 100;
const MINUTE_MS = 60_000;
/** A rental that took this much more or less than its duration counts as having taken its duration. */
const RENTAL_TOLERANCE = 0.05;

const rounded = (ms: number): number => Math.max(0, Math.round(ms / FINE_MS) * FINE_MS);

function isRental(from: string, ms: number, minutes: number | null): boolean {
  if (from !== 'delegated' || minutes === null) return false;
  const rentalMs = minutes * MINUTE_MS;
  return Math.abs(ms - rentalMs) <= Math.max(1_000, rentalMs * RENTAL_TOLERANCE);
}

/** The steps of a history in the form of a scenario; null if it is not known from beginning to end. */
function stepsText({
  steps,
  durationMinutes,
  isOver,
  isRefunded,
  refundAfterMs,
}: OrderHistory): string | null {
  if (!isOver || steps[0]?.status !== 'processing') return null;
  if (isRefunded && refundAfterMs === null) return null;
  const lines: string[] = [];
  for (const [index, step] of steps.slice(1).entries()) {
    const before = steps[index]!;
    // Polling can miss states; a scenario cannot leave them out.
    if (step.atMs === null || before.atMs === null || !isLegalEdge(before.status, step.status)) return null;
    const ms = step.atMs - before.atMs;
    const after = isRental(before.status, ms, durationMinutes) ? 'rental' : formatDuration(rounded(ms));
    const refund = step.status === 'failed' && refundAfterMs !== null;
    const suffix = refund ? `, refund: { after: ${formatDuration(rounded(refundAfterMs))} }` : '';
    lines.push(`      - { after: ${after}, to: ${step.status}${suffix} }`);
  }
  return lines.join('\n');
}

const hasFailed = ({ steps }: OrderHistory): boolean => steps.at(-1)?.status === 'failed';

/** Leaves out failed orders whose refund is unknown, if others show what happens. */
function tellingHistories(histories: readonly OrderHistory[]): readonly OrderHistory[] {
  const isTelling = (history: OrderHistory): boolean => !hasFailed(history) || history.isRefundKnown;
  return histories.some(history => hasFailed(history) && history.isRefundKnown)
    ? histories.filter(isTelling)
    : histories;
}

interface CountedHistory {
  readonly text: string;
  readonly orders: readonly number[];
}

/** Equal histories together, the most frequent first. */
function countedHistories(histories: readonly OrderHistory[]): readonly CountedHistory[] {
  const known = tellingHistories(histories).flatMap(history => {
    const text = stepsText(history);
    return text === null ? [] : [{ text, orderId: history.orderId }];
  });
  const step = Math.max(1, known.length / MAX_HISTORIES);
  const chosen = known.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return [...groupedBy(chosen, ({ text }) => text)]
    .map(([text, same]) => ({ text, orders: same.map(({ orderId }) => orderId) }))
    .sort((left, right) => right.orders.length - left.orders.length || left.orders[0]! - right.orders[0]!);
}

/** The probability, once the rules before it have not applied, that makes all observed histories equally likely. */
const probabilityText = (count: number, left: number): string =>
  count === left ? '' : `    match: { probability: ${Number((count / left).toFixed(6))} }\n`;

function orderRules(histories: readonly CountedHistory[]): string {
  let left = histories.reduce((sum, { orders }) => sum + orders.length, 0);
  return histories
    .map(({ text, orders }) => {
      const match = probabilityText(orders.length, left);
      left -= orders.length;
      const seen =
        orders.slice(0, 3).join(', ') + (orders.length > 3 ? ` and ${orders.length - 3} more` : '');
      const rule = `  - # order ${seen}\n${match}    lifecycle:\n${text}`;
      return text === '' ? rule.replace(/lifecycle:\n$/, 'lifecycle: []') : rule;
    })
    .join('\n');
}

function webhookRules({ responseOrder: { before, after } }: Calibration): string[] {
  if (before === 0) return [];
  const share = before / (before + after);
  const probability = share === 1 ? '' : `, probability: ${Number(share.toFixed(6))}`;
  return [
    'webhooks:',
    `  - # before the response for ${before} of ${before + after} orders`,
    `    match: { event: order.processing${probability}, attempt: 1 }`,
    '    deliver: { before_response: true }',
  ];
}

/** A scenario in which each order has the history of an observed order, chosen by the account's seed. */
export function observedText(calibration: Calibration, name: string): string {
  const { histories, analyzed } = calibration;
  const counted = countedHistories(histories);
  const total = counted.reduce((sum, { orders }) => sum + orders.length, 0);
  const isEnough = total >= FEWEST_HISTORIES;
  const rules = counted.length > 0 ? ['orders:', orderRules(counted)].join('\n') : '';
  const inactive = analyzed.inactive.slice(0, MAX_INACTIVE);
  return [
    `name: ${name}`,
    'summary: >-',
    isEnough
      ? `  Each order has the history of one of ${total} that were observed from beginning to end.`
      : `  Orders follow the happy path, because fewer than ${FEWEST_HISTORIES} orders were observed from beginning to end: ${total}.`,
    ...(inactive.length > 0
      ? ['given:', '  # refused as not activated', `  inactive_addresses: [${inactive.join(', ')}]`]
      : []),
    ...(rules === '' ? [] : [isEnough ? rules : rules.replaceAll(/^/gm, '# ')]),
    ...webhookRules(calibration),
    '',
  ].join('\n');
}
