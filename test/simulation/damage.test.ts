import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/domain/errors.ts';
import { isRejection } from '../../src/engine/command-rejection.ts';
import type { Placed } from '../../src/engine/place-order.ts';
import type { Decision } from '../../src/engine/request/decision.ts';
import { AgendaCheck } from './checks/agenda.ts';
import { BytesCheck } from './checks/bytes.ts';
import { DeliveryCheck } from './checks/deliveries.ts';
import { EventStateCheck } from './checks/event-states.ts';
import { MoneyCheck } from './checks/money.ts';
import { RefusalCheck } from './checks/refusals.ts';
import { TimelineCheck } from './checks/timelines.ts';
import { type Alone, type Forge, runAll } from './forge.ts';
import { HARMS, type MutableState } from './harms.ts';
import type { Passage } from './world.ts';

/** Damages the state behind the engine's back, once, after a call that gives an occasion for it. */
const harm =
  (name: keyof typeof HARMS): Forge =>
  passage =>
    HARMS[name]!(passage.account.state as MutableState) ? passage : null;

describe('each check by itself notices damage to the state', () => {
  const DAMAGE: readonly [check: string, harm: string, make: () => Alone][] = [
    ['MoneyCheck', 'a doubled refund', () => new MoneyCheck()],
    ['MoneyCheck', 'a debit that is missing', () => new MoneyCheck()],
    ['TimelineCheck', 'an illegal edge', () => new TimelineCheck()],
    ['TimelineCheck', 'two orders of one external_id', () => new TimelineCheck()],
    ['AgendaCheck', 'work that is out of order', () => new AgendaCheck()],
    ['DeliveryCheck', 'an attempt that is numbered twice', () => new DeliveryCheck()],
    ['DeliveryCheck', 'a sending that is forgotten', () => new DeliveryCheck()],
    ['EventStateCheck', 'an event that is stuck', () => new EventStateCheck()],
    ['BytesCheck', 'an event that tells something else', () => new BytesCheck()],
  ];
  test.each(DAMAGE)('%s: %s', (_check, name, make) => {
    expect(runAll(make, harm(name))).toContain('noticed');
  });

  const REFUSED: readonly [what: string, isRefused: (passage: Passage) => boolean][] = [
    [
      'a refused order',
      ({ kind, executed: { reply } }) => kind === 'placeOrder' && isRefusal(reply as Placed),
    ],
    [
      'a refused request',
      ({ kind, executed }) => kind === 'handle' && (executed.reply as Decision).outcome.kind === 'refused',
    ],
    [
      'a quote',
      ({ kind, executed }) => kind === 'handle' && (executed.reply as Decision).outcome.kind === 'quote',
    ],
    ['a rejected move', ({ kind, executed: { reply } }) => kind === 'move' && isRejection(reply as Placed)],
  ];
  test.each(REFUSED)('RefusalCheck: a debit by %s', (_what, isRefused) => {
    const debit: Forge = passage => {
      const isSet = passage.executed.happenings.length > 0;
      if (isSet || !isRefused(passage)) return null;
      (passage.account.state as MutableState).balanceSun -= 1;
      return passage;
    };
    expect(runAll(() => new RefusalCheck(), debit)).toContain('noticed');
  });
});
