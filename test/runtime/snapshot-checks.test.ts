import { expect, test } from 'vitest';
import type { Account } from '../../src/engine/account.ts';
import { stateSteps } from '../../src/runtime/snapshot-checks/state.ts';
import { begin, deliver, order, world } from '../engine/stage.ts';
import { lengthOf, sequenceOf } from '../simulation/simulate.ts';
import { World } from '../simulation/world.ts';
import { amount, seed } from '../support/tier.ts';

const COMMANDS = amount({ first: 2_000, long: 100_000 });
/** A check covers the whole state, so it does not run after every command. */
const CHECKED_EVERY = 12;

/** The exported snapshot of an account. */
function exported({ state }: Account): unknown {
  const clock = { ...state.clock, virtualMs: Math.max(state.clock.virtualMs, state.nowMs) };
  return JSON.parse(JSON.stringify({ ...state, clock, epoch: undefined }));
}

const firstProblem = (state: unknown) => {
  for (const problem of stateSteps(state)) if (problem) return problem;
  return null;
};

test('every reachable state of an account can be imported', () => {
  let seen = 0;
  for (let sequence = seed(1); seen < COMMANDS; sequence++) {
    const world = new World();
    for (const command of sequenceOf(sequence, lengthOf(sequence))) {
      world.apply(command);
      seen += 1;
      if (seen % CHECKED_EVERY !== 0) continue;
      const problem = firstProblem(exported(world.account));
      if (problem) {
        expect.fail(
          `seed ${sequence}, after ${JSON.stringify(command)}: ${problem.path}: ${problem.message}`,
        );
      }
    }
  }
});

test('a state in which copies are ahead of their attempt can be imported, and an attempt without them cannot', () => {
  begin();
  deliver({ deliver: { copies: 3 }, corrupt_copies: 'wrong-secret' });
  order();
  const state = exported(world.account) as { inFlight: Record<string, unknown> };
  expect(Object.keys(state.inFlight)).toEqual(['0:1:2', '0:1:3']);
  expect(firstProblem(state)).toBeNull();
  expect(firstProblem({ ...state, inFlight: {} })).not.toBeNull();
});

test('a value that is nested more deeply than any state is found, and its place is named', () => {
  const state = exported(new World().account) as Record<string, unknown>;
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(firstProblem({ ...state, counters: { deep } })).toEqual({
    path: `counters.deep${'[0]'.repeat(65)}`,
    message: 'it is nested more than 64 levels deep',
  });
});
