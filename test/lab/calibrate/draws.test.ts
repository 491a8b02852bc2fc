import { describe, expect, test } from 'vitest';
import type { CalibrationResult } from '../../../src/lab/calibrate/options-and-result.ts';
import { amount, seed } from '../../support/tier.ts';
import { calibrateText, expectRecovered } from './draws.ts';
import { harOf } from './har-log.ts';
import { recordDraw, recordDrawThroughRecorder } from './recording-of-draw.ts';

const seedsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(first + index));

/** A draw whose first package is sold without any price. */
const WITHOUT_PRICE = '113';
/** A draw with a retry delay that is nearly the default. */
const NEAR_DEFAULT = '320';

/** Expects that the recording contradicts none of the settings that were learned from it. */
async function expectSettled(text: string, { settings }: CalibrationResult): Promise<void> {
  const again = await calibrateText(text, { assumptions: settings, replay: false });
  const drifted = again.rows.filter(({ row, verdict }) => verdict === 'contradicted' && row in settings);
  expect(drifted).toEqual([]);
}

describe('calibrate', () => {
  // In the first tier, draw 0 is recovered from the recordings of other tools.
  test.each([WITHOUT_PRICE, ...seedsFrom(seed(0), amount({ first: 0, long: 50 }))])(
    'recovers what the traffic of draw %s shows, claims nothing false, and replays it without a difference',
    async drawn => {
      const draw = await recordDraw(drawn);
      const text = JSON.stringify(harOf(draw.exchanges));
      const result = await calibrateText(text);
      expectRecovered(draw, result);
      await expectSettled(text, result);
    },
  );

  test.each([NEAR_DEFAULT, ...seedsFrom(seed(8), amount({ first: 1, long: 50 }))])(
    'recovers what the traffic of draw %s shows from the file that record has written',
    async drawn => {
      const { draw, text } = await recordDrawThroughRecorder(drawn);
      const result = await calibrateText(text);
      expectRecovered(draw, result);
      await expectSettled(text, result);
      expect(text).not.toContain('Bearer ersk_');
    },
  );
});
