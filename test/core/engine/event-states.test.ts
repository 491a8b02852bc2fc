import { expect, test } from 'vitest';
import { CommandContext } from '../../../src/core/engine/command-context.ts';
import { changeEventState } from '../../../src/core/engine/webhook-deliveries.ts';
import { scenarioSource } from '../../system/simulation/world.ts';
import { begin, order, world } from './stage.ts';

test('an event that cannot change to a state keeps its own, and that is reported as a defect', () => {
  begin();
  order();
  const { account } = world;
  const [event] = account.state.events;
  const before = event!.state;
  const context = new CommandContext(account, scenarioSource, account.state.nowMs);
  expect(() => changeEventState(context, 0, 'waiting')).toThrow(`cannot change from ${before} to waiting`);
  expect([event!.state, context.changed]).toEqual([before, false]);
});
