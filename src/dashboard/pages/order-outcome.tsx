import { isTerminal } from '../../domain/order.ts';
import { timeOfDay, trx } from '../format.ts';
import type { Tone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import type { OrderDetail } from './order-timeline-layout.ts';

interface Explanation {
  readonly tone: Tone;
  readonly title: string;
  readonly rest: string;
}

/** Describes the cause of the last transition. */
function causeOf(order: OrderDetail): string {
  const last = order.timeline.at(-1);
  if (!last) return '';
  if (last.cause === 'by hand') return 'Manual transition.';
  if (last.cause === 'api') return 'Accepted by the API.';
  return `Caused by rule ${last.rule ?? order.rule?.id ?? ''} (${last.cause}).`;
}

/** The scenario whose rule caused the last transition. */
function scenarioOf(order: OrderDetail): string | null {
  const rule = order.timeline.at(-1)?.rule;
  return rule ? rule.replace(/\/(requests|orders|webhooks)\[\d+\]$/, '') : null;
}

function moneyOf(order: OrderDetail): string {
  if (order.refund)
    return `${trx(order.refund.amount_trx)} TRX were refunded at ${timeOfDay(order.refund.at)}.`;
  return order.refunded ? 'The amount was refunded.' : `${trx(order.price_trx)} TRX were not refunded.`;
}

function webhooksOf(order: OrderDetail): string {
  const bad = order.timeline.filter(
    ({ event }) =>
      event.state === 'exhausted' || event.deliveries.some(one => one.outcome !== 'acknowledged'),
  );
  if (bad.length === 0) return '';
  const names = bad.map(({ event }) => event.event).join(', ');
  return ` Webhooks with failed delivery attempts: ${names}.`;
}

function explanationOf(order: OrderDetail): Explanation | null {
  const last = order.timeline.at(-1);
  if (!last) return null;
  const at = timeOfDay(last.at);
  const rest = `${causeOf(order)} `;
  if (order.status === 'failed') {
    return { tone: 'bad', title: `Failed at ${at}.`, rest: `${rest}${moneyOf(order)}${webhooksOf(order)}` };
  }
  if (order.status === 'review') {
    const next = order.next_step
      ? `Next state: ${order.next_step.to} at ${timeOfDay(order.next_step.at)}.`
      : 'No further transition is scheduled. Move the order manually.';
    return { tone: 'warn', title: `In review since ${at}.`, rest: `${rest}${next}${webhooksOf(order)}` };
  }
  const hooks = webhooksOf(order);
  if (hooks)
    return {
      tone: 'warn',
      title: 'Not every webhook was delivered on the first attempt.',
      rest: hooks.trim(),
    };
  if (!order.next_step && !isTerminal(order.status)) {
    return {
      tone: 'warn',
      title: `In ${order.status} since ${at}.`,
      rest: `${rest}No further transition is scheduled.`,
    };
  }
  return null;
}

/** Explains the state of an order that failed, is stuck or has webhooks that failed. */
export function OrderExplanation({ order, account }: { order: OrderDetail; account: string }) {
  const explanation = explanationOf(order);
  if (!explanation) return null;
  const scenario = scenarioOf(order);
  return (
    <div class={`note tone-${explanation.tone}`}>
      <strong>{explanation.title}</strong>
      <span class="break">{explanation.rest}</span>
      {scenario && <a href={linkTo(account, 'scenarios', scenario)}>Open scenario {scenario}</a>}
    </div>
  );
}
