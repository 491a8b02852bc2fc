import XmlBuilder from 'fast-xml-builder';
import type { Report, ReportResult } from './report.ts';
import { detailLines, manyLines, messageText, oneLine, SKIPPED_LABELS, withoutCommands } from './text.ts';

/** A rule or case with all that was found under its id. */
interface JudgedCase {
  readonly id: string;
  readonly title: string;
  /** Empty if it found nothing. */
  readonly results: readonly ReportResult[];
  /** Why it was not judged: `not applicable: no order was completed or failed`; null if it was. */
  readonly skipped: string | null;
}

/**
 * Each id of a report once: first those with results, in the order of their first result, then those that were not
 * judged, then those that found nothing. Rules that are in none of the lists are left out.
 */
function casesOf({ rules, results, passed, skipped }: Report): JudgedCase[] {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const byRule = new Map<string, ReportResult[]>();
  for (const result of results) {
    const found = byRule.get(result.rule);
    if (found) found.push(result);
    else byRule.set(result.rule, [result]);
  }
  const cases = new Map<string, JudgedCase>();
  const add = (one: JudgedCase): void => {
    if (!cases.has(one.id)) cases.set(one.id, one);
  };
  for (const [id, found] of byRule) add({ id, title: titles.get(id) ?? id, results: found, skipped: null });
  for (const one of skipped) {
    const { id, title, kind, reason } = one;
    const prefix = kind === 'not-judged' ? '' : `${SKIPPED_LABELS[kind].toLowerCase()}: `;
    add({ id, title, results: [], skipped: prefix + reason });
  }
  for (const { id, title } of passed) add({ id, title, results: [], skipped: null });
  return [...cases.values()];
}

const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** A result in full, as the body of an element. */
const bodyOf = (result: ReportResult): string =>
  [`${result.severity}: ${manyLines(result.message)}`, ...detailLines(result)].join('\n');

const bodiesOf = (results: readonly ReportResult[]): string => results.map(bodyOf).join('\n\n');

const isFailure = ({ severity }: ReportResult): boolean => severity !== 'info';

/** A rule or case as a test case. All its failures are one element, since many readers take only the first. */
function testCase({ id, title, results, skipped }: JudgedCase, suite: string): object {
  const failures = results.filter(isFailure);
  const notes = results.filter(result => !isFailure(result));
  const [first] = failures;
  const others = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
  return {
    '@name': oneLine(id),
    '@classname': suite,
    '@time': '0',
    ...(skipped === null ? {} : { skipped: oneLine(skipped) }),
    ...(first
      ? {
          failure: {
            '@type': failures.some(({ severity }) => severity === 'error') ? 'error' : 'warning',
            '@message': messageText(first) + others,
            '#text': `${oneLine(title)}\n\n${bodiesOf(failures)}`,
          },
        }
      : {}),
    ...(notes.length > 0 ? { 'system-out': bodiesOf(notes) } : {}),
  };
}

/**
 * A report as JUnit XML: one test suite per tool, one test case per rule or case. Errors and warnings are failures; info
 * is output of the case. Times are 0, because nothing was timed.
 */
export function renderJunit(report: Report): string {
  const suite = `energy-sandbox.${report.tool}`;
  const cases = casesOf(report);
  const counts = {
    '@tests': String(cases.length),
    '@failures': String(cases.filter(({ results }) => results.some(isFailure)).length),
    '@errors': '0',
  };
  const skipped = String(cases.filter(one => one.skipped !== null).length);
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': oneLine(report.title),
      ...counts,
      testsuite: {
        '@name': suite,
        ...counts,
        '@skipped': skipped,
        '@time': '0',
        testcase: cases.map(one => testCase(one, suite)),
        ...(report.summary === '' ? {} : { 'system-out': oneLine(report.summary) }),
      },
    },
  });
  return withoutCommands(xml);
}
