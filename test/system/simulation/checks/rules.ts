import {
  type ErrorCode,
  isItemCode,
  isRefusal,
  type Refusal,
} from '../../../../src/core/domain/error-codes.ts';
import { longestMs } from '../../../../src/core/domain/time.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { Placed } from '../../../../src/core/engine/place-order.ts';
import type { Decision, ItemOutcome } from '../../../../src/core/engine/request/decision.ts';
import type { RequestRule } from '../../../../src/core/scenario/choose-rule.ts';
import { errorOfReply } from '../../../../src/core/scenario/rule-effects.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';
import { placementsOf } from './placements.ts';

type Handled = EngineCall<'handle'>;

/** True if a rule's reply replaces the response. */
const replaces = ({ reply }: RequestRule): boolean =>
  (reply?.status ?? reply?.error ?? reply?.body) !== undefined;

const codeOf = ({ reply }: RequestRule): ErrorCode => (reply && errorOfReply(reply)) ?? 'SERVICE_UNAVAILABLE';

/** True if a rule affects the whole response of a bulk request. */
const isWhole = (rule: RequestRule): boolean =>
  rule.fault !== undefined || (replaces(rule) && !isItemCode(codeOf(rule)));

const isPreempting = (rule: RequestRule): boolean =>
  !rule.commit && (rule.fault !== undefined || replaces(rule));

/** A rule with commit applies to a new order, and to a repeat only if it matches repeats. */
const mayAct = (rule: RequestRule, result: Placed | Refusal): boolean =>
  !rule.commit || (!isRefusal(result) && (!result.idempotent || rule.match.repeat === true));

const delayOf = (rule: RequestRule | null): number => longestMs(rule?.reply?.after);

/** Rules apply only where they can, and have exactly their specified effect. */
export class RuleCheck implements Check {
  begin(_account: Account): void {}

  after(call: EngineCall): void {
    if (call.kind !== 'handle') return;
    const handled = call as Handled;
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
  const details = (): string => `preempted for ${delayMs} ms by ${JSON.stringify(rule)}`;
  holds(rule !== null && isPreempting(rule) && isReplaced, details);
  // A bulk request is delayed by the longest delay of its rules.
  const isBulk = command.operation === 'createOrdersBulk';
  holds(isBulk ? delayMs >= delayOf(rule) : delayMs === delayOf(rule), details);
}

function checkRule(handled: Handled): void {
  const { command, executed } = handled;
  const { rule, isReplaced, outcome } = executed.reply;
  const details = (): string => `${JSON.stringify(rule)} applies to ${JSON.stringify(outcome)}`;
  holds(isReplaced === (rule !== null && rule.fault === undefined && replaces(rule)), details);
  if (outcome.kind === 'bulk') {
    const taking = outcome.items.find(one => one.rule !== null && isWhole(one.rule));
    holds(!taking || rule === taking.rule, details);
  }
  if (!rule) return;
  holds(!isPreempting(rule), details);
  if (!rule.commit || !command.operation.startsWith('createOrder')) return;
  holds(
    placementsOf(handled).some(({ result }) => mayAct(rule, result)),
    details,
  );
}

function checkItem({ result, answer, rule }: ItemOutcome): void {
  const details = (): string =>
    `${JSON.stringify(result)} is answered with ${JSON.stringify(answer)} by ${JSON.stringify(rule)}`;
  if (!rule || !replaces(rule) || isWhole(rule)) {
    holds(answer === result, details);
    holds(!rule || mayAct(rule, result), details);
    return;
  }
  holds(mayAct(rule, result), details);
  holds(isRefusal(answer) && answer.error === codeOf(rule), details);
  holds(rule.commit || (isRefusal(result) && result.error === answer.error), details);
}

function checkDelay({ rule, delayMs }: Decision, items: readonly ItemOutcome[]): void {
  const expectedMs = Math.max(delayOf(rule), ...items.map(item => delayOf(item.rule)));
  // If the rule of an item affects the whole response, the rule of the request may delay it further.
  const isTaken = rule !== null && items.some(item => item.rule === rule);
  holds(
    isTaken ? delayMs >= expectedMs : delayMs === expectedMs,
    () => `a delay of ${delayMs} ms, but the rules say ${expectedMs}`,
  );
}
