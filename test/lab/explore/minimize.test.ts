import { expect, test } from 'vitest';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import { ddmin, minimize } from '../../../src/lab/explore/minimize.ts';
import type { StrikePoint } from '../../../src/lab/explore/strike-points.ts';

const NUMBERS = Array.from({ length: 64 }, (_, index) => index);

test.each([[[17]], [[3, 40]], [[0, 31, 63]], [[5, 6, 7, 8]]])(
  'finds exactly the elements that fail together: %j',
  async culprits => {
    const found = await ddmin(NUMBERS, async part => culprits.every(one => part.includes(one)));
    expect([...found].sort((a, b) => a - b)).toEqual(culprits);
  },
);

test('finds one of several independent causes with a logarithmic number of trials', async () => {
  let trials = 0;
  const found = await ddmin(NUMBERS, async part => {
    trials += 1;
    return part.length > 0;
  });
  expect(found).toHaveLength(1);
  expect(trials).toBeLessThanOrEqual(12);
});

test('leaves the list as it is if nothing smaller fails', async () => {
  expect(await ddmin([1, 2, 3], async part => part.length === 3)).toEqual([1, 2, 3]);
});

test('templates that act only together stay together, even if the suite fails with one of them by chance', async () => {
  const early = disturbancesWith(SHORT).find(({ id }) => id === 'delegating-before-response')!;
  const points = ['a', 'b'].flatMap((externalId): StrikePoint[] =>
    early.templates.map(({ point }, template) => ({
      template,
      account: 'demo',
      kind: point === 'orders' ? 'order' : 'createOrder',
      subject: { externalId },
    })),
  );
  const { scenario } = await minimize(early, points, async ({ orders = [] }) =>
    JSON.stringify(orders).includes('"b"'),
  );
  const ofB = { match: { external_id: 'b' } };
  expect(scenario).toMatchObject({ requests: [ofB], orders: [ofB] });
});
