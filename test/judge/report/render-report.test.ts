import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/judge/findings/rule-table.ts';
import { renderReport } from '../../../src/judge/report/render-report.ts';
import { exitCodeOf, formatOfFile, type Severity } from '../../../src/judge/report/report-model.ts';
import { auditReport, findingsReport, partlyJudgedReport, result } from './sample.ts';

describe('text', () => {
  test('without a width pads no row to the longest sentence, and cuts none off', async () => {
    const long = 'word '.repeat(120).trim();
    const { results, ...others } = findingsReport();
    const [first, ...rest] = results;
    const lines = (
      await renderReport({ ...others, results: [{ ...first!, message: long }, ...rest] }, 'text')
    ).split('\n');
    expect(lines.find(line => line.includes(long))).toContain(`${long}  3.9 TRX`);
    expect(lines.filter(line => line.length > 160)).toHaveLength(1);
  });

  test('is a table with a line for each result, the advice, and the totals on the last line', async () => {
    expect(await renderReport(findingsReport(), 'text')).toBe(`Findings of account demo

severity  rule              where         what happened                                                                     cost
error     paid-twice        order 17, 18  At 12:00:03, r-1 made order 17: 65,000 Energy; the response was a 502. At 12:00:09, r-2 bought it again.  3.9 TRX
warning   polled-too-often  order 17      Order 17 was queried 25 times within one second. (3 times)
info      hung-up-early     demo          The key never needed the scope bulk.

How to fix
paid-twice:
  Repeat the request with the same external_id.
polled-too-often:
  Wait at least two seconds between status requests.
hung-up-early:
  Remove the scope.

Three of 25 rules found something.
1 error, 1 warning, 1 info, ${RULES.length - 3} passed, cost 3.9 TRX
`);
  });

  test('shows blocks first, leaves out a column that is empty, and says why a case was not judged', async () => {
    expect(await renderReport(auditReport(), 'text')).toBe(`Audit of http://127.0.0.1:8080/hook

case       answer
duplicate  200

severity  rule       where                              what happened
error     duplicate  explore/webhook duplicated.yaml:3  The second delivery was counted again.

How to fix
duplicate:
  Repeat the request with the same external_id.

Not judged
late:
  pass --probe to check it

1 error, 0 warnings, 1 passed, 1 not judged
`);
  });

  test('names what is off with the reason, and what does not apply by name alone', async () => {
    expect(await renderReport(partlyJudgedReport(), 'text')).toBe(`Findings of account demo

Off
duration-left-out:
  one receiver only

Not applicable
paid-twice, order-abandoned

Three of 25 rules found something.
0 errors, 0 warnings, 1 passed, 1 off, 2 not applicable
`);
  });

  test('wraps messages within their column on a wide terminal', async () => {
    const lines = (await renderReport(findingsReport(), 'text', { columns: 100 })).split('\n');
    expect(lines[3]).toMatch(/^error {5}paid-twice .* 65,000 Energy; {5}3\.9 TRX$/);
    expect(lines[4]).toMatch(/^ {42}the response was a 502/);
  });

  test.each([40, 60, 80, 100, 200])('fits a terminal of %i columns', async columns => {
    const word = 'x'.repeat(300);
    const results = [result(), result({ message: `${word} end`, fix: word, account: word })];
    const text = await renderReport(findingsReport({ results, summary: word }), 'text', { columns });
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(columns);
    expect(text.match(/x/g)!.length).toBeGreaterThanOrEqual(3 * word.length);
  });

  test('lays out tables of the tool in color, and in Markdown without', async () => {
    const rows = [
      ['order', { text: 'met', tint: 'green' as const }],
      ['a\nb', '-'],
    ];
    const report = findingsReport({ blocks: [{ head: ['operation', '200'], rows }] });
    const text = await renderReport(report, 'text', { color: true });
    expect(text).toContain('\norder      \x1b[32mmet\x1b[39m\na b        -\n');
    expect(await renderReport(report, 'markdown')).toContain(
      '```text\noperation  200\norder      met\na b        -\n```',
    );
  });

  test('names the accounts if the results are of several', async () => {
    const orders = [1, 2, 3, 4];
    const many = result({ account: 'b', orders, requests: [], events: [] });
    const text = await renderReport(findingsReport({ results: [result({ account: 'a' }), many] }), 'text');
    expect(text).toContain('  a, order 17, 18  At ');
    expect(text).toContain('  b, 4 orders      At ');
  });

  test('gives an advice once, however many results it is for', async () => {
    const results = [result(), result({ id: 'paid-twice-2' }), result({ id: 'paid-twice-3', fix: 'Other.' })];
    const text = await renderReport(findingsReport({ results }), 'text');
    expect(text.match(/Repeat the request/g)).toHaveLength(1);
    expect(text).toContain('  Other.');
  });

  test('sums costs without rounding errors', async () => {
    const results = [0.1, 0.2, 0.000001].map((cost_trx, index) =>
      result({ id: `paid-twice-${index}`, cost_trx }),
    );
    expect(await renderReport(findingsReport({ results }), 'text')).toContain('cost 0.300001 TRX\n');
  });
});

