import { makes } from '../../../judge/diagram/diagram-model.ts';
import { type StoryData, storyOf } from '../../../judge/diagram/order-lanes.ts';
import { forAccount, type Schemas } from '../../control-api.ts';
import {
  amountsIn,
  changeOfTrx,
  counted,
  dayAndTime,
  grouped,
  percent,
  span,
  timeOfDay,
  trx,
} from '../../format.ts';
import { Card } from '../../parts/basics.tsx';
import { Empty, Loaded } from '../../parts/loading.tsx';
import { OrderPill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { useResource } from '../../store/resource.ts';
import { type Finding, MistakeMark, mistakeWith, useMistakes } from '../verdict.tsx';

type Story = ReturnType<typeof storyOf>;
type StoryLane = Story['lanes'][number];

const LANES = 12;
const LATEST = 100;
/** More than the journal keeps. */
const ALL = 1_000;
const RELOAD_DELAY_MS = 500;

/** The orders with these ids, or the latest ones; with all their events, and with all requests that are recorded. */
async function readStory(
  account: string,
  signal: AbortSignal,
  ids: readonly number[] | null,
): Promise<StoryData> {
  const on = forAccount(account);
  const latest = { sort: 'newest', limit: LATEST } as const;
  const eventsOf = async (order: number) =>
    (await on.get('/events', { query: { ...latest, order }, signal })).items;
  const requestsOf = async ({ id, external_id }: Schemas['Order']) => {
    const about = external_id === null ? { order: id } : { external_id };
    return (await on.get('/requests', { query: { sort: 'newest', limit: ALL, ...about }, signal })).items;
  };
  const [{ items: orders }, { items: events }, { items: requests }] = await Promise.all([
    ids === null
      ? on.get('/orders', { query: { sort: 'newest', limit: LANES }, signal })
      : Promise.all(ids.map(order => on.get('/orders', { query: { order }, signal }))).then(found => ({
          items: found.flatMap(({ items }) => items),
        })),
    on.get('/events', { query: latest, signal }),
    on.get('/requests', { query: latest, signal }),
  ]);
  // The latest entries have everything about an order if they have its beginning.
  const own = orders.map(({ id, created_at }) => {
    const found = events.filter(({ order_id }) => order_id === id);
    return found.at(-1)?.created_at === created_at ? found : eventsOf(id);
  });
  // Refused ones before it may be missing, which matters in the picture of a mistake.
  const isKnown = (order: Schemas['Order']) => ids === null && requests.some(makes(order));
  const about = orders.map(order => (isKnown(order) ? [] : requestsOf(order)));
  const [ofOrders, older] = await Promise.all([Promise.all(own), Promise.all(about)]);
  // A request can be about several of the orders.
  const once = new Map([...requests, ...older.flat()].map(request => [request.id, request]));
  return { orders, events: ofOrders.flat(), requests: [...once.values()] };
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

const LEGEND_STATES = ['processing', 'delegating', 'delegated', 'undelegating', 'review'];

/** The marks and stretches, in the order in which the legend names them. */
const LEGEND: readonly (readonly [look: string, text: string])[] = [
  ...LEGEND_STATES.map(status => [`story-stretch is-${status}`, status] as const),
  ['story-call tone-good', 'response'],
  ['story-call tone-accent', 'existing order again'],
  ['story-call is-lost tone-bad', 'response lost or broken'],
  ['story-mark tone-good', 'webhook delivered'],
  ['story-mark tone-warn', 'after retries'],
  ['story-mark tone-calm', 'on the way, being retried'],
  ['story-mark tone-bad', 'given up'],
  ['story-mark is-forged tone-bad', 'forged, accepted'],
  ['story-mark is-forged tone-good', 'forged, refused'],
  ['story-cut', 'time left out'],
];

const Legend = () => (
  <p class="row story-legend soft">
    {LEGEND.map(([look, text]) => (
      <span key={text} class="row tight">
        <i class={look} /> {text}
      </span>
    ))}
  </p>
);

function Picture({ account, data, found }: { account: string; data: StoryData; found: readonly Finding[] }) {
  const { lanes, overMs, ticks, cuts } = storyOf(data, nowMs.value ?? 0);
  const unrecorded = lanes.filter(({ isRecorded }) => !isRecorded).map(({ order }) => order.id);
  const nets = lanes.map(({ order }) => (order.refunded ? 0 : -order.price_trx));
  const netOf = amountsIn(nets, changeOfTrx);
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
            net={netOf(nets[index]!)}
            mistake={mistakeWith(lane.order.id, found)}
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
          <span style={{ right: 0 }}>{overMs === null ? 'now' : axisText(overMs, ticks.at(-1)?.ms)}</span>
        </div>
      </div>
      {unrecorded.length > 0 && (
        <p class="inside-pad tail">
          The requests that made {unrecorded.join(', ')} are not recorded, and others about them may be
          missing.
        </p>
      )}
      <Legend />
    </div>
  );
}

/** The time of a tick, with the date where it is another one than that of the tick before. */
const axisText = (ms: number, beforeMs = 0): string =>
  dayAndTime(ms).slice(0, 10) === dayAndTime(beforeMs).slice(0, 10)
    ? timeOfDay(ms)
    : dayAndTime(ms).slice(5, 16);

const isAsUsual = ({ tone, isForged }: StoryLane['calls'][number]): boolean => tone === 'good' && !isForged;

const inWords = ({ order, stretches, webhooks, calls, refundAt }: StoryLane): string =>
  [
    ...stretches.map(({ status, fromMs }) => `${status} ${timeOfDay(fromMs)}`),
    ...(refundAt === null ? [] : [`refunded ${trx(order.price_trx)} TRX`]),
    ...[...calls, ...webhooks].filter(mark => !isAsUsual(mark)).map(({ text }) => text),
    `${counted(webhooks.filter(isAsUsual).length, 'webhook')} delivered at once`,
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
  const [start, end] = [stretches[0]?.from ?? 0, refundAt ?? stretches.at(-1)?.to ?? 1];
  const isWithin = ({ at }: { readonly at: number }): boolean => at > start && at < end;
  return (
    <li class="lane">
      <span class="soft break">
        <a href={linkTo('orders', order.id, account)}>
          <strong>{order.id}</strong>
        </a>{' '}
        {order.external_id}
        <div>
          <MistakeMark account={account} of={mistake} />
        </div>
      </span>
      <span class="visually-hidden">{inWords(lane)}</span>
      <div class="story-track" aria-hidden="true">
        {stretches.map(({ status, fromMs, from, to }) => (
          <span
            key={`${status}${fromMs}`}
            class={`story-stretch is-${status}`}
            style={{ left: percent(from), width: percent(to - from) }}
            title={`${status} since ${timeOfDay(fromMs)}`}
          />
        ))}
        {cuts.filter(isWithin).map(({ at, lengthMs }) => (
          <span
            key={at}
            class="story-cut"
            style={{ left: percent(at) }}
            title={`${span(lengthMs)} left out`}
          />
        ))}
        {[...calls, ...webhooks].map(({ key, at, tone, text, isForged, place }) => (
          // biome-ignore lint/a11y/useAnchorContent: the picture is hidden from screen readers; the lane says it in words.
          <a
            key={key}
            class={`${place === 'requests' ? `story-call ${tone === 'bad' ? 'is-lost' : ''}` : 'story-mark'} ${isForged ? 'is-forged' : ''} tone-${tone}`}
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
      <span class="num">{net}</span>
    </li>
  );
}
