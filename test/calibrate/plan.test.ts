import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type PlannedCall, planOf } from '../../src/calibrate/plan.ts';
import { planReport } from '../../src/calibrate/plan-report.ts';
import { planScript } from '../../src/calibrate/plan-script.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/assumptions.ts';
import { toTrx } from '../../src/domain/money.ts';
import { renderText } from '../../src/report/text.ts';
import { calibrateText } from './draws.ts';
import { harOf } from './har-log.ts';
import { RealService } from './real-service.ts';
import { RECIPIENTS } from './traffic.ts';

const EXTRA: readonly string[] = ['webhook_retry_delays_ms', 'webhook_snapshot'];

async function perform(
  service: RealService,
  { method, path, body, contentType, isAnonymous }: PlannedCall,
): Promise<void> {
  const text = (typeof body === 'string' ? body : JSON.stringify(body))?.replaceAll(
    '<your address>',
    RECIPIENTS[0]!,
  );
  await service.call({
    method,
    path,
    ...(text === undefined ? {} : { raw: Buffer.from(text) }),
    ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
    ...(isAnonymous ? { key: null } : {}),
  });
}

test('the calls of the plan settle the rows that it names, and cost what it says', {
  timeout: 240_000,
}, async () => {
  await using service = await RealService.start({});
  service.fails = (event, _order, attempt) => event === 'order.processing' && attempt <= 2;
  const balance = async (): Promise<number> => (await service.account.read()).balanceTrx;
  const before = await balance();
  const plan = planOf(DEFAULT_SETTINGS);
  for (const { calls } of plan) {
    for (const call of calls) await perform(service, call);
    await service.account.advance({ by: '2m' });
  }
  await service.account.advance({ by: '2h' });
  const spent = before - (await balance());
  expect(spent).toBeCloseTo(toTrx(plan.reduce((sum, { costSun }) => sum + costSun, 0)), 6);
  const { rows } = await calibrateText(JSON.stringify(harOf(service.exchanges)), { replay: false });
  const silent = new Set(rows.filter(({ verdict }) => verdict === 'not-observed').map(({ row }) => row));
  expect(plan.flatMap(({ settles }) => settles).filter(row => silent.has(row))).toEqual([]);
  expect(plan.flatMap(({ settles }) => settles)).toEqual(expect.arrayContaining([...EXTRA]));
  expect(rows.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
});

test('the report of a plan that is settled ends with nothing to record', () => {
  const rows = planOf(DEFAULT_SETTINGS).flatMap(({ settles }) => settles);
  const settled = rows.map(row => ({
    row,
    verdict: 'confirmed' as const,
    observed: '',
    count: 1,
    evidence: [],
  }));
  const report = planReport(DEFAULT_SETTINGS, { rows: settled });
  expect(renderText(report, { color: false, columns: 100 }).trimEnd().split('\n').at(-1)).toBe(
    'nothing to record',
  );
});

test('the plan leaves out what is settled', () => {
  const all = planOf(DEFAULT_SETTINGS);
  const settled = new Set(all.slice(0, 5).flatMap(({ settles }) => settles));
  expect(planOf(DEFAULT_SETTINGS, settled)).toHaveLength(all.length - 5);
  expect(planOf(DEFAULT_SETTINGS, new Set(all.flatMap(({ settles }) => settles)))).toEqual([]);
});

test('the script of the plan makes its calls, and places orders only if it is told to', {
  timeout: 240_000,
}, async () => {
  await using service = await RealService.start({});
  const environment = {
    PATH: process.env.PATH,
    ENERGY_URL: service.account.baseUrl,
    ENERGY_KEY: service.account.apiKey,
    ENERGY_ADDRESS: RECIPIENTS[0],
  };
  const plan = planOf(DEFAULT_SETTINGS);
  const run = async (orders: string): Promise<string[]> => {
    const child = execFile('sh', ['-s'], { env: { ...environment, ENERGY_ORDERS: orders } });
    child.stdin!.end(planScript(plan));
    const [out, code] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
    expect(code).toEqual([0, null]);
    return out.trimEnd().split('\n');
  };
  const calls = plan.map(step => step.calls.length).reduce((sum, count) => sum + count, 0);
  const free = await run('no');
  expect(free).toContain('404 GET /api/v1/balance');
  expect(free).toContain('401 GET /api/v1/balance/');
  expect(free.filter(line => line === '413 POST /api/v1/estimate/')).toHaveLength(3);
  expect(await service.account.orders()).toEqual([]);
  expect(await run('yes')).toHaveLength(calls);
  expect((await service.account.orders()).map(order => order.externalId)).toEqual([
    'calibrate-1',
    'calibrate-2',
  ]);
});
