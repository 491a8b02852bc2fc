import { describe, expect, test } from 'vitest';
import { isRefusal, isRejection, type Refusal, refuse } from '../../../src/core/domain/error-codes.ts';
import type { Placed } from '../../../src/core/engine/place-order.ts';
import { AcceptanceCheck } from './checks/acceptance.ts';
import { AgendaCheck } from './checks/agenda.ts';
import { ChangeCheck } from './checks/changes.ts';
import { DecisionCheck } from './checks/decisions.ts';
import { OutcomeCheck } from './checks/outcomes.ts';
import { RuleCheck } from './checks/rules.ts';
import { type Alone, decision, type Forge, items, outcome, result, rule, runAll } from './forge.ts';
import type { EngineCall } from './world.ts';

const REFUSAL = refuse('NOT_FOUND', 'forged');

/** Forgeries of replies, by the check that must detect them in every case. */
const FORGERIES: readonly [make: () => Alone, forgeries: Readonly<Record<string, Forge>>][] = [
  [
    () => new AcceptanceCheck(),
    {
      'a new order that is presented as a repeat': result(one =>
        isRefusal(one) || one.idempotent ? null : { ...one, idempotent: true },
      ),
      'a repeat that is presented as a new order': result(one =>
        isRefusal(one) || !one.idempotent ? null : { ...one, idempotent: false },
      ),
      'a mismatch that is not reported, or reported without a reason': result(one =>
        isRefusal(one) ? null : { ...one, mismatch: !one.mismatch },
      ),
      'another order instead of the requested one': result((one, { state }) => {
        const other = isRefusal(one) ? undefined : state.orders.find(order => order !== one.order);
        return other ? { ...(one as Placed), order: other } : null;
      }),
      'an accepted order that is presented as refused': result(one => (isRefusal(one) ? null : REFUSAL)),
      'a refusal with another code': result(one => (isRefusal(one) ? REFUSAL : null)),
    },
  ],
  [
    () => new DecisionCheck(),
    {
      'a refusal of a query without a reason': outcome(({ kind }) =>
        ['quote', 'estimate', 'status', 'balance', 'bulk'].includes(kind)
          ? { kind: 'refused', refusal: REFUSAL }
          : null,
      ),
      'the balance instead of a refusal': decision(
        ({ outcome: { kind } }, { operation }, { state: { balanceSun } }) =>
          kind === 'refused' && operation !== 'createOrder'
            ? { outcome: { kind: 'balance', balanceSun } }
            : null,
      ),
      'another price in a quote': outcome(one =>
        one.kind === 'quote' ? { ...one, offer: { ...one.offer, priceSun: one.offer.priceSun + 1 } } : null,
      ),
      'another duration in a quote': outcome(one =>
        one.kind === 'quote' ? { ...one, offer: { ...one.offer, durationMinutes: 7 } } : null,
      ),
      'another amount in an estimate': outcome(one =>
        one.kind === 'estimate' ? { ...one, estimate: { ...one.estimate, energy: 65_001 } } : null,
      ),
      'another balance': outcome(one =>
        one.kind === 'balance' ? { ...one, balanceSun: one.balanceSun + 1 } : null,
      ),
      'the status of another order': outcome((one, { state }) => {
        const order = one.kind === 'status' && state.orders.find(other => other !== one.order);
        return order ? { kind: 'status', order } : null;
      }),
      'a bulk item that is left out': items(all => all.slice(1)),
      'bulk items in another order': items(all =>
        new Set(all.map(one => one.externalId)).size === all.length && all.length > 1
          ? all.toReversed()
          : null,
      ),
    },
  ],
  [
    () => new RuleCheck(),
    {
      'a preemption without a rule': decision(({ outcome: { kind } }) =>
        kind === 'preempted' ? { rule: null } : null,
      ),
      'a preemption by a rule with commit': decision(one =>
        one.outcome.kind === 'preempted' ? { rule: { ...one.rule!, commit: true } } : null,
      ),
      'an operation that is processed although a rule preempts it': decision(({ outcome: { kind } }) =>
        kind === 'preempted' ? null : { rule: rule({ commit: false, fault: 'hang' }) },
      ),
      'a reply that is missing, or that no rule has': decision(({ isReplaced }) => ({
        isReplaced: !isReplaced,
      })),
      'a delay that no rule has': decision(({ delayMs }, { operation }) =>
        operation === 'createOrdersBulk' ? null : { delayMs: delayMs + 1 },
      ),
      'a delay that is too short': decision(({ delayMs }) => (delayMs > 0 ? { delayMs: delayMs - 1 } : null)),
      'a rule with commit that applies to a refusal': decision(({ outcome: { kind } }, { operation }) =>
        kind === 'refused' && operation.startsWith('createOrder') ? { rule: rule({ fault: 'hang' }) } : null,
      ),
      'a rule with commit that applies to a repeat': decision(({ outcome: before }) =>
        before.kind === 'order' && before.placed.idempotent ? { rule: rule({ fault: 'hang' }) } : null,
      ),
      'an item whose result is replaced without a rule': items(([first, ...others]) =>
        first!.rule ? null : [{ ...first!, answer: REFUSAL }, ...others],
      ),
      'an item whose scripted code is missing': items(([first, ...others]) =>
        isRefusal(first!.result)
          ? null
          : [{ ...first!, rule: rule({ reply: { error: 'ADDRESS_NOT_ACTIVE' } }) }, ...others],
      ),
      'an item whose fault does not apply to the response': items(([first, ...others]) =>
        isRefusal(first!.result) || first!.result.idempotent
          ? null
          : [{ ...first!, rule: rule({ fault: 'hang' }) }, ...others],
      ),
      'a rule with commit that applies to a refused item': items(([first, ...others]) =>
        isRefusal(first!.result) && !first!.rule
          ? [{ ...first!, rule: rule({ reply: { headers: {} } }) }, ...others]
          : null,
      ),
    },
  ],
  [
    () => new ChangeCheck(),
    {
      'a request without a change that reports one': call =>
        call.kind === 'handle' && !call.executed.changed
          ? { ...call, executed: { ...call.executed, changed: true } }
          : null,
    },
  ],
  [
    () => new OutcomeCheck(),
    {
      'an order whose event is not sent': call => {
        const { account, executed } = call;
        const fresh = account.state.events.at(-1);
        const isSent = executed.effects.some(({ plan }) => account.state.events[plan.event] === fresh);
        const isNew = call.kind === 'placeOrder' && !isRefusal(executed.reply as Placed | Refusal);
        const isFirst = fresh?.step === 0 && fresh.state === 'sending';
        return isNew && isFirst && isSent ? { ...call, executed: { ...executed, effects: [] } } : null;
      },
      'a rejected move that is presented as successful': call => {
        if (call.kind !== 'move') return null;
        const { account, command, executed } = call as EngineCall<'move'>;
        const order = account.orderById(command.order);
        if (!order || !isRejection(executed.reply) || order.steps.at(-1)!.status === command.to) return null;
        return { ...call, executed: { ...executed, reply: order } };
      },
    },
  ],
  [
    () => new AgendaCheck(),
    {
      'time that advances too far': call =>
        call.nowMs > call.beforeMs ? { ...call, nowMs: call.nowMs - 1 } : null,
    },
  ],
];

describe('a forged reply of the engine is detected in every case', () => {
  const rows = FORGERIES.flatMap(([make, forgeries]) =>
    Object.entries(forgeries).map(([name, forge]) => [name, make, forge] as const),
  );
  test.each(rows)('%s', (_name, make, forge) => {
    const runs = runAll(make, forge);
    expect(runs).toContain('noticed');
    expect(runs).not.toContain('missed');
  });
});
