import { describe, expect, test } from 'vitest';
import { isRefusal, type Refusal, refuse } from '../../src/domain/errors.ts';
import { isRejection } from '../../src/engine/command-rejection.ts';
import type { Placed } from '../../src/engine/place-order.ts';
import { AcceptanceCheck } from './checks/acceptance.ts';
import { AgendaCheck } from './checks/agenda.ts';
import { ChangeCheck } from './checks/changes.ts';
import { DecisionCheck } from './checks/decisions.ts';
import { OutcomeCheck } from './checks/outcomes.ts';
import { RuleCheck } from './checks/rules.ts';
import { type Alone, decision, type Forge, items, outcome, result, rule, runAll } from './forge.ts';
import type { Passage } from './world.ts';

const REFUSAL = refuse('NOT_FOUND', 'forged');

/** A forgery of replies, by the check that has to notice it wherever it happens. */
const FORGERIES: readonly [name: string, make: () => Alone, forge: Forge][] = [
  [
    'a new order that is presented as a repeat',
    () => new AcceptanceCheck(),
    result(one => (isRefusal(one) || one.idempotent ? null : { ...one, idempotent: true })),
  ],
  [
    'a repeat that is presented as a new order',
    () => new AcceptanceCheck(),
    result(one => (isRefusal(one) || !one.idempotent ? null : { ...one, idempotent: false })),
  ],
  [
    'a mismatch that is not reported, or reported without reason',
    () => new AcceptanceCheck(),
    result(one => (isRefusal(one) ? null : { ...one, mismatch: !one.mismatch })),
  ],
  [
    'another order in place of the one that was asked for',
    () => new AcceptanceCheck(),
    result((one, { state }) => {
      const other = isRefusal(one) ? undefined : state.orders.find(order => order !== one.order);
      return other ? { ...(one as Placed), order: other } : null;
    }),
  ],
  [
    'an accepted order that is presented as refused',
    () => new AcceptanceCheck(),
    result(one => (isRefusal(one) ? null : REFUSAL)),
  ],
  [
    'a refusal with another code',
    () => new AcceptanceCheck(),
    result(one => (isRefusal(one) ? REFUSAL : null)),
  ],
  [
    'a refusal of a query without a reason',
    () => new DecisionCheck(),
    outcome(({ kind }) =>
      ['quote', 'estimate', 'status', 'balance', 'bulk'].includes(kind)
        ? { kind: 'refused', refusal: REFUSAL }
        : null,
    ),
  ],
  [
    'the balance in place of a refusal',
    () => new DecisionCheck(),
    decision(({ outcome: { kind } }, { operation }, { state: { balanceSun } }) =>
      kind === 'refused' && operation !== 'createOrder' ? { outcome: { kind: 'balance', balanceSun } } : null,
    ),
  ],
  [
    'another price in a quote',
    () => new DecisionCheck(),
    outcome(one =>
      one.kind === 'quote' ? { ...one, offer: { ...one.offer, priceSun: one.offer.priceSun + 1 } } : null,
    ),
  ],
  [
    'another duration in a quote',
    () => new DecisionCheck(),
    outcome(one => (one.kind === 'quote' ? { ...one, offer: { ...one.offer, durationMinutes: 7 } } : null)),
  ],
  [
    'another amount in an estimate',
    () => new DecisionCheck(),
    outcome(one =>
      one.kind === 'estimate' ? { ...one, estimate: { ...one.estimate, energy: 65_001 } } : null,
    ),
  ],
  [
    'another balance',
    () => new DecisionCheck(),
    outcome(one => (one.kind === 'balance' ? { ...one, balanceSun: one.balanceSun + 1 } : null)),
  ],
  [
    'the status of another order',
    () => new DecisionCheck(),
    outcome((one, { state }) => {
      const order = one.kind === 'status' && state.orders.find(other => other !== one.order);
      return order ? { kind: 'status', order } : null;
    }),
  ],
  ['a bulk item that is left out', () => new DecisionCheck(), items(all => all.slice(1))],
  [
    'bulk items in another order',
    () => new DecisionCheck(),
    items(all =>
      new Set(all.map(one => one.externalId)).size === all.length && all.length > 1 ? all.toReversed() : null,
    ),
  ],
  [
    'a preemption without a rule',
    () => new RuleCheck(),
    decision(({ outcome: { kind } }) => (kind === 'preempted' ? { rule: null } : null)),
  ],
  [
    'a preemption by a committing rule',
    () => new RuleCheck(),
    decision(one => (one.outcome.kind === 'preempted' ? { rule: { ...one.rule!, commit: true } } : null)),
  ],
  [
    'an operation that is carried out though a rule preempts it',
    () => new RuleCheck(),
    decision(({ outcome: { kind } }) =>
      kind === 'preempted' ? null : { rule: rule({ commit: false, fault: 'hang' }) },
    ),
  ],
  [
    'a reply that is left out, or invented',
    () => new RuleCheck(),
    decision(({ isReplaced }) => ({ isReplaced: !isReplaced })),
  ],
  [
    'a delay that no rule asks for',
    () => new RuleCheck(),
    decision(({ delayMs }, { operation }) =>
      operation === 'createOrdersBulk' ? null : { delayMs: delayMs + 1 },
    ),
  ],
  [
    'a delay that is too short',
    () => new RuleCheck(),
    decision(({ delayMs }) => (delayMs > 0 ? { delayMs: delayMs - 1 } : null)),
  ],
  [
    'a committing rule that acts on a refusal',
    () => new RuleCheck(),
    decision(({ outcome: { kind } }, { operation }) =>
      kind === 'refused' && operation.startsWith('createOrder') ? { rule: rule({ fault: 'hang' }) } : null,
    ),
  ],
  [
    'a committing rule that acts on a repeat',
    () => new RuleCheck(),
    decision(({ outcome: before }) =>
      before.kind === 'order' && before.placed.idempotent ? { rule: rule({ fault: 'hang' }) } : null,
    ),
  ],
  [
    'an item that is answered otherwise without a rule',
    () => new RuleCheck(),
    items(([first, ...others]) => (first!.rule ? null : [{ ...first!, answer: REFUSAL }, ...others])),
  ],
  [
    'an item whose scripted code is not told',
    () => new RuleCheck(),
    items(([first, ...others]) =>
      isRefusal(first!.result)
        ? null
        : [{ ...first!, rule: rule({ reply: { error: 'ADDRESS_NOT_ACTIVE' } }) }, ...others],
    ),
  ],
  [
    'an item whose fault does not take the response',
    () => new RuleCheck(),
    items(([first, ...others]) =>
      isRefusal(first!.result) || first!.result.idempotent
        ? null
        : [{ ...first!, rule: rule({ fault: 'hang' }) }, ...others],
    ),
  ],
  [
    'a committing rule that acts on a refused item',
    () => new RuleCheck(),
    items(([first, ...others]) =>
      isRefusal(first!.result) && !first!.rule
        ? [{ ...first!, rule: rule({ reply: { headers: {} } }) }, ...others]
        : null,
    ),
  ],
  [
    'a request without a change that reports one',
    () => new ChangeCheck(),
    passage =>
      passage.kind === 'handle' && !passage.executed.changed
        ? { ...passage, executed: { ...passage.executed, changed: true } }
        : null,
  ],
  [
    'an order that is not announced',
    () => new OutcomeCheck(),
    passage => {
      const { account, executed } = passage;
      const fresh = account.state.events.at(-1);
      const isSent = executed.effects.some(({ plan }) => account.state.events[plan.event] === fresh);
      const isNew = passage.kind === 'placeOrder' && !isRefusal(executed.reply as Placed | Refusal);
      const isFirst = fresh?.step === 0 && fresh.state === 'sending';
      return isNew && isFirst && isSent ? { ...passage, executed: { ...executed, effects: [] } } : null;
    },
  ],
  [
    'a rejected move that is presented as done',
    () => new OutcomeCheck(),
    passage => {
      if (passage.kind !== 'move') return null;
      const { account, command, executed } = passage as Passage<'move'>;
      const order = account.orderById(command.order);
      if (!order || !isRejection(executed.reply) || order.steps.at(-1)!.status === command.to) return null;
      return { ...passage, executed: { ...executed, reply: order } };
    },
  ],
  [
    'time that goes further than it was told to',
    () => new AgendaCheck(),
    passage => (passage.nowMs > passage.beforeMs ? { ...passage, nowMs: passage.nowMs - 1 } : null),
  ],
];

describe('a reply that the engine must not give is noticed wherever it is given', () => {
  test.each(FORGERIES)('%s', (_name, make, forge) => {
    const runs = runAll(make, forge);
    expect(runs).toContain('noticed');
    expect(runs).not.toContain('missed');
  });
});
