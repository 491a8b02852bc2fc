import type { components } from '../contract/control-v1.generated.ts';
import { deliveryName, eventStateName, trxText } from '../core/text/wording.ts';
import { instantText, outcomeText, spanText, statusTint } from './format.ts';
import { escapeControls, type Terminal, type Tint } from './terminal.ts';

type Schemas = components['schemas'];
type OrderDetail = Schemas['OrderDetail'];
type Step = Schemas['TimelineStep'];

type State = Schemas['Event']['state'];

const TINTS: Readonly<Record<State, Tint>> = {
  waiting: 'yellow',
  held: 'yellow',
  scheduled: 'yellow',
  sending: 'yellow',
  delivered: 'green',
  exhausted: 'red',
  dropped: 'yellow',
  unsent: 'yellow',
};

/** The states of webhook events, by their names in the API. */
export const EVENT_STATES = Object.keys(TINTS) as State[];

/** The color of a webhook event's state. */
export const eventStateTint = (state: State): Tint => TINTS[state];

/** A delivery as one line: its kind, the time since its event, and the outcome. */
export function deliveryLine(
  delivery: Schemas['Delivery'],
  eventAt: string | null,
  terminal: Terminal,
): string {
  const { at, outcome, answer, error, corruption, duration_ms } = delivery;
  const isFine = outcome === 'acknowledged';
  const sinceMs = eventAt === null ? 0 : Date.parse(at) - Date.parse(eventAt);
  const parts = [
    deliveryName(delivery),
    ...(sinceMs > 0 ? [`+${spanText(sinceMs)}`] : []),
    `→ ${terminal.paint(isFine ? 'green' : 'red', outcomeText(outcome, answer?.status))}`,
    terminal.paint('dim', `${Math.round(duration_ms)} ms`),
    ...(error === null ? [] : [terminal.paint('red', escapeControls(error))]),
    ...(corruption === null ? [] : [terminal.paint('magenta', corruption.name)]),
  ];
  return parts.join('  ');
}

const STATUS_WIDTH = 14;
const SINCE_WIDTH = 10;

/** The time since an earlier instant; empty if it is the same. */
const since = (earlier: string | undefined, at: string): string =>
  earlier === undefined || earlier === at ? '' : `+${spanText(Date.parse(at) - Date.parse(earlier))}`;

function headLines(order: OrderDetail, terminal: Terminal): string[] {
  const fields: (readonly [string, string])[] = [
    ['external_id', order.external_id ?? 'none'],
    ['recipient', order.address],
    ['bought', `${order.energy_amount.toLocaleString('en-US')} Energy for ${order.duration_minutes} min`],
    ['price', trxText(order.price_trx)],
    ['key', order.key],
    ...(order.scenario === null ? [] : [['scenario', `${order.scenario}, selected for this order`] as const]),
    ...(order.rule === null ? [] : [['lifecycle', `${order.rule.id}  ${order.rule.source}`] as const]),
    ...(order.txid === null ? [] : [['txid', order.txid] as const]),
  ];
  const status = terminal.paint(statusTint(order.status), order.status);
  const title = terminal.paint('bold', `order ${order.id}`);
  return [
    `${title}  ${status}${order.refund ? ', refunded' : ''}`,
    ...fields.map(([name, value]) => `  ${terminal.paint('dim', name.padEnd(12))} ${escapeControls(value)}`),
  ];
}

/** A status with its event and the deliveries of the event. */
function stepLines(step: Step, previous: Step | undefined, terminal: Terminal): string[] {
  const tint = statusTint(step.status);
  const { event } = step;
  const next = event.next_attempt;
  return [
    [
      `${terminal.paint(tint, '●')} ${terminal.paint(tint, step.status.padEnd(STATUS_WIDTH))}`,
      instantText(step.at),
      since(previous?.at, step.at).padEnd(SINCE_WIDTH),
      terminal.paint('dim', escapeControls(step.cause)),
    ]
      .join('  ')
      .trimEnd(),
    `│   ${escapeControls(event.event_id)}  ${terminal.paint(eventStateTint(event.state), eventStateName(event))}`,
    ...event.deliveries.map(delivery => `│     ${deliveryLine(delivery, event.created_at, terminal)}`),
    ...(next ? [`│     attempt ${next.number} of ${next.of} is due at ${instantText(next.at)}`] : []),
  ];
}

function endLines(order: OrderDetail, terminal: Terminal, programName: string): string[] {
  const last = order.timeline.at(-1)!;
  const lines: string[] = [];
  if (order.refund) {
    const refunded = `${'refunded'.padEnd(STATUS_WIDTH)}  ${instantText(order.refund.at)}`;
    const amount = trxText(order.refund.amount_trx);
    lines.push(
      `${terminal.paint('green', '$')} ${refunded}  ${since(last.at, order.refund.at).padEnd(SINCE_WIDTH)}  ${amount}`,
    );
  }
  if (order.next_step) {
    const { to, at } = order.next_step;
    const due = `${instantText(at)}  ${since(last.at, at).padEnd(SINCE_WIDTH)}  due`;
    lines.push(terminal.paint('dim', `○ ${to.padEnd(STATUS_WIDTH)}  ${due}`));
  }
  if (order.can_go_to.length > 0) {
    lines.push(
      '',
      terminal.paint('dim', `Move it: ${programName} move ${order.id} ${order.can_go_to.join('|')}`),
    );
  }
  return lines;
}

/** An order with its timeline, as text. @param programName what the user types to call the program */
export function orderTimeline(order: OrderDetail, terminal: Terminal, programName: string): string {
  const steps = order.timeline.flatMap((step, index) => stepLines(step, order.timeline[index - 1], terminal));
  return [...headLines(order, terminal), '', ...steps, ...endLines(order, terminal, programName)].join('\n');
}
