import { isTerminal, ORDER_STATUSES } from '../../../core/domain/order.ts';
import { forAccount, type Schemas } from '../../control-api.ts';
import { alignedTrx, counted, dayAndTime, grouped, percent, span, timeOfDay, trx } from '../../format.ts';
import { Card } from '../../parts/basics.tsx';
import { Empty, Loaded } from '../../parts/loading.tsx';
import { OrderPill, orderTone, type Tone } from '../../parts/pill.tsx';
import { linkTo, type Place } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { useResource } from '../../store/resource.ts';
import { type Finding, ruleTitle, useMistakes } from '../verdict.tsx';

type Order = Schemas['Order'];
type Event = Schemas['Event'];
type Request = Schemas['RequestSummary'];
type Status = Order['status'];

/** The data of the picture: orders with all their events, and the recorded requests about them, each newest first. */
interface StoryData {
  readonly orders: readonly Order[];
  readonly events: readonly Event[];
  readonly requests: readonly Request[];
}

const TICKS = 4;
/** Longer times without anything are drawn short, and marked. */
const CUT_MS = 10 * 60_000;

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

interface Mark {
  readonly key: string;
  readonly atMs: number;
  readonly tone: Tone;
  readonly text: string;
  readonly place: Place;
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

const webhookMark = (event: Event): Mark => {
  const { tone, text } = fateOf(event);
  const { event_id: key, event: name } = event;
  return { key, atMs: Date.parse(event.created_at), tone, text: `${name}: ${text}`, place: 'webhooks' };
};

/** What the client got: nothing usable, a refusal, its own order again, or an answer. */
function answerOf({ end, status, operation, error }: Request): { tone: Tone; text: string } {
  if (end === 'open') return { tone: 'calm', text: 'no response yet' };
  if (end !== 'sent' || status === null) return { tone: 'bad', text: 'response lost' };
  if (status >= 500) return { tone: 'bad', text: `${status}${error ? ` ${error}` : ''}` };
  if (status >= 400) return { tone: 'warn', text: `${status}${error ? ` ${error}` : ''}` };
  return operation === 'createOrder' && status === 200
    ? { tone: 'accent', text: '200, the existing order' }
    : { tone: 'good', text: `${status}` };
}

function requestMark(request: Request): Mark {
  const { tone, text } = answerOf(request);
  const call = `${request.method} ${request.url.replace(/^[/]api[/]v1|[?].*/g, '')}`;
  return { key: request.id, atMs: Date.parse(request.at), tone, text: `${call}: ${text}`, place: 'requests' };
}

/** The states of an order. Each has an event of the same instant. */
const statesOf = (events: readonly Event[]): { status: Status; atMs: number }[] =>
  events
    .map(({ event, created_at }) => ({
      status: event.replace(/^order[.]/, '') as Status,
      atMs: Date.parse(created_at),
    }))
    .filter(({ status }) => ORDER_STATUSES.includes(status))
    .reverse();

const isAbout = ({ id, external_id }: Order, { orders, external_ids }: Request): boolean =>
  orders.includes(id) || (external_id !== null && external_ids.includes(external_id));

/**
 * Lays out the orders over time, the newest first. The time between two things that happened is compressed, so that the
 * seconds of a delegation and the hour of a rental are both seen.
 * @param nowMs the instant at the right end, in milliseconds since 1970
 * @returns positions are shares of the picture's width, from 0 to 1
 */
function storyOf({ orders, events, requests }: StoryData, nowMs: number) {
  const rows = orders.map(order => {
    const own = events.filter(({ order_id }) => order_id === order.id);
    return {
      order,
      states: statesOf(own),
      webhooks: own.map(webhookMark),
      calls: requests.filter(request => isAbout(order, request)).map(requestMark),
      // A refund is the last thing that happens to an order.
      refundMs: order.refunded ? Date.parse(order.updated_at) : null,
    };
  });
  const instants = rows.flatMap(({ webhooks, calls, refundMs }) => [
    ...[...webhooks, ...calls].map(({ atMs }) => atMs),
    ...(refundMs === null ? [] : [refundMs]),
  ]);
  const endMs = Math.max(nowMs, ...instants);
  const positions = positionsOf([...instants, endMs]);
  const at = (ms: number): number => positions.get(ms)!;
  const placed = (marks: readonly Mark[]) => marks.map(mark => ({ ...mark, at: at(mark.atMs) }));
  const lanes = rows.map(({ order, states, webhooks, calls, refundMs }) => ({
    order,
    stretches: states.map(({ status, atMs }, index) => ({
      status,
      fromMs: atMs,
      from: at(atMs),
      to: at(states[index + 1]?.atMs ?? (isTerminal(status) ? atMs : endMs)),
    })),
    webhooks: placed(webhooks),
    calls: placed(calls),
    refundAt: refundMs === null ? null : at(refundMs),
  }));
  return { lanes, ticks: ticksOf(positions), cuts: cutsOf(positions) };
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

/** The places where a long time without anything is drawn short. */
function cutsOf(positions: ReadonlyMap<number, number>): { at: number; lengthMs: number }[] {
  const all = [...positions];
  return all.slice(1).flatMap(([ms, at], index) => {
    const [beforeMs, before] = all[index]!;
    const lengthMs = ms - beforeMs;
    return lengthMs < CUT_MS ? [] : [{ at: (before + at) / 2, lengthMs }];
  });
}

type Story = ReturnType<typeof storyOf>;
type StoryLane = Story['lanes'][number];

const LANES = 12;
const LATEST = 100;
const RELOAD_DELAY_MS = 500;

/** The orders with these ids, or the latest ones; with all their events, and with the requests that are recorded. */
async function readStory(
  account: string,
  signal: AbortSignal,
  ids: readonly number[] | null,
): Promise<StoryData> {
  const on = forAccount(account);
  const latest = { sort: 'newest', limit: LATEST } as const;
  const eventsOf = async (order: number) =>
    (await on.get('/events', { query: { ...latest, order }, signal })).items;
  const [{ items: orders }, { items: events }, { items: requests }] = await Promise.all([
    ids === null
      ? on.get('/orders', { query: { sort: 'newest', limit: LANES }, signal })
      : Promise.all(ids.map(order => on.get('/orders', { query: { order }, signal }))).then(found => ({
          items: found.flatMap(({ items }) => items),
        })),
    on.get('/events', { query: latest, signal }),
    on.get('/requests', { query: latest, signal }),
  ]);
  const own = orders.map(({ id, created_at }) => {
    const found = events.filter(({ order_id }) => order_id === id);
    return found.at(-1)?.created_at === created_at ? found : eventsOf(id);
  });
  return { orders, events: (await Promise.all(own)).flat(), requests };
}

interface Props {
  readonly account: string;
  readonly title?: string;
  /** The orders to show. Default: the latest. */
  readonly ids?: readonly number[] | null;
}

/** Orders as lanes over time, with their states, requests, webhooks and money, live. */
export function Lanes({ account, title = 'What is happening', ids = null }: Props) {
  const resource = useResource<StoryData>(
    `${account}/story/${ids?.join() ?? ''}`,
    signal => readStory(account, signal, ids),
    () => true,
    RELOAD_DELAY_MS,
  );
  const mistakes = useMistakes(account);
  const total = (ids === null && accountSignal.value?.orders) || 0;
  return (
    <Card
      title={title}
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
            <Picture account={account} data={data} found={mistakes.data ?? []} />
          )
        }
      </Loaded>
    </Card>
  );
}

