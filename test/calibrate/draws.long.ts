import { test } from 'vitest';
import { calibrateText, expectRecovered } from './draws.ts';
import { harOf } from './har-log.ts';
import { recordDraw } from './recording-of-draw.ts';

const SEEDS = Array.from({ length: 50 }, (_, index) => `long ${index}`);

test.each(SEEDS)(
  'calibrate recovers what the traffic of draw "%s" shows, and replays it without a difference',
  async seed => {
    const draw = await recordDraw(seed);
    expectRecovered(draw, await calibrateText(JSON.stringify(harOf(draw.exchanges))));
  },
);
