import { describe, test } from 'vitest';
import { calibrateText, expectRecovered } from './draws.ts';
import { harOf } from './har-log.ts';
import { recordDrawThroughRecorder } from './recording-of-draw.ts';

const SEEDS = Array.from({ length: 50 }, (_, index) => `long ${index}`);

describe.each(SEEDS)(
  'calibrate recovers what the traffic of draw "%s" shows, and replays it without a difference',
  seed => {
    test('from the file that record has written, and from one of another tool', async () => {
      const { draw, text } = await recordDrawThroughRecorder(seed);
      expectRecovered(draw, await calibrateText(text));
      expectRecovered(draw, await calibrateText(JSON.stringify(harOf(draw.exchanges))));
    });
  },
);
