import { isTerminal, ORDER_STATUSES } from '../../../core/domain/order.ts';
import { forAccount, type Schemas } from '../../control-api.ts';
import { counted, grouped, percent, signedTrx, timeOfDay, trx } from '../../format.ts';
import { Card } from '../../parts/basics.tsx';
import { Empty, Loaded } from '../../parts/loading.tsx';
import { OrderPill, orderTone, type Tone } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { useResource } from '../../store/resource.ts';

type Order = Schemas['Order'];
type Event = Schemas['Event'];
type Status = Order['status'];

/** The data of the picture: orders and all their events, each newest first. */
interface StoryData {
  readonly orders: readonly Order[];
  readonly events: readonly Event[];
}

const TICKS = 4;

/** The weight of the time between two instants: hours take little more room than seconds, so that all states are seen. */
const weightOf = (gapMs: number): number => Math.log1p(gapMs / 1_000) + 0.15;

function positionsOf(instants: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(instants)].sort((a, b) => a - b);
  const reached: number[] = [];
  let sum = 0;
  sorted.forEach((ms, index) => {
    if (index > 0) sum += weightOf(ms - sorted[index - 1]!);
    reached.push(sum);
  });
  return new Map(sorted.map((ms, index) => [ms, sum === 0 ? 0 : reached[index]! / sum]));
}

function fateOf({ state, acknowledged, attempts }: Event): { tone: Tone; text: string } {
  if (acknowledged) {
    return attempts > 1
      ? { tone: 'warn', text: `delivered, sent ${attempts} times` }
      : { tone: 'good', text: 'delivered' };
  }
  if (state === 'exhausted') return { tone: 'bad', text: `given up after ${attempts} attempts` };
  if (state === 'dropped') return { tone: 'bad', text: 'dropped by a scenario' };
  if (state === 'unsent') return { tone: 'mute', text: 'not sent: there is no destination' };
  return { tone: 'calm', text: attempts > 0 ? 'being retried' : 'on the way' };
}

/** The states of an order. Each has an event of the same instant. */
const statesOf = (events: readonly Event[]): { status: Status; atMs: number }[] =>
  events
    .map(({ event, created_at }) => ({
      status: event.replace(/^order\./, '') as Status,
      atMs: Date.parse(created_at),
    }))
    .filter(({ status }) => ORDER_STATUSES.includes(status))
    .reverse();

/**
 * Lays out the orders over time, the newest first. The time between two things that happened is compressed, so that the
 * seconds of a delegation and the hour of a rental are both seen.
 * @param nowMs the instant at the right end, in milliseconds since 1970
 * @returns positions are shares of the picture's width, from 0 to 1
 */
function storyOf({ orders, events }: StoryData, nowMs: number) {
  const rows = orders.map(order => {
    const own = events.filter(({ order_id }) => order_id === order.id);
    // A refund is the last thing that happens to an order.
    const refundMs = order.refunded ? Date.parse(order.updated_at) : null;
    return { order, own, states: statesOf(own), refundMs };
  });
  const instants = rows.flatMap(({ own, refundMs }) => [
    ...own.map(({ created_at }) => Date.parse(created_at)),
    ...(refundMs === null ? [] : [refundMs]),
  ]);
  const endMs = Math.max(nowMs, ...instants);
  const positions = positionsOf([...instants, endMs]);
  const at = (ms: number): number => positions.get(ms)!;
  const lanes = rows.map(({ order, own, states, refundMs }) => ({
    order,
    stretches: states.map(({ status, atMs }, index) => ({
      status,
      fromMs: atMs,
      from: at(atMs),
      to: at(states[index + 1]?.atMs ?? (isTerminal(status) ? atMs : endMs)),
    })),
    marks: own.map(event => {
      const { tone, text } = fateOf(event);
      return {
        eventId: event.event_id,
        at: at(Date.parse(event.created_at)),
        tone,
        text: `${event.event}: ${text}`,
      };
    }),
    refundAt: refundMs === null ? null : at(refundMs),
  }));
  return { lanes, ticks: ticksOf(positions) };
}

/** A few instants that are far enough from each other for their texts. */
function ticksOf(positions: ReadonlyMap<number, number>): { at: number; ms: number }[] {
  const ticks: { at: number; ms: number }[] = [];
  for (const [ms, at] of positions) {
    const last = ticks.at(-1);
    if (at <= 0.75 && (!last || at - last.at >= 1 / TICKS)) ticks.push({ at, ms });
  }
  return ticks;
}

type StoryLane = ReturnType<typeof storyOf>['lanes'][number];

