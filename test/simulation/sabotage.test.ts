import { describe, expect, test } from 'vitest';
import type { AccountState } from '../../src/engine/account-state.ts';
import { ChangeCheck } from './checks/changes.ts';
import { Broken } from './checks/check.ts';
import type { SimCommand } from './commands.ts';
import { carryOut, reproduction, type Sabotage, sequenceOf } from './simulate.ts';
import { World } from './world.ts';

type Mutable<T> = T extends object ? { -readonly [Field in keyof T]: Mutable<T[Field]> } : T;
type Harm = (state: Mutable<AccountState>) => boolean | undefined;

/** Does harm once, as soon as there is something to do it to. */
function once(harm: Harm): Sabotage {
  let isDone = false;
  return (world, place) => {
    if (place === 0) isDone = false;
    if (!isDone) isDone = harm(world.account.state as Mutable<AccountState>) ?? false;
  };
}

const HARMS: Readonly<Record<string, Harm>> = {
  'a doubled refund': state => {
    const row = state.ledger.find(one => one.kind === 'refund');
    if (row) state.ledger.push({ ...row, atMs: state.nowMs, balanceSun: state.balanceSun + row.amountSun });
    if (row) state.balanceSun += row.amountSun;
    return row !== undefined;
  },
  'a debit that is missing': state => {
    const place = state.ledger.findIndex(one => one.kind === 'debit');
    if (place >= 0) state.ledger.splice(place, 1);
    return place >= 0;
  },
  'a balance beside its ledger': state => {
    state.balanceSun += 1;
    return true;
  },
  'an illegal edge': state => {
    const order = state.orders.find(one => one.steps.at(-1)?.status === 'delegated');
    if (order) {
      order.steps.push({
        status: 'failed',
        atMs: state.nowMs,
        event: state.events.length,
        cause: 'sabotage',
      });
      state.events.push({
        orderId: order.id,
        step: order.steps.length - 1,
        epoch: state.epoch.id,
        state: 'unsent',
        attempts: [],
      });
    }
    return order !== undefined;
  },
  'a status change without an event': state => state.orders.length > 0 && state.events.pop() !== undefined,
  'a second event of one status change': state => {
    const event = state.events.at(-1);
    if (event) state.events.push({ ...event, state: 'unsent' });
    return event !== undefined;
  },
  'an attempt that is numbered twice': state => {
    const event = state.events.find(one => one.attempts.length > 0);
    if (event) event.attempts = [...event.attempts, event.attempts[0]!];
    return event !== undefined;
  },
  'a sending that is forgotten': state => {
    const [name] = Object.keys(state.inFlight);
    if (name) delete state.inFlight[name];
    return name !== undefined;
  },
  'an event that is stuck': state => {
    const event = state.events.find(one => one.state === 'scheduled');
    if (event) event.state = 'held';
    return event !== undefined;
  },
  'work that is out of order': state => {
    const last = state.agenda.at(-1);
    if (state.agenda.length > 1) last!.dueMs = state.nowMs;
    return state.agenda.length > 1;
  },
  'a step that is lost': state => {
    const place = state.agenda.findIndex(
      task => task.kind === 'step' && state.orders[task.order - 1]!.position >= 0,
    );
    if (place !== 0 || state.agenda.length > 1) return false;
    return state.agenda.pop() !== undefined;
  },
  'time that runs back': state => {
    state.nowMs -= 60_000;
    return state.ledger.length > 1;
  },
  'an event that tells something else': state => {
    const order = state.orders.find(one => one.steps.length > 1);
    if (order) order.energyAmount += 1;
    return order !== undefined;
  },
  'two orders of one external_id': state => {
    const named = state.orders.filter(one => one.externalId !== null);
    if (named.length > 1) named[1]!.externalId = named[0]!.externalId;
    return named.length > 1;
  },
};

describe('what the rules notice', () => {
  for (const [name, harm] of Object.entries(HARMS)) {
    test(name, () => {
      const failures = Array.from({ length: 30 }, (_, seed) => carryOut(sequenceOf(seed, 80), once(harm)));
      expect(failures.filter(failure => failure?.message.startsWith('Broken: ')).length).toBeGreaterThan(0);
    });
  }
});

/** Does harm as soon as there is something to do it to, and says that nothing was changed; null: nothing was noticed. */
function unreported(commands: readonly SimCommand[], harm: Harm): unknown {
  const check = new ChangeCheck();
  const world = new World();
  const { account } = world;
  for (const command of commands) {
    world.apply(command);
    check.before(account);
    if (!harm(account.state as Mutable<AccountState>)) continue;
    const { nowMs } = account.state;
    const executed = { reply: null, effects: [], happenings: [], changed: false };
    try {
      check.after({ account, kind: 'elapse', command: {}, executed, beforeMs: nowMs, nowMs });
    } catch (error) {
      return error;
    }
    return null;
  }
  return null;
}

describe('a change that the engine does not report is noticed', () => {
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
  const { 'time that runs back': _movesWithEveryCommand, ...others } = UNREPORTED;

  for (const [name, harm] of Object.entries(others)) {
    test(name, () => {
      const failures = Array.from({ length: 30 }, (_, seed) => unreported(sequenceOf(seed, 80), harm));
      expect(failures.filter(failure => failure instanceof Broken).length).toBeGreaterThan(0);
    });
  }
});

test('a failure is told with its seed and the shortest sequence, ready to be pasted', () => {
  const sabotage = once(HARMS['a doubled refund']!);
  const seed = Array.from({ length: 30 }, (_, one) => one).find(one =>
    carryOut(sequenceOf(one, 80), sabotage),
  );
  const text = reproduction(seed!, sequenceOf(seed!, 80), sabotage);
  expect(text).toContain(`seed ${seed}: Broken: a second refund of an order`);
  const commands = text.split('\n').filter(line => line.startsWith('    {'));
  expect(commands.length).toBeLessThan(8);
  expect(commands.some(line => line.includes('"do":"order"') || line.includes('"do":"bulk"'))).toBe(true);
});
