import { isTerminal } from '../../../core/domain/order.ts';
import type { Schemas } from '../../api.ts';
import { causeName, timeOfDay, trx } from '../../format.ts';
import { Note } from '../../parts/card.tsx';
import { linkTo } from '../../routes.ts';
import { DEFAULT_SCENARIO } from '../scenarios/listed.ts';

type OrderDetail = Schemas['OrderDetail'];
type Step = OrderDetail['timeline'][number];

/** Describes the cause of a transition. */
function causeOf(order: OrderDetail, step: Step): string {
  const name = causeName(step.cause);
  if (name !== null) return `Cause: ${name}.`;
  return `Caused by rule ${step.rule ?? order.rule?.id ?? ''} (${step.cause}).`;
}

/** The scenario whose rule caused a transition. The default one explains nothing. */
function scenarioOf(step: Step): string | null {
  const name = step.rule?.replace(/\/(requests|orders|webhooks)\[\d+\]$/, '') ?? null;
  return name === DEFAULT_SCENARIO ? null : name;
}

function moneyOf({ refund, refunded, price_trx }: OrderDetail): string {
  if (refund) return `${trx(refund.amount_trx)} TRX were refunded at ${timeOfDay(refund.at)}.`;
  return refunded ? 'The amount was refunded.' : `${trx(price_trx)} TRX were not refunded.`;
}

/** Explains an order that failed, is in review, or is stuck. */
export function OrderExplanation({ order, account }: { order: OrderDetail; account: string }) {
  const { status, next_step: next, timeline } = order;
  const last = timeline.at(-1);
  const isStuck = !next && !isTerminal(status);
  if (!last || (status !== 'failed' && status !== 'review' && !isStuck)) return null;
  const at = timeOfDay(last.at);
  const title = {
    failed: `Failed at ${at}.`,
    review: `In review since ${at}.`,
    other: `In ${status} since ${at}.`,
  };
  const rest = next
    ? `Next state: ${next.to} at ${timeOfDay(next.at)}.`
    : 'No further transition is scheduled. Move the order manually.';
  const scenario = scenarioOf(last);
  return (
    <Note
      tone={status === 'failed' ? 'bad' : 'warn'}
      title={title[status === 'failed' || status === 'review' ? status : 'other']}
    >
      <span class="break">
        {causeOf(order, last)} {status === 'failed' ? moneyOf(order) : rest}
      </span>
      {scenario && <a href={linkTo(account, 'scenarios', scenario)}>Open scenario {scenario}</a>}
    </Note>
  );
}