const LANES = 12;
const EVENTS = 100;
const RELOAD_DELAY_MS = 500;

/** The latest orders with all their events: those among the latest of the account, and the others order by order. */
async function readStory(account: string, signal: AbortSignal): Promise<StoryData> {
  const eventsOf = async (order?: number) => {
    const query = { sort: 'newest', limit: EVENTS, ...(order !== undefined && { order }) } as const;
    return (await forAccount(account).get('/events', { query, signal })).items;
  };
  const [orders, latest] = await Promise.all([
    forAccount(account).get('/orders', { query: { sort: 'newest', limit: LANES }, signal }),
    eventsOf(),
  ]);
  const events = orders.items.map(({ id, created_at }) => {
    const own = latest.filter(({ order_id }) => order_id === id);
    return own.at(-1)?.created_at === created_at ? own : eventsOf(id);
  });
  return { orders: orders.items, events: (await Promise.all(events)).flat() };
}

/** The latest orders as lanes over time, with their states, webhooks and money, live. */
export function Story({ account }: { account: string }) {
  const resource = useResource<StoryData>(
    `${account}/story`,
    signal => readStory(account, signal),
    event => event.type === 'happening',
    RELOAD_DELAY_MS,
  );
  const total = accountSignal.value?.orders ?? 0;
  return (
    <Card
      title="What is happening"
      flush
      actions={
        total > LANES && (
          <a href={linkTo('orders')}>
            the latest {LANES} of {grouped(total)} orders
          </a>
        )
      }
    >
      <Loaded of={resource} lines={8}>
        {data =>
          data.orders.length === 0 ? (
            <Empty icon="orders" title="No orders yet">
              Each order becomes a lane here, from its payment to its end.{' '}
              <a href={linkTo('orders/new')}>Place one</a>, or send one with your client.
            </Empty>
          ) : (
            <Picture data={data} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Picture({ data }: { data: StoryData }) {
  const { lanes, ticks } = storyOf(data, nowMs.value ?? 0);
  return (
    <div class="story">
      <ol>
        {lanes.map(lane => (
          <Lane key={lane.order.id} lane={lane} />
        ))}
      </ol>
      <div class="lane" aria-hidden="true">
        <div class="story-track story-axis soft">
          {ticks.map(({ at, ms }) => (
            <span key={ms} style={{ left: percent(at) }}>
              {timeOfDay(ms)}
            </span>
          ))}
          <span style={{ right: 0 }}>now</span>
        </div>
      </div>
    </div>
  );
}

const inWords = ({ order, stretches, marks, refundAt }: StoryLane): string =>
  [
    ...stretches.map(({ status, fromMs }) => `${status} ${timeOfDay(fromMs)}`),
    ...(refundAt === null ? [] : [`refunded ${trx(order.price_trx)} TRX`]),
    ...marks.filter(({ tone }) => tone === 'bad' || tone === 'warn').map(({ text }) => text),
    `${counted(marks.filter(({ tone }) => tone === 'good').length, 'webhook')} delivered at once`,
  ].join(', ');

function Lane({ lane }: { lane: StoryLane }) {
  const { order, stretches, marks, refundAt } = lane;
  return (
    <li class="lane">
      <a class="clip" href={linkTo('orders', order.id)} title={order.external_id ?? ''}>
        <strong>{order.id}</strong> <span class="soft">{order.external_id}</span>
      </a>
      <span class="visually-hidden">{inWords(lane)}</span>
      <div class="story-track" aria-hidden="true">
        {stretches.map(({ status, fromMs, from, to }) => (
          <span
            key={`${status}${fromMs}`}
            class={`story-stretch tone-${orderTone(status)}`}
            style={{ left: percent(from), width: percent(to - from) }}
            title={`${status} since ${timeOfDay(fromMs)}`}
          />
        ))}
        {marks.map(({ eventId, at, tone, text }) => (
          // biome-ignore lint/a11y/useAnchorContent: the picture is hidden from screen readers; the lane says it in words.
          <a
            key={eventId}
            class={`story-mark tone-${tone}`}
            style={{ left: percent(at) }}
            href={linkTo('webhooks', eventId)}
            tabIndex={-1}
            title={text}
          />
        ))}
        {refundAt !== null && (
          <span
            class="pill plain tone-good story-refund"
            style={{ left: `min(${percent(refundAt)}, 100% - 54px)` }}
            title={`${trx(order.price_trx)} TRX was refunded`}
          >
            {signedTrx(order.price_trx)}
          </span>
        )}
      </div>
      <OrderPill status={order.status} />
      <span class="num">{signedTrx(-order.price_trx)}</span>
    </li>
  );
}
