import XmlBuilder from 'fast-xml-builder';
import type { Report, ReportResult } from './report.ts';
import {
  casesOf,
  detailLines,
  type JudgedCase,
  manyLines,
  messageText,
  oneLine,
  withoutCommands,
} from './wording.ts';

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
