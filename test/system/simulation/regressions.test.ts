import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import type { SimCommand } from './commands.ts';
import { carryOut } from './simulate.ts';
import { scenarioSource, World } from './world.ts';

const order: SimCommand = {
  do: 'order',
  order: { externalId: null, address: RECIPIENT, packageId: 1 },
  key: 0,
};
const resendFirst: SimCommand = { do: 'resend', pick: 0, corrupt: null };
const answer: SimCommand = { do: 'answer', pick: 0, kind: 'acknowledged' };
const answerLast: SimCommand = { do: 'answer', pick: 0.99, kind: 'acknowledged' };

describe('sequences that once violated a rule', () => {
  test('an outcome that is recorded twice counts once', () => {
    const late: SimCommand = { do: 'answer-late', pick: 0, kind: 'refused' };
    expect(carryOut([order, { do: 'answer', pick: 0, kind: 'refused' }, late])).toBeNull();
  });

  test('the outcome of a delivery that a restore has undone is not recorded', () => {
    const late: SimCommand = { do: 'answer-late', pick: 0, kind: 'refused' };
    expect(carryOut([{ do: 'snapshot' }, order, answer, { do: 'restore' }, late])).toBeNull();
  });

  test('two simultaneous resends have different keys', () => {
    expect(carryOut([order, resendFirst, resendFirst, answerLast, resendFirst])).toBeNull();
  });

  test('a completed resend does not let the next event overtake the first attempt', () => {
    expect(carryOut([order, resendFirst, answerLast, { do: 'elapse', byMs: 3_000 }])).toBeNull();
  });

  test('an event that is held for another is sent once a resend of that one is complete', () => {
    const names = ['webhook-reordered', 'webhook-late'];
    const untilDelegated: SimCommand[] = [
      { do: 'scenarios', names },
      order,
      { do: 'elapse', byMs: 3_000 },
      { do: 'elapse', byMs: 9_000 },
    ];
    expect(carryOut([...untilDelegated, { do: 'resend', pick: 0.5, corrupt: null }, answer])).toBeNull();
  });

  test('a scenario that is activated again after a restart keeps its counts, and its given is not applied again', () => {
    const limited: SimCommand = { do: 'scenarios', names: ['rate-limited'] };
    const world = new World();
    for (const command of [limited, order, { do: 'restart' } as const, limited]) world.apply(command);
    expect(Object.keys(world.account.state.counters)).toHaveLength(1);
    expect(world.account.state.scenarios[0]).toEqual(scenarioSource.get('rate-limited'));
  });

  test('a delayed delivery whose destination is removed settles as unsent', () => {
    const world = new World();
    const commands: SimCommand[] = [
      { do: 'scenarios', names: ['webhook-late'] },
      order,
      { do: 'webhook', url: null },
      { do: 'elapse', byMs: 600_000 },
    ];
    for (const command of commands) world.apply(command);
    expect(world.account.state.events[0]?.state).toBe('unsent');
    expect(world.underWay()).toEqual([]);
  });

  test('an order that is moved manually to a final state leaves no step in the agenda', () => {
    expect(carryOut([order, { do: 'move', pick: 0, to: 'failed' }])).toBeNull();
  });

  test('a manual refund removes the scheduled one', () => {
    const fail: SimCommand = { do: 'move', pick: 0, to: 'failed', refundAfterMs: 5_000 };
    expect(carryOut([order, fail, { do: 'refund', pick: 0 }])).toBeNull();
  });

  test('an acknowledged resend removes the scheduled retry', () => {
    const refused: SimCommand = { do: 'answer', pick: 0, kind: 'refused' };
    expect(carryOut([order, refused, resendFirst, answer])).toBeNull();
  });
});
