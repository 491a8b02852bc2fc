import { describe, expect, test } from 'vitest';
import { ChangeCheck } from './checks/changes.ts';
import { Broken } from './checks/check.ts';
import type { SimCommand } from './commands.ts';
import { HARMS, type Harm, type MutableState } from './harms.ts';
import { carryOut, reproduction, type Sabotage, sequenceOf } from './simulate.ts';
import { World } from './world.ts';

/** Damages the state once, as soon as there is something to damage. */
function once(harm: Harm): Sabotage {
  let isDone = false;
  return (world, place) => {
    if (place === 0) isDone = false;
    if (!isDone) isDone = harm(world.account.state as MutableState) ?? false;
  };
}

const SEQUENCES = 30;
const made: SimCommand[][] = [];
/** Random commands by number. They are generated once. */
const commandsOf = (seed: number): SimCommand[] => (made[seed] ??= sequenceOf(seed, 80));

/** Whether any of the sequences fulfills a condition. The rest of them are not tried then. */
const anySequence = (fulfills: (commands: SimCommand[]) => boolean): boolean =>
  Array.from({ length: SEQUENCES }, (_, seed) => seed).some(seed => fulfills(commandsOf(seed)));

describe('the checks detect', () => {
  for (const [name, harm] of Object.entries(HARMS)) {
    test(name, () => {
      const isDetected = anySequence(
        commands => carryOut(commands, once(harm))?.message.startsWith('Broken: ') ?? false,
      );
      expect(isDetected).toBe(true);
    });
  }
});

/** Damages the state without reporting a change. Returns the error of the check, or null if it detects nothing. */
function unreported(commands: readonly SimCommand[], harm: Harm): unknown {
  const check = new ChangeCheck();
  const world = new World();
  const { account } = world;
  for (const command of commands) {
    world.apply(command);
    check.before(account);
    if (!harm(account.state as MutableState)) continue;
    const { nowMs } = account.state;
    const executed = { reply: undefined, effects: [], accountEvents: [], changed: false };
    try {
      check.after({ account, kind: 'elapse', command: {}, executed, beforeMs: nowMs, nowMs });
    } catch (error) {
      return error;
    }
    return null;
  }
  return null;
}

describe('a change that the engine does not report is detected', () => {
  const UNREPORTED: Readonly<Record<string, Harm>> = {
    ...HARMS,
    'a counter that moves': state => {
      state.counters['some rule'] = { matched: 1, applied: 1, drawn: 0 };
      return true;
    },
    'a key that is revoked': state => {
      for (const key of state.keys) key.revoked = true;
      return state.keys.length > 0;
    },
    'settings that are replaced': state => {
      state.settings = { ...state.settings };
      return true;
    },
  };
  const { 'time that goes back': _movesWithEveryCommand, ...others } = UNREPORTED;

  for (const [name, harm] of Object.entries(others)) {
    test(name, () => {
      expect(anySequence(commands => unreported(commands, harm) instanceof Broken)).toBe(true);
    });
  }
});

test('a failure is reported with its seed and the shortest sequence, ready to be pasted into a test', () => {
  const sabotage = once(HARMS['a doubled refund']!);
  const seed = Array.from({ length: SEQUENCES }, (_, one) => one).find(one =>
    carryOut(commandsOf(one), sabotage),
  );
  const text = reproduction(seed!, commandsOf(seed!), sabotage);
  expect(text).toContain(`seed ${seed}: Broken: a second refund of an order`);
  const commands = text.split('\n').filter(line => line.startsWith('    {'));
  expect(commands.length).toBeLessThan(8);
  expect(commands.some(line => line.includes('"do":"order"') || line.includes('"do":"bulk"'))).toBe(true);
});
