import { expect, test } from 'vitest';
import { groupFindings } from '../../../src/judge/findings/finding-groups.ts';

const finding = (rule: string, count: number, cost_trx: number | null) => ({
  rule,
  severity: 'error',
  count,
  cost_trx,
});

test('findings are grouped by rule, with how often it was broken and the exact sum of the costs', () => {
  const [first, other, second] = [finding('a', 1, 0.1), finding('b', 401, null), finding('a', 2, 0.2)];
  expect(groupFindings([first, other, second])).toEqual([
    { rule: 'a', severity: 'error', count: 3, costTrx: 0.3, findings: [first, second] },
    { rule: 'b', severity: 'error', count: 401, costTrx: null, findings: [other] },
  ]);
  expect(groupFindings([])).toEqual([]);
});
