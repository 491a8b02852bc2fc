import { describe, expect, test } from 'vitest';
import { calibrateText, expectRecovered } from './draws.ts';
import { harOf } from './har-log.ts';
import { recordDraw, recordDrawThroughRecorder } from './recording-of-draw.ts';

describe('calibrate', () => {
  test.each(['0', '1', '2', '3', '4', '5', '6', '7'])(
    'recovers what the traffic of draw %s shows, claims nothing false, and replays it without a difference',
    { timeout: 240_000 },
    async seed => {
      const draw = await recordDraw(seed);
      const result = await calibrateText(JSON.stringify(harOf(draw.exchanges)));
      expectRecovered(draw, result);
      const again = await calibrateText(JSON.stringify(harOf(draw.exchanges)), {
        assumptions: result.settings,
        replay: false,
      });
      const drifted = again.rows.filter(
        ({ row, verdict }) => verdict === 'contradicted' && row in result.settings,
      );
      expect(drifted).toEqual([]);
    },
  );

  test.each(['8', '9'])(
    'recovers what the traffic of draw %s shows from the file that record has written',
    { timeout: 240_000 },
    async seed => {
      const { draw, text } = await recordDrawThroughRecorder(seed);
      expectRecovered(draw, await calibrateText(text));
      expect(text).not.toContain('Bearer ersk_');
    },
  );
});
