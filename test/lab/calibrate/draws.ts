import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Settings } from '../../../src/core/domain/assumptions.ts';
import type { Package } from '../../../src/core/domain/catalogue.ts';
import { isRefusal } from '../../../src/core/domain/error-codes.ts';
import { priceSelection } from '../../../src/core/domain/pricing.ts';
import { calibrate } from '../../../src/lab/calibrate/calibrate.ts';
import type { LearnedRow } from '../../../src/lab/calibrate/learned-row.ts';
import type {
  CalibrateOptions,
  CalibrationResult,
  Difference,
} from '../../../src/lab/calibrate/options-and-result.ts';
import {
  limitRange,
  maximumRange,
  minimumRange,
  sameTimes,
  shownDelays,
  shownPackages,
  shownSettings,
  unshownPackages,
} from './oracle.ts';
import type { Draw } from './recording-of-draw.ts';
import { HEX_ADDRESS } from './traffic.ts';

/** Calibrates with a file of this text. */
export async function calibrateText(
  text: string,
  options: CalibrateOptions = {},
): Promise<CalibrationResult> {
  const folder = mkdtempSync(join(tmpdir(), 'calibrate-'));
  try {
    const path = join(folder, 'traffic.har');
    writeFileSync(path, text);
    return await calibrate([path], options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rowOf = ({ rows }: CalibrationResult, name: keyof Settings): LearnedRow =>
  rows.find(({ row }) => row === name)!;

/** A package without what no quote shows: nothing is known of durations that are neither priced nor refused for lack of a price. */
const comparable = ({ name, energyAmount, pricesSun, durationsMinutes, id }: Package): unknown => ({
  id,
  name,
  energyAmount,
  pricesSun,
  durationsMinutes,
});

function expectPackages(draw: Draw, result: CalibrationResult): void {
  const { truth } = draw;
  const learned = (rowOf(result, 'packages').value ?? []) as readonly Package[];
  const shown = shownPackages(draw);
  expect(learned.map(comparable)).toEqual(shown.map(comparable));
  for (const pack of learned) {
    const own = priceSelection(truth, { packageId: pack.id }, 'single');
    if (!isRefusal(own)) expect(pack.durationMinutes).toBe(own.durationMinutes);
  }
}

function expectRange(row: LearnedRow, range: { min: number; max: number } | null): void {
  if (range === null) {
    expect(row).toMatchObject({ verdict: 'not-observed' });
    return;
  }
  expect(row.bounds?.min ?? 0, row.row).toBeGreaterThanOrEqual(range.min);
  expect(row.bounds?.max ?? Number.POSITIVE_INFINITY, row.row).toBeLessThanOrEqual(range.max);
}

/** Whatever is claimed is true. */
export function expectTruth({ truth, exchanges }: Draw, { rows, settings }: CalibrationResult): void {
  const exact = rows.filter(
    ({ verdict, bounds, value }) => !bounds && value !== undefined && verdict !== 'narrowed',
  );
  for (const { row, value } of exact) {
    if (
      [
        'packages',
        'custom_prices_sun_per_energy',
        'webhook_retry_delays_ms',
        'time_zone',
        'custom_energy_step',
      ].includes(row)
    )
      continue;
    expect(value, row).toEqual(truth[row]);
  }
  for (const { row, bounds } of rows.filter(one => one.bounds)) {
    const actual = truth[row] as number;
    expect(actual, row).toBeGreaterThanOrEqual(bounds!.min ?? 0);
    expect(actual, row).toBeLessThanOrEqual(bounds!.max ?? Number.POSITIVE_INFINITY);
  }
  const hasOrders = exchanges.some(({ url, status }) => status === 202 || url.endsWith('/webhooks'));
  const zone = hasOrders ? truth.time_zone : 'UTC';
  expect(sameTimes(exchanges, settings.time_zone, zone)).toBe(true);
  const prices = rows.find(({ row }) => row === 'custom_prices_sun_per_energy')?.value ?? {};
  for (const [minutes, sun] of Object.entries(prices))
    expect(sun).toBe(truth.custom_prices_sun_per_energy[minutes]);
}

/** Everything that the traffic shows was found. */
function expectComplete(draw: Draw, result: CalibrationResult): void {
  const { truth } = draw;
  for (const name of shownSettings(draw)) expect(rowOf(result, name).value, name).toEqual(truth[name]);
  expectPackages(draw, result);
  if (shownPackages(draw).some(({ pricesSun }) => Object.keys(pricesSun).length > 0))
    expect(rowOf(result, 'discount_percent').value).toBe(truth.discount_percent);
  expectRange(rowOf(result, 'body_limit_bytes'), limitRange(truth.body_limit_bytes));
  expectRange(rowOf(result, 'bulk_body_limit_bytes'), limitRange(truth.bulk_body_limit_bytes));
  if (!truth.custom_energy_enabled) return;
  expectRange(rowOf(result, 'custom_energy_min'), minimumRange(truth));
  expectRange(rowOf(result, 'custom_energy_max'), maximumRange(truth));
}

/** The retry delays of the attempts that failed. */
function expectRetries({ truth, exchanges }: Draw, result: CalibrationResult): void {
  const failed = exchanges.filter(({ url, status }) => url.endsWith('/webhooks') && status === 503).length;
  const row = rowOf(result, 'webhook_retry_delays_ms');
  const retries = Math.min(failed, truth.webhook_retry_delays_ms.length);
  if (retries === 0) expect(row.verdict).toBe('not-observed');
  else expect((row.value as number[]).slice(0, retries)).toEqual(shownDelays(truth, retries));
}

/**
 * True if the sandbox lacks a package that the service refuses for its duration or price, in the status of a response or
 * in an item of a bulk request. Nothing shows the amount of such a package, so no config file can have it.
 */
const isOfUnshownPackage = ({ observed, sandbox }: Difference): boolean =>
  /^(422 )?(DURATION_PRICE|RENTAL_DURATION)_UNAVAILABLE$/.test(observed) &&
  /^(404 )?PACKAGE_NOT_FOUND$/.test(sandbox);

/** Checks a calibration against the settings of the service that was recorded. */
export function expectRecovered(draw: Draw, result: CalibrationResult): void {
  expectTruth(draw, result);
  expectComplete(draw, result);
  expectRetries(draw, result);
  const others = result.differences!.filter(one => !isOfUnshownPackage(one));
  expect(unshownPackages(draw).length > 0 ? others : result.differences).toEqual([]);
  expect(draw.exchanges.some(({ requestBody }) => requestBody?.includes(HEX_ADDRESS))).toBe(true);
}