describe('JSON', () => {
  test('has a schema version, totals, snake_case fields and the fields of the tool', async () => {
    const json = JSON.parse(await renderReport(auditReport(), 'json')) as Record<string, unknown>;
    expect(json).toMatchObject({
      schema_version: 1,
      tool: 'audit',
      totals: { errors: 1, warnings: 0, infos: 0, passed: 1, skipped: 1, cost_trx: null },
      results: [
        { id: 'duplicate', cost_trx: null, file: { line: 3 }, events: ['order-1-order.completed-ab'] },
      ],
      cases: [{ id: 'duplicate', verdict: 'failed' }],
    });
    expect(Object.keys(json).slice(0, 2)).toEqual(['schema_version', 'tool']);
  });

  test('tells why each rule was not judged', async () => {
    const { skipped } = JSON.parse(await renderReport(partlyJudgedReport(), 'json'));
    expect(skipped[0]).toEqual({
      id: 'duration-left-out',
      title: 'Refused.',
      kind: 'off',
      reason: 'one receiver only',
    });
    expect(skipped.map(({ kind }: { kind: string }) => kind)).toEqual([
      'off',
      'not-applicable',
      'not-applicable',
    ]);
    expect(JSON.parse(await renderReport(auditReport(), 'json')).skipped[0].kind).toBe('not-judged');
  });

  test('loses no character of a message, and lets no tool replace the fields of every report', async () => {
    const message = 'a\x1b[2J\u009b\u2028\u202e\n\ud83d\ude00\x7f';
    const report = findingsReport({
      results: [result({ message })],
      data: { results: 'mine', tool: 'mine' },
    });
    expect(JSON.parse(await renderReport(report, 'json'))).toMatchObject({
      tool: 'findings',
      results: [{ message }],
    });
  });
});

describe('GitHub annotations', () => {
  test('are one command each, with escaped properties and data', async () => {
    const hard = result({
      message: 'a: 100%, b',
      fix: null,
      file: { path: 'a,b:c%.yaml', line: 3 },
    });
    expect(await renderReport({ ...findingsReport({ results: [hard] }), passed: [] }, 'github')).toBe(
      '::error file=a%2Cb%3Ac%25.yaml,line=3,title=energy-sandbox findings%3A paid-twice::a: 100%25, b\n' +
        '1 error, 0 warnings, 0 passed, cost 3.9 TRX\n',
    );
  });

  test('have the level of the result, and its advice on a second line', async () => {
    const lines = (await renderReport(findingsReport(), 'github')).split('\n');
    expect(lines.map(line => line.split(' ')[0])).toEqual(['::error', '::warning', '::notice', '1', '']);
    expect(lines[2]).toMatch(/scope bulk\.%0AFix: Remove the scope\.$/);
  });
});

describe('Markdown', () => {
  test('is a table with links to the documentation', async () => {
    const lines = (await renderReport(findingsReport(), 'markdown')).split('\n');
    expect(lines[0]).toBe('## Findings of account demo');
    expect(lines).toContain('| severity | rule | where | what happened | cost |');
    expect(lines[6]).toMatch(
      /^\| error \| \[paid\\-twice\]\(https:\/\/\S+\/docs\/findings\.md#paid-twice\) \| order 17, 18 \| At /,
    );
    expect(lines.at(-2)).toBe(`**1 error, 1 warning, 1 info, ${RULES.length - 3} passed, cost 3.9 TRX**`);
  });

  test('takes nothing in a message for markup, a cell border, HTML, a link or a mention', async () => {
    const message = 'a|b `c` <b>d</b> &amp;\n| e | [f](http://g) @h www.i *j* _k_';
    const text = await renderReport(findingsReport({ results: [result({ message })] }), 'markdown');
    expect(text).toContain(
      '| a\\|b \\`c\\` &#60;b&#62;d&#60;/b&#62; &#38;amp; \\| e \\| \\[f\\]\\(http&#58;//g\\) &#64;h www&#46;i \\*j\\* \\_k\\_ |',
    );
  });

  test('lists the reasons for what was not judged, by their kind', async () => {
    const text = await renderReport(partlyJudgedReport(), 'markdown');
    expect(text).toContain('### Off\n\n- duration\\-left\\-out: one receiver only\n');
    expect(text).toContain('### Not applicable\n\n- paid\\-twice, order\\-abandoned: no response was lost\n');
  });

  test('fences blocks with more backticks than they contain', async () => {
    const text = await renderReport(findingsReport({ blocks: ['a\n````\nb'] }), 'markdown');
    expect(text).toContain('`````text\na\n````\nb\n`````\n');
  });

  test('lists at most 200 results, and stays below the 1 MiB of a step summary', async () => {
    const short = Array.from({ length: 300 }, (_, index) => result({ id: `paid-twice-${index}` }));
    expect(await renderReport(findingsReport({ results: short }), 'markdown')).toContain(
      '\n\n100 more are not listed.\n',
    );
    const text = '@'.repeat(10_000);
    const long = short.map((one, index) => ({
      ...one,
      message: text,
      fix: `${index}${text}`,
      account: text + index,
    }));
    const summary = await renderReport(findingsReport({ results: long }), 'markdown');
    expect(Buffer.byteLength(summary)).toBeLessThan(2 ** 20);
    expect(summary).toMatch(/\n\n\d+ more are not listed\.\n/);
  });
});

test.each([
  ['findings.json', 'json'],
  ['out/JUNIT.XML', 'junit'],
  ['a.sarif', null],
  ['summary.md', 'markdown'],
  ['a.markdown', 'markdown'],
  ['a.b.txt', 'text'],
  ['report', null],
  ['folder.json/report', null],
  ['a.html', null],
  ['a.constructor', null],
])('the name of the file %s asks for the format %s', (path, format) => {
  expect(formatOfFile(path)).toBe(format);
});

test.each([
  [['error'], 'error', 1],
  [['warning', 'info'], 'error', 0],
  [['warning'], 'warning', 1],
  [['error'], 'warning', 1],
  [['info'], 'warning', 0],
  [['error'], 'never', 0],
  [[], 'warning', 0],
] as const)('results %j with --fail-on %s give exit code %i', (severities, failOn, code) => {
  const results = severities.map((severity: Severity) => result({ severity }));
  expect(exitCodeOf({ results }, failOn)).toBe(code);
});
