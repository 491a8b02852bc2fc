import { expect, test } from 'vitest';
import type { TracedOrder } from '../../../src/judge/suite-trace.ts';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import type { Disturbance } from '../../../src/lab/explore/disturbance.ts';
import { explore, type Trial } from '../../../src/lab/explore/explore.ts';
import { reportOf } from '../../../src/lab/explore/explore-report.ts';
import type { RunSuite, SuiteRun } from '../../../src/lab/explore/suite-run.ts';
import { account, burned, made, matchesOf, paid, passing } from './fake-suite.ts';

const only = (id: string): Disturbance => disturbancesWith(SHORT).find(one => one.id === id)!;
const OPTIONS = { budget: 60, jobs: 1 };
const REQUESTS = [made('a'), made('b'), made('c')];

const AGAIN = {
  id: 1,
  external_id: 'a',
  request: 'req-1',
  last_request: 'req-2 (GET /api/v1/status/?external_id=a): the response was a 503',
  struck: true,
};

/** A suite that passes, whatever it pays. @param ordersOf the orders of an account of each run, or of one run */
async function explored(
  id: string,
  undisturbed: readonly TracedOrder[] | ((run: number) => readonly TracedOrder[]),
  disturbed: readonly TracedOrder[],
  { labelOf = () => 'shop', ...outcome }: Partial<SuiteRun> & { labelOf?: (run: number) => string } = {},
  disturbance = only(id),
) {
  let runs = 0;
  const run: RunSuite = async scenario => {
    runs += 1;
    const usual = typeof undisturbed === 'function' ? undisturbed(runs) : undisturbed;
    const isStruck = matchesOf(scenario).some(
      ({ external_id = 'a', nth = 1 }) => external_id === 'a' && nth === 1,
    );
    const isBad = scenario !== null && (isStruck || scenario.requests === undefined);
    const shop = account(labelOf(runs), REQUESTS, [], isBad ? disturbed : usual);
    return isBad ? { ...passing([shop]), ...outcome } : passing([shop]);
  };
  return explore(run, [disturbance], OPTIONS);
}

const single = ({ trials }: { readonly trials: readonly Trial[] }): Trial => trials[0]!;
const text = (trial: Trial): string => trial.break?.failure.text ?? trial.verdict;
const USUAL = [paid(1, 'a')];
const TWICE = [...USUAL, paid(2, 'a-2', { repeats: AGAIN })];

test('a suite that pays twice under a disturbance breaks, although its tests pass and nothing is found', async () => {
  const found = await explored('response-lost', USUAL, TWICE);
  expect(text(single(found))).toBe('paid for 2 orders instead of 1: +3.90 TRX');
  expect(single(found).break).toMatchObject({ failed: 2, of: 2 });
  expect(matchesOf(single(found).break!.scenario)).toEqual([{ operation: 'createOrder', external_id: 'a' }]);
  const { title, blocks, data } = reportOf(found, () => ({ file: 'x.yaml', command: 'x' }));
  expect(title).toContain('1 broke (up to 3.90 TRX paid too much), 0 survived');
  expect(blocks.join(' ').replaceAll(/\s+/g, ' ')).toContain(
    'paid: req-1 made order 1 (external_id a): 65000 Energy for 60 minutes to TA, 3.9 TRX. The last request about it was req-2 (GET /api/v1/status/?external_id=a): the response was a 503. Then req-2 bought the same as order 2 (external_id a-2).',
  );
  expect(JSON.stringify(data)).toContain('"paid_more_trx":3.9');
});

test('a failing test is still the failure, and the payment is named beside it', async () => {
  const found = await explored('response-lost', USUAL, TWICE, { exitCode: 1 });
  expect(text(single(found))).toBe('exit code 1; paid for 2 orders instead of 1: +3.90 TRX');
});

test('a payment leaves no doubt about a time limit', async () => {
  const found = await explored('response-lost', USUAL, TWICE, { exitCode: 1, timeLimitMs: 100 });
  expect(single(found).verdict).toBe('broke');
});

test.each([
  ['a refunded order is not paid', [{ ...paid(1, 'a'), paid: false }, paid(2, 'a-2')], 'survived'],
  [
    'what is bought for another address than usual replaces it',
    [paid(1, 'a', { address: 'TB' })],
    'survived',
  ],
  [
    'what is bought for two addresses is more',
    [paid(1, 'a'), paid(2, 'b', { address: 'TB' })],
    /^paid for 1 order instead of 0/,
  ],
  [
    'a higher price is more',
    [{ ...paid(1, 'a'), price_sun: 7_800_000 }],
    /^paid more for the same orders: \+3\.90 TRX$/,
  ],
  ['a missing order is a failure', [], /^order missing: paid for 0 orders instead of 1: −3\.90 TRX$/],
])('%s', async (_, disturbed, expected) => {
  expect(text(single(await explored('response-lost', USUAL, disturbed)))).toMatch(expected);
});

