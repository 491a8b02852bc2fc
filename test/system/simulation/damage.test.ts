import { describe, expect, test } from 'vitest';
import { isRefusal, isRejection } from '../../../src/core/domain/error-codes.ts';
import type { Placed } from '../../../src/core/engine/place-order.ts';
import type { Decision } from '../../../src/core/engine/request/decision.ts';
import { AgendaCheck } from './checks/agenda.ts';
import { BytesCheck } from './checks/bytes.ts';
import { DeliveryCheck } from './checks/deliveries.ts';
import { EventStateCheck } from './checks/event-states.ts';
import { MoneyCheck } from './checks/money.ts';
import { RefusalCheck } from './checks/refusals.ts';
import { TimelineCheck } from './checks/timelines.ts';
import { type Alone, type Forge, isNoticed } from './forge.ts';
import { HARMS, type MutableState } from './harms.ts';
import type { EngineCall } from './world.ts';

/** Damages the state once, without the engine, after the first call that makes it possible. */
const harm =
  (name: keyof typeof HARMS): Forge =>
  call =>
    HARMS[name]!(call.account.state as MutableState) ? call : null;

describe('each check alone detects damage to the state', () => {
  const DAMAGE: readonly [check: string, harm: string, make: () => Alone][] = [
    ['MoneyCheck', 'a doubled refund', () => new MoneyCheck()],
    ['MoneyCheck', 'a debit that is missing', () => new MoneyCheck()],
    ['TimelineCheck', 'an illegal transition', () => new TimelineCheck()],
    ['TimelineCheck', 'two orders with the same external_id', () => new TimelineCheck()],
    ['AgendaCheck', 'work that is out of order', () => new AgendaCheck()],
    ['DeliveryCheck', 'an attempt that is numbered twice', () => new DeliveryCheck()],
    ['DeliveryCheck', 'a delivery that is lost', () => new DeliveryCheck()],
    ['EventStateCheck', 'an event that is stuck', () => new EventStateCheck()],
    ['BytesCheck', 'an event whose content changes', () => new BytesCheck()],
  ];
  test.each(DAMAGE)('%s: %s', (_check, name, make) => {
    expect(isNoticed(make, harm(name))).toBe(true);
  });

  const REFUSED: readonly [what: string, isRefused: (call: EngineCall) => boolean][] = [
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
    const debit: Forge = call => {
      const isSet = call.executed.accountEvents.length > 0;
      if (isSet || !isRefused(call)) return null;
      (call.account.state as MutableState).balanceSun -= 1;
      return call;
    };
    expect(isNoticed(() => new RefusalCheck(), debit)).toBe(true);
  });
});