/** The marks and stretches, in the order in which the legend names them. */
const LEGEND: readonly (readonly [look: string, text: string])[] = [
  ['story-call tone-good', 'response'],
  ['story-call tone-accent', 'existing order again'],
  ['story-call is-lost tone-bad', 'response lost or broken'],
  ['story-mark tone-good', 'webhook delivered'],
  ['story-mark tone-warn', 'after retries'],
  ['story-mark tone-bad', 'given up'],
];
const LEGEND_STATES: readonly Status[] = ['processing', 'delegating', 'delegated', 'undelegating', 'review'];

function Legend() {
  return (
    <p class="row story-legend soft">
      {LEGEND_STATES.map(status => (
        <span key={status} class="row tight">
          <i class={`story-stretch is-${status}`} /> {status}
        </span>
      ))}
      {LEGEND.map(([look, text]) => (
        <span key={text} class="row tight">
          <i class={look} /> {text}
        </span>
      ))}
      <span class="row tight">
        <i class="story-cut" /> time left out
      </span>
    </p>
  );
}

interface PictureProps {
  readonly account: string;
  readonly data: StoryData;
  readonly found: readonly Finding[];
}

function Picture({ account, data, found }: PictureProps) {
  const { lanes, ticks, cuts } = storyOf(data, nowMs.value ?? 0);
  const net = lanes.map(({ order }) => (order.refunded ? 0 : -order.price_trx));
  return (
    <div class="story">
      <div class="lane lane-head soft">
        <span>Order</span>
        <span class="lane-times" aria-hidden="true">
          requests above, states and webhooks below
        </span>
        <span>State</span>
        <span class="num">Net (TRX)</span>
      </div>
      <ol>
        {lanes.map((lane, index) => (
          <Lane
            key={lane.order.id}
            account={account}
            lane={lane}
            cuts={cuts}
            net={alignedTrx(net[index]!, net)}
            mistake={found.find(({ orders }) => orders.includes(lane.order.id))}
          />
        ))}
      </ol>
      <div class="lane" aria-hidden="true">
        <div class="story-track story-axis soft">
          {ticks.map(({ at, ms }, index) => (
            <span key={ms} style={{ left: percent(at) }}>
              {axisText(ms, ticks[index - 1]?.ms)}
            </span>
          ))}
          <span style={{ right: 0 }}>now</span>
        </div>
      </div>
      <Legend />
    </div>
  );
}

