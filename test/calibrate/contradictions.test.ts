import { expect, test } from 'vitest';
import { calibrateText } from './draws.ts';
import { harOf } from './har-log.ts';
import { RealService } from './real-service.ts';
import { Shopper } from './traffic.ts';

test('what was observed and contradicts the settings in use is explained in the config, and not set', {
  timeout: 240_000,
}, async () => {
  await using service = await RealService.start({
    custom_energy_min: 33_250,
    custom_energy_max: 33_750,
    custom_energy_step: 500,
  });
  const shopper = new Shopper(service);
  // The amounts between the steps reveal the range, and nothing reveals the step.
  for (const amount of [33_249, 33_251, 33_749, 33_751])
    await shopper.get(`/api/v1/quote/?energy_amount=${amount}`);
  const { settings, config, differences } = await calibrateText(JSON.stringify(harOf(service.exchanges)));
  expect(settings).toMatchObject({
    custom_energy_min: 32_000,
    custom_energy_max: 33_750,
    custom_energy_step: 1_000,
  });
  expect(config).toMatch(
    /^ {2}# custom_energy_min: observed: .*; it cannot be set: no multiple of custom_energy_step, 1000, is in the range from custom_energy_min, 33250, to custom_energy_max, 33750;/m,
  );
  expect(config).toMatch(/^ {2}custom_energy_max: 33750 #/m);
  expect(differences).not.toEqual([]);
});
