import { beforeEach, describe, expect, test } from 'vitest';
import type { EventState } from '../../../src/core/domain/event-states.ts';
import { CommandContext } from '../../../src/core/engine/command-context.ts';
import { changeEventState } from '../../../src/core/engine/webhook-deliveries.ts';
import { scenarioSource } from '../../system/simulation/world.ts';
import { begin, order, world } from './stage.ts';

/** The states that an event can change to. Written independently of the engine's table. */
const ALLOWED: Readonly<Record<EventState, readonly EventState[]>> = {
  waiting: ['held', 'scheduled', 'sending', 'dropped', 'unsent'],
  held: ['scheduled', 'sending', 'unsent'],
  scheduled: ['held', 'scheduled', 'sending', 'delivered', 'dropped', 'unsent'],
  sending: ['scheduled', 'delivered', 'exhausted'],
  delivered: [],
  exhausted: ['delivered'],
  dropped: ['delivered'],
  unsent: ['delivered'],
};
const STATES = Object.keys(ALLOWED) as EventState[];

const PAIRS = STATES.flatMap(from => STATES.map(to => [from, to] as const));

beforeEach(() => {
  begin();
  order();
});

describe('an event changes its state only as the table allows', () => {
  test.each(PAIRS)('from %s to %s', (from, to) => {
    const { account } = world;
    const [event] = account.state.events as { state: EventState }[];
    event!.state = from;
    const context = new CommandContext(account, scenarioSource, account.state.nowMs);
    const change = (): void => changeEventState(context, 0, to);
    if (ALLOWED[from].includes(to)) {
      change();
      expect([event!.state, context.changed]).toEqual([to, true]);
    } else {
      expect(change).toThrow(`event 0 cannot change from ${from} to ${to}`);
      expect([event!.state, context.changed]).toEqual([from, false]);
    }
  });
});
