import { helpUriOf, type Report, type ReportResult, type ReportRule } from '../report/report.ts';
import { pageOf } from '../text/table.ts';
import {
  COVERAGE_GROUPS,
  type Coverage,
  type CoverageGroup,
  type CoverageItem,
  missingItems,
} from './coverage.ts';
import { groupTotals, totalLine } from './coverage-text.ts';
import { matrixLines } from './response-matrix.ts';

const DOCUMENT = 'docs/coverage.md';
const MINIMUM = 'minimum';

/** What the items of each group are, for reports. */
const TITLES: Readonly<Record<CoverageGroup, string>> = {
  responses: 'A response of an operation that no test received',
  replays: 'A repeated external_id that no test sent',
  faults: 'A transport fault that no test met',
  states: 'A state of an order that no test saw',
  transitions: 'A transition that no order of a test made',
  events: 'An event that no receiver of a test acknowledged',
  deliveries: 'A condition under which no test received a webhook',
};

/** An item is a rule of its own, so that reports of different runs can be compared item by item. */
const ruleOf = ({ id, group, how }: CoverageItem): ReportRule => ({
  id,
  severity: 'info',
  title: TITLES[group],
  help: how,
  helpUri: helpUriOf(DOCUMENT, group),
});

const NOWHERE_SEEN = { orders: [], requests: [], events: [] };

const resultOf = (
  rule: string,
  { severity, message, fix }: Pick<ReportResult, 'severity' | 'message' | 'fix'>,
): ReportResult => ({
  id: `${rule}-1`,
  rule,
  severity,
  message,
  fix,
  count: 1,
  costTrx: null,
  account: null,
  evidence: NOWHERE_SEEN,
  at: null,
});

/** The message has the line, so that every format shows it once. */
const missingResult = ({ id, how }: CoverageItem): ReportResult =>
  resultOf(id, { severity: 'info', message: `no test met it; to meet it: ${how}`, fix: null });

const minimumRule: ReportRule = {
  id: MINIMUM,
  severity: 'error',
  title: 'The tests meet too little of the service',
  help: 'The tests meet fewer behaviors of the service than required. Add those that come first among the missing ones.',
  helpUri: helpUriOf(DOCUMENT, MINIMUM),
};

/** The result of a coverage that is too low, if it is. */
function minimumResults({ met, total, percent }: Coverage, min: number | null): ReportResult[] {
  if (min === null || percent >= min) return [];
  const message = `${percent} % (${met} of ${total}) was met; at least ${min} % is required`;
  return [resultOf(MINIMUM, { severity: 'error', message, fix: minimumRule.help })];
}

/** The items of each group, for the JSON format. */
const groupData = ({ items }: Coverage): Record<string, unknown> =>
  Object.fromEntries(
    COVERAGE_GROUPS.map(group => {
      const all = items.filter(item => item.group === group);
      return [group, { met: all.filter(({ met }) => met > 0).length, total: all.length }];
    }),
  );

/**
 * A coverage as a report. Missing items are results of severity `info`, the most valuable first; a coverage below the
 * minimum is one error, so that only the minimum decides whether a command fails.
 * @param min the percentage that is required; null if none is
 */
export function coverageReport(coverage: Coverage, min: number | null = null): Report {
  const { items, met, total, percent } = coverage;
  const passed = items
    .filter(item => item.met > 0)
    .map(({ id, group }) => ({ id, title: `${group}: ${id}` }));
  return {
    tool: 'coverage',
    schemaVersion: 1,
    title: totalLine(coverage),
    summary: '',
    rules: [...(min === null ? [] : [minimumRule]), ...items.map(ruleOf)],
    results: [...minimumResults(coverage, min), ...missingItems(coverage).map(missingResult)],
    passed,
    skipped: [],
    blocks: [
      matrixLines(coverage, pageOf(Number.POSITIVE_INFINITY, false)).join('\n'),
      groupTotals(coverage),
    ],
    data: { met, total, percent, min, groups: groupData(coverage), items: [...items] },
  };
}
