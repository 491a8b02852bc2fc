import { isTerminal } from '../../domain/order.ts';
import { timeOfDay, trx } from '../format.ts';
import type { Tone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import type { OrderDetail } from './order-timeline-layout.ts';

interface Verdict {
  readonly tone: Tone;
  readonly head: string;
  readonly rest: string;
}

/** Who brought the last state about, in words. */
function causeOf(order: OrderDetail): string {
  const last = order.timeline.at(-1);
  if (!last) return '';
  if (last.cause === 'by hand') return 'It was moved there by hand.';
  if (last.cause === 'api') return 'It was just accepted.';
  return `The rule ${last.rule ?? order.rule?.id ?? ''} says so (${last.cause}).`;
}

/** The scenario whose rule brought the last state about. */
function scenarioOf(order: OrderDetail): string | null {
  const rule = order.timeline.at(-1)?.rule;
  return rule ? rule.replace(/\/(requests|orders|webhooks)\[\d+\]$/, '') : null;
}

function moneyOf(order: OrderDetail): string {
  if (order.refund) return `${trx(order.refund.amount_trx)} TRX went back at ${timeOfDay(order.refund.at)}.`;
  return order.refunded ? 'The amount went back.' : `${trx(order.price_trx)} TRX were not given back.`;
}

function webhooksOf(order: OrderDetail): string {
  const bad = order.timeline.filter(
    ({ event }) =>
      event.state === 'exhausted' || event.deliveries.some(one => one.outcome !== 'acknowledged'),
  );
  if (bad.length === 0) return '';
  const names = bad.map(({ event }) => event.event).join(', ');
  return ` Webhooks with failed attempts: ${names}.`;
}

function verdictOf(order: OrderDetail): Verdict | null {
  const last = order.timeline.at(-1);
  if (!last) return null;
  const at = timeOfDay(last.at);
  const rest = `${causeOf(order)} `;
  if (order.status === 'failed') {
    return { tone: 'bad', head: `Failed at ${at}.`, rest: `${rest}${moneyOf(order)}${webhooksOf(order)}` };
  }
  if (order.status === 'review') {
    const next = order.next_step
      ? `It goes on to ${order.next_step.to} at ${timeOfDay(order.next_step.at)}.`
      : 'Nothing happens next by itself; move it by hand.';
    return { tone: 'warn', head: `In review since ${at}.`, rest: `${rest}${next}${webhooksOf(order)}` };
  }
  const hooks = webhooksOf(order);
  if (hooks)
    return { tone: 'warn', head: 'Not every webhook arrived at the first attempt.', rest: hooks.trim() };
  if (!order.next_step && !isTerminal(order.status)) {
    return {
      tone: 'warn',
      head: `Stands in ${order.status} since ${at}.`,
      rest: `${rest}Nothing happens next by itself.`,
    };
  }
  return null;
}

/** Why an order is where it is, where that is not what one would hope for. */
export function OrderVerdict({ order, account }: { order: OrderDetail; account: string }) {
  const verdict = verdictOf(order);
  if (!verdict) return null;
  const scenario = scenarioOf(order);
  return (
    <div class={`note tone-${verdict.tone}`}>
      <strong>{verdict.head}</strong>
      <span class="break">{verdict.rest}</span>
      {scenario && <a href={linkTo(account, 'scenarios', scenario)}>Read the scenario {scenario}</a>}
    </div>
  );
}
