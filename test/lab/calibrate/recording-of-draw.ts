import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InlineScenario } from '../../../src/client/data-types.ts';
import type { Settings } from '../../../src/core/domain/assumptions.ts';
import { Dice, drawSettings } from './draw-settings.ts';
import type { WireExchange } from './har-log.ts';
import { RealService } from './real-service.ts';
import { askEstimates, askPrices, makeMistakes, placeOrders, Shopper, tryBodySizes } from './traffic.ts';

/** A service with settings drawn by a seed, and the traffic of a client that explores it. */
export interface Draw {
  readonly truth: Settings;
  readonly exchanges: readonly WireExchange[];
}

/** Lives that differ from those of the happy path. */
function lifecycles(dice: Dice): InlineScenario {
  const after = (): `${number}s` => `${dice.integer(1, 300)}s`;
  return {
    name: 'histories',
    summary: 'Lives of a service.',
    orders: [
      {
        match: { probability: 0.2 },
        lifecycle: [
          { after: after(), to: 'delegating' },
          { after: after(), to: 'failed', refund: { after: dice.pick('0s', '30s') } },
        ],
      },
      {
        match: { probability: 0.2 },
        lifecycle: [
          { after: after(), to: 'review' },
          { after: after(), to: 'delegated' },
          { after: 'rental', to: 'undelegating' },
          { after: after(), to: 'completed' },
        ],
      },
      {
        lifecycle: [
          { after: after(), to: 'delegating' },
          { after: after(), to: 'delegated' },
          { after: 'rental', to: 'undelegating' },
          { after: after(), to: 'completed' },
        ],
      },
    ],
  };
}

const recorded = new Map<string, Promise<Draw>>();

/** A draw whose traffic has passed through the recorder, and the file that it has written. */
export async function recordDrawThroughRecorder(seed: string): Promise<{ draw: Draw; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'draw-'));
  try {
    const out = join(folder, 'traffic.har');
    const draw = await record(seed, out);
    return { draw, text: await readFile(out, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a client sees of the service of a seed. Each is recorded once. */
export function recordDraw(seed: string): Promise<Draw> {
  const draw = recorded.get(seed) ?? record(seed);
  recorded.set(seed, draw);
  return draw;
}

async function record(seed: string, out?: string): Promise<Draw> {
  const truth = drawSettings(seed);
  const dice = new Dice(`${seed} traffic`);
  await using service = await RealService.start(truth, [lifecycles(dice)], out);
  const failing = dice.integer(0, truth.webhook_retry_delays_ms.length);
  const first: { orderId: number | null } = { orderId: null };
  service.fails = (event, orderId, attempt) => {
    if (event !== 'order.processing') return false;
    first.orderId ??= orderId;
    return orderId === first.orderId && attempt <= failing;
  };
  const shopper = new Shopper(service);
  await askPrices(shopper);
  await service.account.advance({ by: '61s' });
  await askEstimates(shopper);
  await makeMistakes(shopper);
  await service.account.advance({ by: '61s' });
  await tryBodySizes(shopper);
  await placeOrders(shopper);
  for (const by of ['2m', '5m', '20m', '2h', '9h'] as const) {
    await service.account.advance({ by });
    for (const id of shopper.orders.slice(0, 6)) await shopper.get(`/api/v1/status/?id=${id}`);
    await shopper.get('/api/v1/balance/');
  }
  return { truth, exchanges: service.exchanges };
}
