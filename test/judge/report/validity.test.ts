import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML, type XMLValidationError } from 'xmllint-wasm';
import { RULES } from '../../../src/judge/findings/rule-table.ts';
import { renderReport } from '../../../src/judge/report/render-report.ts';
import { REPORT_FORMATS, type Report, type ReportFormat } from '../../../src/judge/report/report-model.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { auditReport, findingsReport, hostileReport, partlyJudgedReport, result } from './sample.ts';

const schema = (name: string): string => readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8');

const STRINGS = fc.sample(fc.string({ unit: anyCharacter, maxLength: 40 }), { seed: 11, numRuns: 300 });

/** A report whose texts are arbitrary strings. */
const arbitraryReport = (): Report =>
  findingsReport({
    results: STRINGS.map((text, index) =>
      result({
        id: text,
        rule: `${text}${index}`,
        message: text,
        fix: text,
        account: text,
        ...(index % 2 === 0 ? { file: { path: text } } : {}),
      }),
    ),
    rules: [],
    passed: [],
  });

const REPORTS: readonly (readonly [string, () => Report])[] = [
  ['findings', findingsReport],
  ['findings of which some were not judged', partlyJudgedReport],
  ['an audit', auditReport],
  ['nothing', () => findingsReport({ results: [], passed: [], rules: [], summary: '' })],
  ['hostile text', hostileReport],
  ['300 arbitrary strings', arbitraryReport],
];

describe('JUnit XML', () => {
  const NAMELESS = 'a case without a name';
  let problems: readonly XMLValidationError[];

  // Each call of the validator starts a worker and loads it anew, so that one call validates all documents.
  beforeAll(async () => {
    const documents = await Promise.all(
      REPORTS.map(async ([fileName, report]) => ({
        fileName,
        contents: await renderReport(report(), 'junit'),
      })),
    );
    const contents = documents[0]!.contents.replace('testcase name=', 'testcase title=');
    const xml = [...documents, { fileName: NAMELESS, contents }];
    problems = (await validateXML({ xml, schema: [schema('junit.xsd')] })).errors;
  });

  const problemsOf = (name: string): string[] =>
    problems.filter(({ loc }) => loc === null || loc.fileName === name).map(({ rawMessage }) => rawMessage);

  test.each(REPORTS)('of %s is valid', name => {
    expect(problemsOf(name)).toEqual([]);
  });

  test('is checked by a schema that refuses a case without a name', () => {
    expect(problemsOf(NAMELESS)).not.toEqual([]);
  });

  test('has a case for each rule: failed for errors and warnings, passed with output for info', async () => {
    const xml = await renderReport(findingsReport(), 'junit');
    const cases = xml.split('<testcase ').slice(1);
    const caseOf = (id: string): string => cases.find(text => text.startsWith(`name="${id}"`))!;
    expect(cases).toHaveLength(RULES.length);
    expect(xml).toContain(`tests="${RULES.length}" failures="2" errors="0" skipped="0"`);
    expect(caseOf('paid-twice')).toContain('<failure type="error" message="At 12:00:03');
    expect(caseOf('paid-twice')).toContain('Requests: r-1, r-2');
    expect(caseOf('polled-too-often')).toContain('<failure type="warning"');
    expect(caseOf('hung-up-early')).toContain('<system-out>info: The key never needed');
    expect(caseOf('hung-up-early')).not.toContain('<failure');
    expect(caseOf('key-in-url')).toMatch(
      /^name="key-in-url" classname="energy-sandbox.findings" time="0"\/>/,
    );
  });

  test('puts all results of a rule into one failure', async () => {
    const results = [result(), result({ id: 'paid-twice-2', message: 'And again.' })];
    const xml = await renderReport(findingsReport({ results }), 'junit');
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml).toContain('(and 1 more)"');
    expect(xml).toContain('error: And again.');
  });

  test('marks cases that were not judged as skipped, with the reason', async () => {
    const xml = await renderReport(auditReport(), 'junit');
    expect(xml).toContain('<skipped>pass --probe to check it</skipped>');
    expect(xml).toContain('skipped="1"');
    const partly = await renderReport(partlyJudgedReport(), 'junit');
    expect(partly).toContain('<skipped>off: one receiver only</skipped>');
    expect(partly).toContain('<skipped>not applicable: no response was lost</skipped>');
    expect(partly).toContain('tests="4" failures="0" errors="0" skipped="3"');
  });
});

test('a report of 300 arbitrary strings has a row for each in every other format', async () => {
  const report = arbitraryReport();
  const json = JSON.parse(await renderReport(report, 'json')) as Report;
  expect(json.results.map(({ message }) => message)).toEqual(STRINGS);
  expect((await renderReport(report, 'github')).split('\n')).toHaveLength(302);
  const rows = (await renderReport(report, 'markdown'))
    .split('\n')
    .filter(line => line.startsWith('| error |'));
  expect(rows).toHaveLength(200);
  expect(rows.filter(row => row.replaceAll(/\\[\\|]/g, '').split('|').length !== 7)).toEqual([]);
});

/** What no output may contain. Line feeds end lines. */
const CONTROL = /[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

describe.each(REPORT_FORMATS)('%s', format => {
  test('contains no control characters and no command that GitHub Actions would execute', async () => {
    for (const columns of [20, 80, Number.POSITIVE_INFINITY]) {
      const text = await renderReport(hostileReport(), format, { columns });
      expect(CONTROL.exec(text)).toBeNull();
      expect(
        text.split('\n').filter(line => /^\s*::(?!(error|warning|notice) (file|title)=)/.test(line)),
      ).toEqual([]);
    }
  });

  test('contains no key and no secret', async () => {
    const key = 'ersk_demo_0123456789abcdef';
    const report = findingsReport({
      title: `for ${key}`,
      results: [
        result({
          message: `sent ${key}`,
          fix: 'drop own-secret-2',
          orders: [],
          requests: [key],
          events: [],
        }),
      ],
      blocks: [`Bearer ${key}`, 'own-secret'],
      data: { [key]: [{ deep: 'own-secret' }] },
    });
    const text = await renderReport(report, format, { secrets: ['own-secret', 'own-secret-2', ''] });
    expect(text).not.toMatch(/0123456789abcdef|own-secret|\[redacted\]-2/);
    expect(text.replaceAll('\\', '')).toContain('[redacted]');
  });

  test('is the same for the same report, and ends with one line feed', async () => {
    const text = await renderReport(auditReport(), format);
    expect(await renderReport(auditReport(), format)).toBe(text);
    expect(text).toMatch(/[^\n]\n$/);
  });

  test('colors nothing unless told to', async () => {
    const colored = await renderReport(findingsReport(), format, { color: true });
    expect(colored.includes('\x1b[31merror\x1b[39m')).toBe(format === ('text' satisfies ReportFormat));
    expect(await renderReport(findingsReport(), format)).not.toContain('\x1b');
  });
});
