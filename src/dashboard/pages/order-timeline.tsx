import type { ComponentChildren } from 'preact';
import { deliveryName, signedTrx, span, timeOfDay } from '../format.ts';
import { orderTone, outcomeTone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import {
  type AttemptMark,
  layOutTimeline,
  type MoneyMark,
  type OrderDetail,
  type RequestMark,
  type StateMark,
  type TimelineLayout,
} from './order-timeline-layout.ts';

const TRACK_Y = 52;
const WEBHOOKS_Y = 112;
const LEVEL = 17;
const LANE = 34;

/** A state on the track. */
function StateNode({ state, step }: { state: StateMark; step: number }) {
  const { x, status, at, isAhead, sinceMs } = state;
  return (
    <g class={`timeline-state tone-${orderTone(status)} ${isAhead ? 'is-ahead' : ''}`}>
      {sinceMs !== null && (
        <text class="between" x={x - step / 2} y={TRACK_Y - 9} text-anchor="middle">
          {span(sinceMs)}
        </text>
      )}
      <circle cx={x} cy={TRACK_Y} r="8" />
      <text class="name" x={x} y={TRACK_Y - 20} text-anchor="middle">
        {status}
      </text>
      <text class="time" x={x} y={TRACK_Y + 27} text-anchor="middle">
        {isAhead ? `due ${timeOfDay(at)}` : timeOfDay(at)}
      </text>
    </g>
  );
}

/** The account that links point to; null for a deleted account, whose marks are not links. */
type LinkedAccount = string | null;

/** A mark with a label, as a link if it has a target. */
function Mark({ href, kind, label, children }: MarkProps) {
  const inside = (
    <>
      <title>{label}</title>
      {children}
    </>
  );
  if (href === null) return <g class={kind}>{inside}</g>;
  return (
    <a href={href} class={kind} aria-label={label}>
      {inside}
    </a>
  );
}

interface MarkProps {
  readonly href: string | null;
  readonly kind: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

function AttemptNode({ mark, account }: { mark: AttemptMark; account: LinkedAccount }) {
  const { attempt, level, x } = mark;
  const response = attempt.answer ? `${attempt.answer.status}` : (attempt.error ?? 'no response');
  const label = `${attempt.event}, ${deliveryName(attempt)}: ${attempt.outcome}, ${response}, ${timeOfDay(attempt.at)}`;
  return (
    <Mark
      href={account === null ? null : linkTo(account, 'webhooks', attempt.event_id)}
      kind={`hook tone-${outcomeTone(attempt.outcome)}`}
      label={label}
    >
      <rect x={x - 6} y={WEBHOOKS_Y - 6 + level * LEVEL} width="12" height="12" rx="3" />
    </Mark>
  );
}

function RequestNode({ mark, y, account }: { mark: RequestMark; y: number; account: LinkedAccount }) {
  const { request, x } = mark;
  const isBad = request.status === null || request.status >= 400;
  const label = `${request.method} ${request.url}: ${request.status ?? 'no response'}, ${timeOfDay(request.at)}`;
  return (
    <Mark
      href={account === null ? null : linkTo(account, 'requests', request.id)}
      kind={`call tone-${isBad ? 'bad' : 'calm'}`}
      label={label}
    >
      <path d={`M${x - 6} ${y + 5}L${x} ${y - 6}l6 11z`} />
    </Mark>
  );
}

function Money({ mark, y }: { mark: MoneyMark; y: number }) {
  return (
    <text class={`money ${mark.amountTrx < 0 ? '' : 'good'}`} x={mark.x} y={y + 4} text-anchor="middle">
      {signedTrx(mark.amountTrx)}
    </text>
  );
}

function Lane({ name, y, width }: { name: string; y: number; width: number }) {
  return (
    <>
      <text class="lane-name" x="0" y={y + 4}>
        {name}
      </text>
      <line class="lane" x1="74" x2={width - 20} y1={y} y2={y} />
    </>
  );
}

/** The track, solid up to the current state. */
function Track({ layout }: { layout: TimelineLayout }) {
  const { states } = layout;
  const reached = states.filter(state => !state.isAhead).at(-1);
  const end = states.at(-1);
  if (!reached || !end) return null;
  return (
    <>
      <line class="track" x1={states[0]!.x} x2={reached.x} y1={TRACK_Y} y2={TRACK_Y} />
      {end.isAhead && <line class="track is-ahead" x1={reached.x} x2={end.x} y1={TRACK_Y} y2={TRACK_Y} />}
    </>
  );
}

/** The lifecycle of an order as a drawing: states, webhooks, requests and money on one time axis. */
export function OrderTimeline({ order, account }: { order: OrderDetail; account: LinkedAccount }) {
  const layout = layOutTimeline(order);
  const { width, states, attempts, requests, money, levels } = layout;
  const requestsY = WEBHOOKS_Y + levels * LEVEL + LANE - 12;
  const moneyY = requestsY + LANE;
  const height = moneyY + 18;
  return (
    <div class="timeline">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it is a group. */}
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={`Lifecycle of order ${order.id}: ${states
          .map(({ status, at, isAhead }) => `${status} ${isAhead ? 'due ' : ''}${timeOfDay(at)}`)
          .join(', ')}`}
      >
        <text class="lane-name" x="0" y={TRACK_Y + 4}>
          State
        </text>
        <Lane name="Webhooks" y={WEBHOOKS_Y} width={width} />
        <Lane name="Requests" y={requestsY} width={width} />
        <Lane name="Money" y={moneyY} width={width} />
        <Track layout={layout} />
        {states.map(state => (
          <StateNode key={`${state.status}${state.x}`} state={state} step={layout.step} />
        ))}
        {attempts.map((mark, index) => (
          <AttemptNode key={index} mark={mark} account={account} />
        ))}
        {requests.map(mark => (
          <RequestNode key={mark.request.id} mark={mark} y={requestsY} account={account} />
        ))}
        {money.map((mark, index) => (
          <Money key={index} mark={mark} y={moneyY} />
        ))}
      </svg>
    </div>
  );
}
