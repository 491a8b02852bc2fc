import { OPERATION_IDS } from '../../core/domain/operations.ts';
import {
  helpUriOf,
  type Report,
  type ReportResult,
  type ReportRule,
  type ReportTable,
  resultOf,
} from '../report/report-model.ts';
import type { Cell } from '../report/table.ts';
import { COVERAGE_GROUPS, type CoverageGroup } from './coverable-items.ts';
import { type Coverage, type CoverageItem, missingItems } from './coverage-counter.ts';

const DOCUMENT = 'docs/coverage.md';
const MINIMUM = 'minimum';

/** Larger counts would make the table wider than a terminal. */
const LARGEST_COUNT = 999;

/** The maximum number of missing items that an annotation names. */
const MAX_NAMED = 10;

const TITLES: Readonly<Record<CoverageGroup, string>> = {
  responses: 'A response of an operation that no test received',
  replays: 'A repeated external_id that no test sent',
  faults: 'A transport fault that no test covered',
  states: 'A state of an order that no test saw',
  transitions: 'A transition that no order of a test made',
  events: 'An event that no receiver of a test acknowledged',
  deliveries: 'A condition under which no test received a webhook',
};

interface ReportOptions {
  /** The percentage that is required; without one, any is enough. */
  readonly min?: number | undefined;
  /** The maximum number of missing items in the text format; by default, all. */
  readonly limit?: number | undefined;
  /** Names what is missing in one result: GitHub shows ten annotations of a step. */
  readonly isAnnotation?: boolean;
}

/** Each item becomes a rule, so that reports of different runs can be compared item by item. */
const ruleOf = ({ id, group, how }: CoverageItem): ReportRule => ({
  id,
  severity: 'info',
  title: TITLES[group],
  help: how,
  help_uri: helpUriOf(DOCUMENT, group),
});

const MINIMUM_RULE: ReportRule = {
  id: MINIMUM,
  severity: 'error',
  title: 'The tests cover too little of the service',
  help: 'The tests cover fewer behaviors of the service than required. Add those that come first among the missing ones.',
  help_uri: helpUriOf(DOCUMENT, MINIMUM),
};

function minimumResults({ met, total, percent }: Coverage, min: number | undefined): ReportResult[] {
  if (min === undefined || percent >= min) return [];
  const message = `${percent} % (${met} of ${total}) is covered; at least ${min} % is required`;
  return [
    resultOf({ id: `${MINIMUM}-1`, rule: MINIMUM, severity: 'error', message, fix: MINIMUM_RULE.help }),
  ];
}

const missingResult = ({ id }: CoverageItem, message: string): ReportResult =>
  resultOf({ id: `${id}-1`, rule: id, severity: 'info', message, fix: null });

/** The missing items, each with the line that provokes it, so that every format shows it once. */
function missingResults(coverage: Coverage, { isAnnotation = false }: ReportOptions): ReportResult[] {
  const missing = missingItems(coverage);
  const [first] = missing;
  if (!isAnnotation || !first) {
    return missing.map(one => missingResult(one, `no test covers it; to cover it: ${one.how}`));
  }
  const others = missing.length - MAX_NAMED;
  const names = missing.slice(0, MAX_NAMED).map(({ id }) => id);
  const named = names.join(', ') + (others > 0 ? ` and ${others} more` : '');
  return [missingResult(first, `${totalLine(coverage)}; not covered: ${named}`)];
}

/** The totals in one line, such as `Coverage: 61.4 %, 86 of 140 covered`. */
const totalLine = ({ met, total, percent }: Coverage): string =>
  `Coverage: ${percent} %, ${met} of ${total} covered`;

const NO_RECEIVER = '. No receiver got a webhook: events and deliveries need the webhook URL of one';

const groupCounts = ({ items }: Coverage) =>
  COVERAGE_GROUPS.map(group => {
    const all = items.filter(item => item.group === group);
    return { group, met: all.filter(({ met }) => met > 0).length, total: all.length };
  });

/** How often a response was covered: a dash if never, and nothing if the operation does not have it. */
function cellOf(item: CoverageItem | undefined): Cell {
  if (!item) return '';
  if (item.met === 0) return { text: '-', tint: 'red' };
  return { text: item.met > LARGEST_COUNT ? '1k+' : String(item.met), tint: 'green' };
}

/** The responses: a row for each operation, a column for each status. It fits a terminal of 80 columns. */
function responseTable({ items }: Coverage): ReportTable {
  const responses = new Map(items.filter(({ group }) => group === 'responses').map(one => [one.id, one]));
  const words = [...responses.keys()].map(id => id.split(' '));
  const statuses = [...new Set(words.map(([, , status]) => status!))].sort();
  const listed = new Set(words.map(([, operation]) => operation!));
  const rows = OPERATION_IDS.filter(operation => listed.has(operation)).map(operation => [
    operation,
    ...statuses.map(status => cellOf(responses.get(`response ${operation} ${status}`))),
  ]);
  return { head: ['', ...statuses], rows, gap: 1 };
}

function missingTable(coverage: Coverage, limit = Number.POSITIVE_INFINITY): string | ReportTable {
  const missing = missingItems(coverage);
  if (missing.length === 0) return 'Everything is covered.';
  const rows = missing.slice(0, limit).map(({ id, how }) => [id, how]);
  const rest = missing.length - rows.length;
  return {
    head: ['not covered', 'what provokes it'],
    rows: rest > 0 ? [...rows, [`and ${rest} more`, '']] : rows,
    wrap: true,
  };
}

/**
 * A coverage as a report. Missing items are results of severity `info`, the most valuable first; a coverage below the
 * minimum is one error, so that only the minimum decides whether a command fails.
 */
export function coverageReport(coverage: Coverage, options: ReportOptions = {}): Report {
  const { items, met, total, percent } = coverage;
  const { min, limit } = options;
  const counts = groupCounts(coverage);
  const groupsText = counts.map(one => `${one.group} ${one.met}/${one.total}`).join(', ');
  const hasReceiver = counts.some(
    ({ group, met: any }) => ['events', 'deliveries'].includes(group) && any > 0,
  );
  const isTooLow = min !== undefined && percent < min;
  return {
    tool: 'coverage',
    title: totalLine(coverage),
    summary: '',
    rules: [...(min === undefined ? [] : [MINIMUM_RULE]), ...items.map(ruleOf)],
    results: [...minimumResults(coverage, min), ...missingResults(coverage, options)],
    passed: items.filter(one => one.met > 0).map(({ id, group }) => ({ id, title: `${group}: ${id}` })),
    skipped: [],
    blocks: [
      responseTable(coverage),
      { rows: [[hasReceiver ? groupsText : groupsText + NO_RECEIVER]], wrap: true },
    ],
    inPlaceOfResults: [missingTable(coverage, limit)],
    totals: totalLine(coverage) + (isTooLow ? `; at least ${min} % is required` : ''),
    data: {
      met,
      total,
      percent,
      min: min ?? null,
      groups: Object.fromEntries(counts.map(({ group, ...count }) => [group, count])),
      items: [...items],
    },
  };
}
