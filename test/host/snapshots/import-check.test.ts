import { expect, test } from 'vitest';
import type { Account } from '../../../src/core/engine/account.ts';
import {
  checkSteps,
  MAX_PART_CHARACTERS,
  MAX_PART_VALUES,
  type StateProblem,
} from '../../../src/host/snapshots/import-check.ts';
import { amount, seed } from '../../support/tier.ts';
import { lengthOf, sequenceOf } from '../../system/simulation/simulate.ts';
import { World } from '../../system/simulation/world.ts';

const COMMANDS = amount({ first: 2_000, long: 100_000 });
/** A check covers the whole state, so it does not run after every command. */
const CHECKED_EVERY = 12;

/** The exported snapshot of an account. */
function exported({ state }: Account): Record<string, unknown> {
  const clock = { ...state.clock, virtualMs: Math.max(state.clock.virtualMs, state.nowMs) };
  return JSON.parse(JSON.stringify({ ...state, clock, epoch: undefined }));
}

function firstProblem(state: Readonly<Record<string, unknown>>): StateProblem | null {
  const steps = checkSteps(state);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value ?? null;
  }
}

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

test('a part that is too large is found before any schema has to handle it', () => {
  const state = exported(new World().account);
  const ipAllow = Array.from({ length: MAX_PART_VALUES }, () => '10.0.0.0/8');
  const [key] = state.keys as object[];
  expect(firstProblem({ ...state, keys: [{ ...key, ipAllow }] })).toEqual({
    path: 'keys[0]',
    message: `expected at most ${MAX_PART_VALUES} values`,
  });
  expect(firstProblem({ ...state, scripted: { x: 'x'.repeat(MAX_PART_CHARACTERS) } })).toEqual({
    path: 'scripted',
    message: `expected at most ${MAX_PART_CHARACTERS} characters`,
  });
});
