import { expect, test } from 'vitest';
import { calibrateText } from './draws.ts';
import { harOf } from './har-log.ts';
import { RealService } from './real-service.ts';
import { Shopper } from './traffic.ts';

test('what was observed and contradicts the settings in use is explained in the config, and not set', {
  timeout: 240_000,
}, async () => {
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
