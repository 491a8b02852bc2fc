import { type ErrorCode, isItemCode, isRefusal, type Refusal } from '../../../src/domain/errors.ts';
import type { Account } from '../../../src/engine/account.ts';
import type { Placed } from '../../../src/engine/place-order.ts';
import type { Decision, ItemOutcome } from '../../../src/engine/request/decision.ts';
import type { RequestRule } from '../../../src/scenario/scenario-types.ts';
import type { Passage } from '../world.ts';
import { type Check, holds } from './check.ts';
import { placementsOf } from './placements.ts';

type Handled = Passage<'handle'>;

/** True where a rule's reply takes the place of an answer. */
const replaces = ({ reply }: RequestRule): boolean =>
  (reply?.status ?? reply?.error ?? reply?.body) !== undefined;

const codeOf = ({ reply }: RequestRule): ErrorCode => reply?.error ?? 'SERVICE_UNAVAILABLE';

/** True where what a rule does cannot be said of one bulk item alone. */
const isWhole = (rule: RequestRule): boolean =>
  rule.fault !== undefined || (replaces(rule) && !isItemCode(codeOf(rule)));

const isPreempting = (rule: RequestRule): boolean =>
  !rule.commit && (rule.fault !== undefined || replaces(rule));

/** A committing rule acts on a new order, and on a repeat only where it matches repeats. */
const mayAct = (rule: RequestRule, result: Placed | Refusal): boolean =>
  !rule.commit || (!isRefusal(result) && (!result.idempotent || rule.match.repeat === true));

const delayOf = (rule: RequestRule | null): number => rule?.reply?.afterMs ?? 0;

/** Rules act where they may, do what they say, and say nothing else. */
export class RuleCheck implements Check {
  begin(_account: Account): void {}

  after(passage: Passage): void {
    if (passage.kind !== 'handle') return;
    const handled = passage as Handled;
    const { reply } = handled.executed;
    if (reply.outcome.kind === 'preempted') checkPreempted(handled);
    else {
      checkRule(handled);
      const items = reply.outcome.kind === 'bulk' ? reply.outcome.items : [];
      for (const item of items) checkItem(item);
      checkDelay(reply, items);
    }
  }
}

function checkPreempted({ command, executed: { reply } }: Handled): void {
  const { rule, isReplaced, delayMs } = reply;
  const said = (): string => `preempted for ${delayMs} ms by ${JSON.stringify(rule)}`;
  holds(rule !== null && isPreempting(rule) && isReplaced, said);
  // A bulk request is delayed by the longest delay of its rules.
  const isBulk = command.operation === 'createOrdersBulk';
  holds(isBulk ? delayMs >= delayOf(rule) : delayMs === delayOf(rule), said);
}

function checkRule(handled: Handled): void {
  const { command, executed } = handled;
  const { rule, isReplaced, outcome } = executed.reply;
  const said = (): string => `${JSON.stringify(rule)} acts on ${JSON.stringify(outcome)}`;
  holds(isReplaced === (rule !== null && rule.fault === undefined && replaces(rule)), said);
  if (outcome.kind === 'bulk') {
    const taking = outcome.items.find(one => one.rule !== null && isWhole(one.rule));
    holds(!taking || rule === taking.rule, said);
  }
  if (!rule) return;
  holds(!isPreempting(rule), said);
  if (!rule.commit || !command.operation.startsWith('createOrder')) return;
  holds(
    placementsOf(handled).some(({ result }) => mayAct(rule, result)),
    said,
  );
}

function checkItem({ result, answer, rule }: ItemOutcome): void {
  const said = (): string =>
    `${JSON.stringify(result)} is answered with ${JSON.stringify(answer)} by ${JSON.stringify(rule)}`;
  if (!rule || !replaces(rule) || isWhole(rule)) {
    holds(answer === result, said);
    holds(!rule || mayAct(rule, result), said);
    return;
  }
  holds(mayAct(rule, result), said);
  holds(isRefusal(answer) && answer.error === codeOf(rule), said);
  holds(rule.commit || (isRefusal(result) && result.error === answer.error), said);
}

function checkDelay({ rule, delayMs }: Decision, items: readonly ItemOutcome[]): void {
  const longestMs = Math.max(delayOf(rule), ...items.map(item => delayOf(item.rule)));
  // Where an item's rule takes the response, that of the request may delay it further.
  const isTaken = rule !== null && items.some(item => item.rule === rule);
  holds(
    isTaken ? delayMs >= longestMs : delayMs === longestMs,
    () => `a delay of ${delayMs} ms, where the rules ask for ${longestMs}`,
  );
}