/** The time of a tick, with the date where it is another one than that of the tick before. */
const axisText = (ms: number, beforeMs = 0): string =>
  dayAndTime(ms).slice(0, 10) === dayAndTime(beforeMs).slice(0, 10)
    ? timeOfDay(ms)
    : dayAndTime(ms).slice(5, 16);

const inWords = ({ order, stretches, webhooks, calls, refundAt }: StoryLane): string =>
  [
    ...stretches.map(({ status, fromMs }) => `${status} ${timeOfDay(fromMs)}`),
    ...(refundAt === null ? [] : [`refunded ${trx(order.price_trx)} TRX`]),
    ...[...calls, ...webhooks].filter(({ tone }) => tone !== 'good').map(({ text }) => text),
    `${counted(webhooks.filter(({ tone }) => tone === 'good').length, 'webhook')} delivered at once`,
  ].join(', ');

interface LaneProps {
  readonly account: string;
  readonly lane: StoryLane;
  readonly cuts: Story['cuts'];
  readonly net: string;
  readonly mistake: Finding | undefined;
}

function Lane({ account, lane, cuts, net, mistake }: LaneProps) {
  const { order, stretches, webhooks, calls, refundAt } = lane;
  const title = refundAt === null ? undefined : `${trx(order.price_trx)} TRX paid and refunded`;
  return (
    <li class="lane">
      <span class="clip">
        <a href={linkTo('orders', order.id, account)} title={order.external_id ?? ''}>
          <strong>{order.id}</strong>
        </a>{' '}
        <span class="soft">{order.external_id}</span>
        {mistake && (
          <a
            class={`clip lane-mistake tone-${mistake.severity === 'error' ? 'bad' : 'warn'}`}
            href={linkTo('findings', mistake.id, account)}
          >
            {ruleTitle(mistake.rule)}
          </a>
        )}
      </span>
      <span class="visually-hidden">{inWords(lane)}</span>
      <div class="story-track" aria-hidden="true">
        {stretches.map(({ status, fromMs, from, to }) => (
          <span
            key={`${status}${fromMs}`}
            class={`story-stretch is-${status} tone-${orderTone(status)}`}
            style={{ left: percent(from), width: percent(to - from) }}
            title={`${status} since ${timeOfDay(fromMs)}`}
          />
        ))}
        {cuts.map(({ at, lengthMs }) => (
          <span
            key={at}
            class="story-cut"
            style={{ left: percent(at) }}
            title={`${span(lengthMs)} left out`}
          />
        ))}
        {[...calls, ...webhooks].map(({ key, at, tone, text, place }) => (
          // biome-ignore lint/a11y/useAnchorContent: the picture is hidden from screen readers; the lane says it in words.
          <a
            key={key}
            class={`${place === 'requests' ? `story-call ${tone === 'bad' ? 'is-lost' : ''}` : 'story-mark'} tone-${tone}`}
            style={{ left: percent(at) }}
            href={linkTo(place, key, account)}
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
            +{trx(order.price_trx)}
          </span>
        )}
      </div>
      <OrderPill status={order.status} />
      <span class="num" title={title}>
        {net}
      </span>
    </li>
  );
}