test('a suite that buys A twice and B never pays as much as usual, and breaks', async () => {
  const usual = [paid(1, 'a'), paid(2, 'b', { address: 'TB' })];
  const found = await explored('response-lost', usual, TWICE);
  expect(text(single(found))).toMatch(/^paid for 2 orders instead of 1: \+3\.90 TRX$/);
});

test('a missing order is no failure where a call or an order ends differently, or a test fails', async () => {
  expect(single(await explored('insufficient-balance', USUAL, [])).verdict).toBe('survived');
  const mayFail = { ...only('insufficient-balance'), mayFail: true };
  const failed = await explored('insufficient-balance', USUAL, [], { exitCode: 1 }, mayFail);
  expect(single(failed).verdict).toBe('survived');
});

test('an order that is bought again counts under an outcome as well, although the test fails rightly', async () => {
  const mayFail = { ...only('review-for-days'), mayFail: true };
  const found = await explored('review-for-days', USUAL, TWICE, { exitCode: 1 }, mayFail);
  expect(text(single(found))).toBe('paid for 2 orders instead of 1: +3.90 TRX');
});

test('a test that the runner repeats buys again', async () => {
  expect(single(await explored('response-lost', USUAL, TWICE, { hasRetries: true })).verdict).toBe(
    'survived',
  );
});

test('accounts whose names differ from run to run are compared together', async () => {
  const labelOf = (run: number): string => `shop-${run}`;
  expect(single(await explored('response-lost', USUAL, USUAL, { labelOf })).verdict).toBe('survived');
  expect(text(single(await explored('response-lost', USUAL, TWICE, { labelOf })))).toMatch(/^paid for 2/);
});

test('where addresses differ from run to run, products alone are compared', async () => {
  const usual = (run: number): TracedOrder[] => [paid(1, 'a', { address: `T${run}` })];
  expect(single(await explored('response-lost', usual, USUAL)).verdict).toBe('survived');
  expect(text(single(await explored('response-lost', usual, TWICE)))).toMatch(
    /^paid for 2 orders instead of 1/,
  );
});

test('money is not compared, and the report says so, if the undisturbed runs paid for different orders', async () => {
  const found = await explored('response-lost', run => (run === 1 ? USUAL : TWICE), [
    ...TWICE,
    paid(3, 'a-3'),
  ]);
  expect(single(found).verdict).toBe('survived');
  expect(reportOf(found, () => ({ file: '', command: '' })).blocks.join(' ')).toContain(
    'Money was not compared',
  );
});

test('a finding that an order was bought again is refuted if no more was paid than undisturbed', async () => {
  const finding = {
    rule: 'bought-twice',
    account: 'shop',
    severity: 'error',
    message: 'Twice.',
    fix: 'Once.',
    orders: [1, 2],
    cost_trx: 3.9,
  } as const;
  const refuted = single(await explored('response-lost', TWICE, TWICE, { findings: [finding] }));
  expect([refuted.verdict, refuted.warnings]).toEqual(['survived', ['bought-twice']]);
  const one = { ...finding, orders: [1] };
  expect(text(single(await explored('response-lost', TWICE, TWICE, { findings: [one] })))).toBe(
    'finding bought-twice',
  );
});

/** A wallet that passes. @param usual what its undisturbed runs burn @param disturbed what its disturbed runs burn */
async function burning(
  usual: readonly (readonly number[])[],
  disturbed: readonly number[],
  orders: readonly TracedOrder[] = USUAL,
) {
  let runs = 0;
  const run: RunSuite = async scenario => {
    const burns = scenario ? disturbed : usual[runs++ % usual.length]!;
    const traced = burns.map((trx, index) => burned(`tx-${index + 1}`, trx));
    return passing([
      { ...account('wallet', REQUESTS, [], scenario ? orders : USUAL, traced), calls_node: true },
    ]);
  };
  return single(await explore(run, [only('energy-late')], OPTIONS));
}

test('a transaction that burns TRX for Energy only under a disturbance is a failure', async () => {
  const trial = await burning([[]], [6.4285]);
  expect(text(trial)).toBe('burned TRX for Energy in 1 transaction instead of 0: +6.4285 TRX');
  expect(trial.break!.failure.money!.evidence).toBe('Transaction tx-1 of TA: 6.4285 TRX.');
});

test('an order that is paid twice is named before what was burned', async () => {
  expect(text(await burning([[]], [6.4285], TWICE))).toBe('paid for 2 orders instead of 1: +3.90 TRX');
});

test.each([
  ['a transaction that always burns may burn more', [[6]], [12]],
  ['it may burn nothing', [[6]], []],
  ['a suite that burns now and then may burn as often as undisturbed', [[], [6]], [6]],
])('%s', async (_, usual, disturbed) => {
  expect((await burning(usual, disturbed)).verdict).toBe('survived');
});
