import { describe, expect, test } from 'vitest';
import { parseScenarioYaml } from '../../../src/core/scenario/parse-scenario.ts';
import { calibrateText } from './draws.ts';
import { harOf } from './har-log.ts';
import { RealService } from './real-service.ts';
import { Shopper } from './traffic.ts';

const FAILING = {
  name: 'failing',
  summary: 'Orders fail, and are refunded later.',
  orders: [
    {
      lifecycle: [
        { after: '3s' as const, to: 'delegating' as const },
        { after: '9s' as const, to: 'failed' as const, refund: { after: '30s' as const } },
      ],
    },
  ],
};

describe('of orders whose states were not all seen', () => {
  test('the replay makes the transitions that a response implies', { timeout: 240_000 }, async () => {
    await using service = await RealService.start({}, [FAILING]);
    const shopper = new Shopper(service);
    const id = await shopper.order({ package_id: 1 });
    await service.account.advance({ by: '1m' });
    await shopper.get(`/api/v1/status/?id=${id}`);
    const calls = service.exchanges.filter(({ url }) => !url.endsWith('/webhooks'));
    const { differences } = await calibrateText(JSON.stringify(harOf(calls)));
    expect(differences).toEqual([]);
  });

  test('the scenario leaves out histories with states that polling has missed, so that a sandbox can use it', async () => {
    await using service = await RealService.start({});
    const shopper = new Shopper(service);
    const id = await shopper.order({ package_id: 1 });
    await shopper.get(`/api/v1/status/?id=${id}`);
    await service.account.advance({ by: '2d' });
    await shopper.get(`/api/v1/status/?id=${id}`);
    const polled = service.exchanges.filter(({ url }) => !url.endsWith('/webhooks'));
    const result = await calibrateText(JSON.stringify(harOf(polled)), { replay: false });
    expect(parseScenarioYaml(result.scenario, 'observed.yaml')).toHaveProperty('scenario');
    expect(result.scenario).toContain('observed from beginning to end: 0.');
  });

  test('the scenario leaves out failures whose refund is unknown, if others show it', async () => {
    await using service = await RealService.start({}, [FAILING]);
    const shopper = new Shopper(service);
    const [first] = [await shopper.order({ package_id: 1 }), await shopper.order({ package_id: 1 })];
    await service.account.advance({ by: '1m' });
    const unseen = JSON.stringify(harOf(service.exchanges));
    await shopper.get(`/api/v1/status/?id=${first}`);
    const seen = JSON.stringify(harOf(service.exchanges));
    const { scenario } = await calibrateText(seen, { replay: false });
    expect(scenario).toContain('observed from beginning to end: 1.');
    expect(scenario).toContain('to: failed, refund: { after: 30s }');
    expect(scenario).not.toContain('probability');
    const before = await calibrateText(unseen, { replay: false });
    expect(before.scenario).toContain('observed from beginning to end: 2.');
  });

  test.each([
    [19, false],
    [20, true],
  ])('with %i orders, whether the scenario repeats what was observed is %s', async (orders, repeats) => {
    await using service = await RealService.start({}, [FAILING]);
    const shopper = new Shopper(service);
    for (let count = 0; count < orders; count += 1) await shopper.order({ package_id: 1 });
    await service.account.advance({ by: '1m' });
    const { scenario } = await calibrateText(JSON.stringify(harOf(service.exchanges)), { replay: false });
    const loaded = parseScenarioYaml(scenario, 'observed.yaml');
    expect('scenario' in loaded && loaded.scenario.orders.length > 0).toBe(repeats);
    expect(scenario.includes('follow the happy path')).toBe(!repeats);
    expect(scenario).toContain('to: failed');
  });
});
