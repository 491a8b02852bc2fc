import { isTerminal } from '../../../core/domain/order.ts';
import type { Schemas } from '../../api.ts';
import { causeName, plural, timeOfDay, trx } from '../../format.ts';
import { failuresText, lastAttemptAt, untilText } from '../../parts/event-status.tsx';
import type { Tone } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { nowMs } from '../../store/clock.ts';

type OrderDetail = Schemas['OrderDetail'];
type Event = Schemas['EventDetail'];

interface Note {
  readonly tone: Tone;
  readonly title: string;
  readonly lines: readonly string[];
  /** The scenario that caused it. */
  readonly scenario: string | null;
}

/** The scenario that applies by default. It explains nothing. */
const DEFAULT_SCENARIO = 'happy-path';

/** Describes the cause of the last transition. */
function causeOf(order: OrderDetail): string {
  const last = order.timeline.at(-1);
  if (!last) return '';
  const name = causeName(last.cause);
  if (name !== null) return `Cause: ${name}.`;
  return `Caused by rule ${last.rule ?? order.rule?.id ?? ''} (${last.cause}).`;
}

/** The scenario whose rule caused the last transition. */
function scenarioOf(order: OrderDetail): string | null {
  const name = order.timeline.at(-1)?.rule?.replace(/\/(requests|orders|webhooks)\[\d+\]$/, '') ?? null;
  return name === DEFAULT_SCENARIO ? null : name;
}

function moneyOf(order: OrderDetail): string {
  if (order.refund)
    return `${trx(order.refund.amount_trx)} TRX were refunded at ${timeOfDay(order.refund.at)}.`;
  return order.refunded ? 'The amount was refunded.' : `${trx(order.price_trx)} TRX were not refunded.`;
}

/** The outcome of the order itself, if it is not in progress and did not succeed. */
function outcomeNote(order: OrderDetail): Note | null {
  const last = order.timeline.at(-1);
  if (!last) return null;
  const at = timeOfDay(last.at);
  const scenario = scenarioOf(order);
  if (order.status === 'failed') {
    const lines = [`${causeOf(order)} ${moneyOf(order)}`];
    return { tone: 'bad', title: `Failed at ${at}.`, lines, scenario };
  }
  const next = order.next_step;
  if (order.status === 'review') {
    const rest = next
      ? `Next state: ${next.to} at ${timeOfDay(next.at)}.`
      : 'No further transition is scheduled. Move the order manually.';
    return { tone: 'warn', title: `In review since ${at}.`, lines: [`${causeOf(order)} ${rest}`], scenario };
  }
  if (next || isTerminal(order.status)) return null;
  const lines = [`${causeOf(order)} No further transition is scheduled.`];
  return { tone: 'warn', title: `In ${order.status} since ${at}.`, lines, scenario };
}

/** The latest of some instants. */
const latestOf = (instants: readonly (string | null)[]): string | null =>
  instants.reduce((latest, at) => ((at ?? '') > (latest ?? '') ? at : latest), null);

const namesOf = (events: readonly Event[]): string => events.map(({ event }) => event).join(', ');

function gaveUpNote(events: readonly Event[]): Note | null {
  const lost = events.filter(({ state }) => state === 'exhausted');
  if (lost.length === 0) return null;
  const failures = lost.map(({ deliveries }) => failuresText(deliveries));
  const last = latestOf(lost.map(lastAttemptAt));
  const isSame = failures.every(text => text === failures[0]);
  const end = last ? `, last at ${timeOfDay(last)}` : '';
  const reason = `${isSame ? failures[0] : ''}${isSame && lost.length > 1 ? ' each' : ''}`;
  const count = lost.length === 1 ? lost[0]!.event : plural(lost.length, 'webhook');
  return {
    tone: 'bad',
    title: isSame ? `Gave up on ${count}: ${reason}${end}.` : `Gave up on ${count}${end}.`,
    lines: isSame
      ? [
          `${lost.length > 1 ? `${namesOf(lost)}. ` : ''}No further attempt is made; resend once the receiver works.`,
        ]
      : lost.map(({ event }, index) => `${event}: ${failures[index]}`),
    scenario: null,
  };
}

function retryingNote(events: readonly Event[], now: number | null): Note | null {
  const failing = events.filter(({ next_attempt, deliveries }) => next_attempt && failuresText(deliveries));
  if (failing.length === 0) return null;
  const count = failing.length === 1 ? failing[0]!.event : plural(failing.length, 'webhook');
  return {
    tone: 'warn',
    title: `${count} ${failing.length === 1 ? 'is' : 'are'} being retried.`,
    lines: failing.map(({ event, deliveries, next_attempt: next }) => {
      const attempt = `attempt ${next!.number} of ${next!.of} ${untilText(next!.at, now)}`;
      return `${event}: ${failuresText(deliveries)}, ${attempt}.`;
    }),
    scenario: null,
  };
}

function recoveredNote(events: readonly Event[]): Note | null {
  const late = events.filter(
    ({ state, deliveries }) => state === 'delivered' && failuresText(deliveries) !== '',
  );
  if (late.length === 0) return null;
  const lines = late.map(
    ({ event, deliveries }) => `${event}: ${failuresText(deliveries)} before it was acknowledged.`,
  );
  return { tone: 'calm', title: 'Delivered after retries.', lines, scenario: null };
}

/** Explains an order that failed, is stuck, or has webhooks that failed. */
export function OrderExplanation({ order, account }: { order: OrderDetail; account: string }) {
  const events = order.timeline.map(({ event }) => event);
  const notes = [
    outcomeNote(order),
    gaveUpNote(events),
    retryingNote(events, nowMs.value),
    recoveredNote(events),
  ].filter(note => note !== null);
  return (
    <>
      {notes.map(({ tone, title, lines, scenario }) => (
        <div key={title} class={`note tone-${tone}`}>
          <strong>{title}</strong>
          {lines.map(line => (
            <span key={line} class="break">
              {line}
            </span>
          ))}
          {scenario && <a href={linkTo(account, 'scenarios', scenario)}>Open scenario {scenario}</a>}
        </div>
      ))}
    </>
  );
}
