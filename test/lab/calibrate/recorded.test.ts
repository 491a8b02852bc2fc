import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calibrate } from '../../../src/lab/calibrate/calibrate.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { RealService } from './real-service.ts';
import { RECIPIENTS, Shopper } from './traffic.ts';

const LIVES = {
  name: 'short',
  summary: 'Short histories.',
  orders: [
    {
      lifecycle: [
        { after: '1s', to: 'delegating' as const },
        { after: '1s', to: 'failed' as const, refund: { after: '0s' } },
      ],
    },
  ],
};

test('calibrate learns from what record has written, without keys and with addresses replaced', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'traffic.har');
  const truth = { discount_percent: 7.5, time_zone: 'Asia/Tokyo', webhook_retry_delays_ms: [3_000, 60_000] };
  const service = await RealService.start(truth, [LIVES], out, ['address']);
  service.fails = (_event, _orderId, attempt) => attempt === 1;
  const shopper = new Shopper(service);
  const order = { external_id: 'invoice-1', package_id: 1, address: RECIPIENTS[0] };
  for (let repeat = 0; repeat < 2; repeat++) await shopper.post('/api/v1/order/', order);
  await shopper.get('/api/v1/quote/?package_id=1');
  await service.account.advance({ by: '1h' });
  await shopper.get('/api/v1/status/?external_id=invoice-1');
  const { api_key: apiKey } = service.account;
  await service[Symbol.asyncDispose]();
  const { rows, differences, scenario } = await calibrate([out]);
  const learned = new Map(rows.map(one => [one.row, one]));
  expect(differences).toEqual([]);
  expect(learned.get('discount_percent')).toMatchObject({ verdict: 'contradicted', value: 7.5 });
  expect(learned.get('time_zone')).toMatchObject({ verdict: 'contradicted', value: 'Etc/GMT-9' });
  const [delayMs] = learned.get('webhook_retry_delays_ms')!.value as number[];
  expect(delayMs).toBe(3_000);
  expect(scenario).toMatch(/to: failed, refund: \{ after: 0ms \}/);
  expect(JSON.stringify(rows)).not.toContain(apiKey);
});

test('calibrate refuses an option that it does not have', async () => {
  await expect(calibrate([], { scenarioPath: 'observed.yaml' } as object)).rejects.toThrow(
    'unknown option "scenarioPath"; did you mean "scenario_path"?',
  );
});
