import { expect, test } from 'vitest';
import { freshFolder } from '../storage/folders.ts';
import { crashRounds } from './rounds.ts';

const rounds = Number(process.env.CRASH_ROUNDS ?? 5);
const seed = process.env.CRASH_SEED ?? 'crash';
const MS_A_ROUND = 40_000;

test(
  `a server that is killed ${rounds} times under load keeps every acknowledged order, its money and its webhooks`,
  async () => {
    const outcome = await crashRounds(await freshFolder(), seed, rounds);
    console.info(`seed ${seed}:`, JSON.stringify({ ...outcome, broken: outcome.broken.length }));
    expect(outcome.broken).toEqual([]);
    expect(outcome.acknowledged).toBeGreaterThan(10 * rounds);
    expect(outcome.deleted).toBeGreaterThan(0);
    expect(outcome.cut).toBeGreaterThan(0);
  },
  60_000 + rounds * MS_A_ROUND,
);
