import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { builtInCoverableItems, type CoverableItem } from '../../../src/judge/coverage/coverable-items.ts';
import { type Coverage, mergeCoverage } from '../../../src/judge/coverage/coverage-counter.ts';
import { coverageReport } from '../../../src/judge/coverage/coverage-report.ts';
import { renderReport } from '../../../src/judge/report/render-report.ts';
import { exitCodeOf } from '../../../src/judge/report/report-model.ts';
import { renderText, type TextLayout } from '../../../src/judge/report/text.ts';

const COVERABLE = await builtInCoverableItems();
const TOTAL = COVERABLE.length;

const positionOf = new Map(COVERABLE.map(({ id }, index) => [id, index]));

/** The coverage of a run that covered each item so many times. */
const coverageOf = (items: readonly CoverableItem[], timesOf: (id: string) => number): Coverage =>
  mergeCoverage([{ coverage: Object.fromEntries(items.map(({ id }) => [id, timesOf(id)])) }], items);

/** A coverage in which every third item was covered more often than the table has digits for. */
const PARTLY = coverageOf(COVERABLE, id => (positionOf.get(id)! % 3 === 0 ? 123_456 : 0));
const NOTHING = mergeCoverage([], COVERABLE);
const EVERYTHING = coverageOf(COVERABLE, () => 1);

describe('the percentage', () => {
  test('has one decimal and is rounded down, so that 100 means all', () => {
    const of = (met: number, total: number): number =>
      coverageOf(COVERABLE.slice(0, total), id => Number(positionOf.get(id)! < met)).percent;
    expect([of(2, 3), of(99, 100), of(3, 3), of(0, 3), of(0, 0)]).toEqual([66.6, 99, 100, 0, 0]);
    expect(of(TOTAL - 1, TOTAL)).toBeLessThan(100);
  });
});

describe('merging', () => {
  test('adds the counts of all parts', () => {
    const parts = [
      { coverage: { 'response getBalance 200': 2, 'state review': 1 } },
      { coverage: { 'response getBalance 200': 3 } },
    ];
    const { items, met, total } = mergeCoverage(parts, COVERABLE);
    expect(items.filter(item => item.met > 0).map(({ id, met: times }) => [id, times])).toEqual([
      ['state review', 1],
      ['response getBalance 200', 5],
    ]);
    expect([met, total]).toEqual([2, TOTAL]);
  });

  test('ignores parts without counts and ids that cannot be covered', () => {
    const parts = [{}, { coverage: null }, { coverage: { nonsense: 1, 'state review': 'often' } }];
    expect(mergeCoverage(parts, COVERABLE)).toEqual(NOTHING);
  });
});

const coverageText = (coverage: Coverage, { limit, ...layout }: TextLayout & { readonly limit?: number }) =>
  renderText(coverageReport(coverage, { limit }), layout);

const LAYOUTS = [80, 100, 200].map(columns => ({ columns, color: columns === 100 }));
const COVERAGES: readonly (readonly [string, Coverage])[] = [
  ['nothing', NOTHING],
  ['a third', PARTLY],
  ['everything', EVERYTHING],
];

describe('the text', () => {
  test.each(LAYOUTS)('fits $columns columns (color: $color)', layout => {
    for (const [, coverage] of COVERAGES) {
      const lines = stripVTControlCharacters(coverageText(coverage, layout)).split('\n');
      expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(layout.columns);
    }
  });

  test('says that events and deliveries need a receiver, if there was none', () => {
    const textOf = (id: string) =>
      coverageText(
        coverageOf(COVERABLE, one => Number(one === id)),
        { columns: 400, color: false },
      );
    const hint = 'No receiver got a webhook: events and deliveries need the webhook URL of one';
    expect(textOf('response getBalance 200')).toContain(hint);
    expect(textOf('event order.completed')).not.toContain(hint);
    expect(textOf('delivery lost')).not.toContain(hint);
  });

  test('shows each operation with its responses, and leaves those out that it does not have', () => {
    const lines = coverageText(PARTLY, { columns: 80, color: false }).split('\n');
    const head = lines.find(line => line.trim().startsWith('200'))!;
    const row = lines.find(line => line.startsWith('getBalance'))!;
    const cell = (status: string): string => row.slice(head.indexOf(status), head.indexOf(status) + 3).trim();
    const metOf = (status: string) =>
      PARTLY.items.find(({ id }) => id === `response getBalance ${status}`)?.met;
    expect(cell('402')).toBe('');
    for (const status of ['200', '401', '403', '429', '503'])
      expect(cell(status)).toBe(metOf(status) === 0 ? '-' : '1k+');
  });

  test('lists each missing item with the line that provokes it, the most valuable first', () => {
    const text = coverageText(NOTHING, { columns: Number.POSITIVE_INFINITY, color: false });
    const listed = text.slice(text.indexOf('not covered')).split('\n').slice(1, -1);
    expect(listed.map(line => line.split(/\s{2,}/))).toEqual(COVERABLE.map(({ id, how }) => [id, how]));
  });

  test('can be limited, and then says how many are left', () => {
    const text = coverageText(NOTHING, { columns: 80, color: false, limit: 5 });
    expect(text).toContain(COVERABLE[4]!.id);
    expect(text).not.toContain(`${COVERABLE[5]!.id} `);
    expect(text).toContain(`and ${TOTAL - 5} more`);
  });

  test('says so if nothing is missing', () => {
    expect(coverageText(EVERYTHING, { columns: 80, color: false })).toContain('Everything is covered.');
  });
});

describe('the report', () => {
  test('has a result for each missing item with its line, and a passed case for each that was covered', () => {
    const report = coverageReport(PARTLY);
    const missing = PARTLY.items.filter(({ met }) => met === 0);
    expect(report.results.map(({ rule, message }) => [rule, message])).toEqual(
      missing.map(({ id, how }) => [id, `no test covers it; to cover it: ${how}`]),
    );
    expect(report.passed.map(({ id }) => id)).toEqual(
      PARTLY.items.filter(({ met }) => met > 0).map(({ id }) => id),
    );
  });

  test.each([
    [undefined, 0],
    [PARTLY.percent, 0],
    [PARTLY.percent + 0.1, 1],
    [100, 1],
  ] as const)('with the minimum %s has exit code %s', (min, code) => {
    expect(exitCodeOf(coverageReport(PARTLY, { min }), 'error')).toBe(code);
  });

  test('names the minimum that was missed, and is complete as JSON', async () => {
    const json = JSON.parse(await renderReport(coverageReport(PARTLY, { min: 70 }), 'json'));
    expect(json.results[0].message).toBe(
      `${PARTLY.percent} % (${PARTLY.met} of ${TOTAL}) is covered; at least 70 % is required`,
    );
    expect(json).toMatchObject({ met: PARTLY.met, total: TOTAL, percent: PARTLY.percent, min: 70 });
    expect(json.items).toEqual(PARTLY.items);
  });
});
