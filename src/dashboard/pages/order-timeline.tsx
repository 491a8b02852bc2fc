import type { ComponentChildren } from 'preact';
import { signedTrx, span, timeOfDay } from '../format.ts';
import { orderTone, outcomeTone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import {
  type AttemptMark,
  drawOrder,
  type MoneyMark,
  type OrderDetail,
  type Picture,
  type RequestMark,
  type Station,
} from './order-timeline-layout.ts';

const TRACK_Y = 52;
const HOOKS_Y = 112;
const LEVEL = 17;
const LANE = 34;

/** What a state looks like on the track. */
function StationMark({ station, step }: { station: Station; step: number }) {
  const { x, status, at, isAhead, sinceMs } = station;
  return (
    <g class={`station tone-${orderTone(status)} ${isAhead ? 'is-ahead' : ''}`}>
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

/** The account that links lead into; null: what is drawn is gone, and nothing is linked. */
type LinkedAccount = string | null;

/** A mark with its words; a link where there is something to lead to. */
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

function Hook({ mark, account }: { mark: AttemptMark; account: LinkedAccount }) {
  const { attempt, level, x } = mark;
  const answer = attempt.answer ? `${attempt.answer.status}` : (attempt.error ?? 'no answer');
  const label = `${attempt.event}, attempt ${attempt.attempt}: ${attempt.outcome}, ${answer}, ${timeOfDay(attempt.at)}`;
  return (
    <Mark
      href={account === null ? null : linkTo(account, 'webhooks', attempt.event_id)}
      kind={`hook tone-${outcomeTone(attempt.outcome)}`}
      label={label}
    >
      <rect x={x - 6} y={HOOKS_Y - 6 + level * LEVEL} width="12" height="12" rx="3" />
    </Mark>
  );
}

function Call({ mark, y, account }: { mark: RequestMark; y: number; account: LinkedAccount }) {
  const { request, x } = mark;
  const isBad = request.status === null || request.status >= 400;
  const label = `${request.method} ${request.url}: ${request.status ?? 'no answer'}, ${timeOfDay(request.at)}`;
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

function DestinationQueue({ name, y, width }: { name: string; y: number; width: number }) {
  return (
    <>
      <text class="lane-name" x="0" y={y + 4}>
        {name}
      </text>
      <line class="lane" x1="74" x2={width - 20} y1={y} y2={y} />
    </>
  );
}

/** The track, solid as far as the order has come. */
function Track({ picture }: { picture: Picture }) {
  const { stations } = picture;
  const reached = stations.filter(station => !station.isAhead).at(-1);
  const end = stations.at(-1);
  if (!reached || !end) return null;
  return (
    <>
      <line class="track" x1={stations[0]!.x} x2={reached.x} y1={TRACK_Y} y2={TRACK_Y} />
      {end.isAhead && <line class="track is-ahead" x1={reached.x} x2={end.x} y1={TRACK_Y} y2={TRACK_Y} />}
    </>
  );
}

/** An order's life as a picture: states, webhooks, calls and money over one axis of the account's time. */
export function OrderTimeline({ order, account }: { order: OrderDetail; account: LinkedAccount }) {
  const picture = drawOrder(order);
  const { width, stations, attempts, requests, money, levels } = picture;
  const callsY = HOOKS_Y + levels * LEVEL + LANE - 12;
  const moneyY = callsY + LANE;
  const height = moneyY + 18;
  return (
    <div class="picture">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it is a group. */}
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={`The life of order ${order.id}: ${stations
          .map(({ status, at, isAhead }) => `${status} ${isAhead ? 'due ' : ''}${timeOfDay(at)}`)
          .join(', ')}`}
      >
        <text class="lane-name" x="0" y={TRACK_Y + 4}>
          State
        </text>
        <DestinationQueue name="Webhooks" y={HOOKS_Y} width={width} />
        <DestinationQueue name="Calls" y={callsY} width={width} />
        <DestinationQueue name="Money" y={moneyY} width={width} />
        <Track picture={picture} />
        {stations.map(station => (
          <StationMark key={`${station.status}${station.x}`} station={station} step={picture.step} />
        ))}
        {attempts.map((mark, index) => (
          <Hook key={index} mark={mark} account={account} />
        ))}
        {requests.map(mark => (
          <Call key={mark.request.id} mark={mark} y={callsY} account={account} />
        ))}
        {money.map((mark, index) => (
          <Money key={index} mark={mark} y={moneyY} />
        ))}
      </svg>
    </div>
  );
}
