import { isRefusal, type Refusal } from '../../../src/core/domain/error-codes.ts';
import type { Account } from '../../../src/core/engine/account.ts';
import type { Placed } from '../../../src/core/engine/place-order.ts';
import type { Decision, ItemOutcome, Outcome } from '../../../src/core/engine/request/decision.ts';
import type { ServiceRequest } from '../../../src/core/engine/request/service-request.ts';
import type { RequestRule } from '../../../src/core/scenario/choose-rule.ts';
import { Broken } from './checks/check.ts';
import { lengthOf, sequenceOf } from './simulate.ts';
import { type EngineCall, type Observer, World } from './world.ts';

/** A single check. */
export type Alone = Partial<Observer> & Pick<Observer, 'after'> & { finish?(account: Account): void };

/** Turns the result of a call into one that must not occur; null if that is not possible with this call. */
export type Forge = (call: EngineCall) => EngineCall | null;

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1);

/** Runs a sequence with one forged call. Returns whether a call could be forged, and whether the check detected it. */
function run(check: Alone, forge: Forge, seed: number): 'no occasion' | 'noticed' | 'missed' {
  let isForged = false;
  const world = new World({
    begin: account => check.begin?.(account),
    before: (...call) => check.before?.(...call),
    after: call => {
      const forged = isForged ? null : forge(call);
      isForged ||= forged !== null;
      check.after(forged ?? call);
    },
  });
  try {
    for (const command of sequenceOf(seed, Math.min(lengthOf(seed), 150))) world.apply(command);
    check.finish?.(world.account);
  } catch (error) {
    if (error instanceof Broken && isForged) return 'noticed';
    throw error;
  }
  return isForged ? 'missed' : 'no occasion';
}

/** Runs a forgery in several sequences, each with a new check. */
export const runAll = (make: () => Alone, forge: Forge): string[] =>
  SEEDS.map(seed => run(make(), forge, seed));

/** Whether a check detects a forgery in any of several sequences. The rest of them are not tried then. */
export const isNoticed = (make: () => Alone, forge: Forge): boolean =>
  SEEDS.some(seed => run(make(), forge, seed) === 'noticed');

/** Forges the decision about a request. */
export const decision =
  (
    change: (decision: Decision, request: ServiceRequest, account: Account) => Partial<Decision> | null,
  ): Forge =>
  call => {
    if (call.kind !== 'handle') return null;
    const { command, executed, account } = call as EngineCall<'handle'>;
    const forged = change(executed.reply, command, account);
    return forged && { ...call, executed: { ...executed, reply: { ...executed.reply, ...forged } } };
  };

/** Forges the outcome of a request. */
export const outcome = (change: (outcome: Outcome, account: Account) => Outcome | null): Forge =>
  decision((before, _request, account) => {
    const forged = change(before.outcome, account);
    return forged && { outcome: forged };
  });

/** Forges the result of a single order or of the first bulk item. */
export const result = (
  change: (result: Placed | Refusal, account: Account) => Placed | Refusal | null,
): Forge =>
  decision(({ outcome: before }, { operation }, account) => {
    if (before.kind === 'bulk') {
      const forged = change(before.items[0]!.result, account);
      const items = forged && before.items.with(0, { ...before.items[0]!, result: forged });
      return items && { outcome: { kind: 'bulk', items } };
    }
    const single =
      before.kind === 'order' ? before.placed : before.kind === 'refused' ? before.refusal : null;
    const forged = single && operation === 'createOrder' ? change(single, account) : null;
    if (!forged) return null;
    return {
      outcome: isRefusal(forged) ? { kind: 'refused', refusal: forged } : { kind: 'order', placed: forged },
    };
  });

/** Forges the outcomes of the items of a bulk request. */
export const items = (change: (items: readonly ItemOutcome[]) => readonly ItemOutcome[] | null): Forge =>
  outcome(before => {
    const forged = before.kind === 'bulk' ? change(before.items) : null;
    return forged && { kind: 'bulk', items: forged };
  });

/** A rule that no scenario has; by default with commit. */
export const rule = (fields: Partial<RequestRule>): RequestRule => ({
  id: 'forged/requests[0]',
  source: 'forged',
  per: 'account',
  match: {},
  commit: true,
  ...fields,
});
