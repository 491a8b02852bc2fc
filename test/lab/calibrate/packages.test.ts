import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/core/domain/assumptions.ts';
import { calibrateText } from './draws.ts';
import { harOf } from './har-log.ts';
import { RealService } from './real-service.ts';
import { Shopper } from './traffic.ts';

describe('of packages that were never quoted', () => {
  test('the prices of orders are written, with the discount of other quotes', async () => {
    await using service = await RealService.start({ discount_percent: 12.5 });
    const shopper = new Shopper(service);
    await shopper.get('/api/v1/quote/?energy_amount=64000');
    const id = await shopper.order({ package_id: 2, duration_minutes: 10 });
    await shopper.get(`/api/v1/status/?id=${id}`);
    const { settings, differences, config } = await calibrateText(JSON.stringify(harOf(service.exchanges)));
    const own = DEFAULT_SETTINGS.packages.find(one => one.id === 2)!;
    expect(settings.packages).toEqual([
      expect.objectContaining({ id: 2, name: own.name, pricesSun: { 10: own.pricesSun[10] } }),
    ]);
    expect(config).toContain('its name is from the settings in use');
    expect(differences).toEqual([]);
  });

  test('without any quote, the config is such that orders cost what they did', async () => {
    await using service = await RealService.start({ discount_percent: 12.5 });
    const shopper = new Shopper(service);
    const id = await shopper.order({ package_id: 1 });
    await shopper.get(`/api/v1/status/?id=${id}`);
    const { rows, differences } = await calibrateText(JSON.stringify(harOf(service.exchanges)));
    expect(rows.find(({ row }) => row === 'discount_percent')).toMatchObject({ verdict: 'not-observed' });
    expect(rows.find(({ row }) => row === 'packages')).toMatchObject({ verdict: 'contradicted' });
    expect(differences).toEqual([]);
  });
});

test('a price that was quoted and paid is kept, although a bulk item of that duration was refused', async () => {
  const [first, ...others] = DEFAULT_SETTINGS.packages;
  const pricesSun = { ...first!.pricesSun, 1: 1_234_567 };
  const own = { ...first!, durationsMinutes: [1, ...first!.durationsMinutes], pricesSun };
  await using service = await RealService.start({ packages: [own, ...others] });
  const shopper = new Shopper(service);
  await shopper.get('/api/v1/quote/?package_id=1&duration_minutes=1');
  const id = await shopper.order({ package_id: 1, duration_minutes: 1 });
  await shopper.orderInBulk({ package_id: 1, duration_minutes: 1 });
  await shopper.get(`/api/v1/status/?id=${id}`);
  const learned = await calibrateText(JSON.stringify(harOf(service.exchanges)));
  expect(learned.settings.packages[0]!.pricesSun[1]).toBe(1_234_567);
  expect(learned.differences).toEqual([]);
  expect(learned.not_compared).toEqual([]);
});

test('a recipient that was refused before it was activated is not listed as inactive', async () => {
  await using service = await RealService.start({ deny_unknown: true });
  const shopper = new Shopper(service);
  const address = shopper.recipient();
  await shopper.order({ package_id: 1, address });
  await service.account.change({ assumptions: { deny_unknown: false } });
  expect(await shopper.order({ package_id: 1, address })).not.toBeNull();
  const { scenario } = await calibrateText(JSON.stringify(harOf(service.exchanges)), { replay: false });
  expect(scenario).not.toContain('inactive_addresses');
});

test('packages that were refused take nothing away from the others', async () => {
  await using service = await RealService.start({
    packages: DEFAULT_SETTINGS.packages.filter(({ id }) => id !== 3),
  });
  const shopper = new Shopper(service);
  await shopper.get('/api/v1/quote/?package_id=99');
  const before = await calibrateText(JSON.stringify(harOf(service.exchanges)), { replay: false });
  expect(before.settings.packages).toEqual(DEFAULT_SETTINGS.packages);
  expect(before.config).not.toMatch(/^ {2}packages:/m);
  await shopper.get('/api/v1/quote/?package_id=3');
  const after = await calibrateText(JSON.stringify(harOf(service.exchanges)), { replay: false });
  expect(after.settings.packages.map(({ id }) => id)).toEqual(
    DEFAULT_SETTINGS.packages.map(({ id }) => id).filter(id => id !== 3),
  );
});

test('what was observed and contradicts the settings in use is explained in the config, and not set', async () => {
  const prices = { 60: 2_000_000_000 };
  await using service = await RealService.start({
    custom_prices_sun_per_energy: prices,
    custom_energy_max: 100_000,
  });
  const shopper = new Shopper(service);
  // Reveals the price, and nothing reveals the maximum.
  for (const amount of [32_000, 50_000]) await shopper.get(`/api/v1/quote/?energy_amount=${amount}`);
  const { settings, config, differences } = await calibrateText(JSON.stringify(harOf(service.exchanges)));
  expect(settings.custom_energy_max).toBe(5_000_000);
  expect(settings.custom_prices_sun_per_energy).not.toEqual(prices);
  expect(config).toMatch(
    /^ {2}# custom_prices_sun_per_energy: observed: .*; it cannot be set: custom_prices_sun_per_energy has 2000000000 for 60 minutes, so custom_energy_max, 5000000, costs more/m,
  );
  expect(differences).not.toEqual([]);
});
