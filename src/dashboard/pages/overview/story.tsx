import { forAccount } from '../../api.ts';
import { counted, grouped, signedTrx, timeOfDay, trx } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { OrderPill, orderTone } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { useResource } from '../../store/resource.ts';
import { type StoryData, type StoryLane, storyOf } from './story-layout.ts';

const LANES = 12;
const EVENTS = 100;
const RELOAD_DELAY_MS = 500;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

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
          <a href={linkTo(account, 'orders')}>
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
              <a href={linkTo(account, 'orders/new')}>Place one</a>, or send one with your client.
            </Empty>
          ) : (
            <Picture account={account} data={data} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Picture({ account, data }: { account: string; data: StoryData }) {
  const { lanes, ticks } = storyOf(data, nowMs.value ?? 0);
  return (
    <div class="story">
      <ol>
        {lanes.map(lane => (
          <Lane key={lane.order.id} account={account} lane={lane} />
        ))}
      </ol>
      <div class="story-axis" aria-hidden="true">
        {ticks.map(({ at, ms }) => (
          <span key={ms} style={{ left: percent(at) }}>
            {timeOfDay(ms)}
          </span>
        ))}
        <span class="is-now">now</span>
      </div>
    </div>
  );
}

/** What the lane shows, in words. */
const inWords = ({ order, stretches, marks, refundAt }: StoryLane): string =>
  [
    ...stretches.map(({ status, fromMs }) => `${status} ${timeOfDay(fromMs)}`),
    ...(refundAt === null ? [] : [`refunded ${trx(order.price_trx)} TRX`]),
    ...marks.filter(({ tone }) => tone === 'bad' || tone === 'warn').map(({ text }) => text),
    `${counted(marks.filter(({ tone }) => tone === 'good').length, 'webhook')} delivered at once`,
  ].join(', ');

function Lane({ account, lane }: { account: string; lane: StoryLane }) {
  const { order, stretches, marks, refundAt } = lane;
  return (
    <li>
      <a class="story-name clip" href={linkTo(account, 'orders', order.id)} title={order.external_id ?? ''}>
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
            href={linkTo(account, 'webhooks', eventId)}
            tabIndex={-1}
            title={text}
          />
        ))}
        {refundAt !== null && (
          <span
            class="story-refund"
            style={{ left: `min(${percent(refundAt)}, 100% - 54px)` }}
            title={`${trx(order.price_trx)} TRX came back`}
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
