import { ORDER_STATUSES } from '../../core/domain/order.ts';
import { api, origin, type Schemas } from '../api.ts';
import { causeName } from '../cause-name.ts';
import { count, plural, span, trx } from '../format.ts';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/empty.tsx';
import { ExternalId } from '../parts/external-id.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { type Column, Filters, ListTable, Tally } from '../parts/list.tsx';
import { OrderPill } from '../parts/pill.tsx';
import { ProgressDots } from '../parts/progress-dots.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { type ListView, listView, type PageQuery, useList } from '../store/list.ts';
import type { LiveEvent } from '../store/live.ts';
import type { PageProps } from './page-props.ts';

type Order = Schemas['Order'];

const MINUTE_MS = 60_000;

const STATUSES = [
  ['', 'All statuses'],
  ...ORDER_STATUSES.map(status => [status, status] as const),
] as const satisfies readonly (readonly [string, string])[];

/** A cause in few words: of a rule at `scenarios/review.yaml:7:5`, the scenario. */
const causeText = (cause: string): string =>
  causeName(cause) ?? /([^/]+?)(?:[.]ya?ml)?:\d+:\d+$/.exec(cause)?.[1] ?? cause;

const columnsOf = (account: string): readonly Column<Order>[] => [
  {
    name: 'Order',
    widths: ['56px', '56px', '56px'],
    cell: order => (
      <a class="hit" href={linkTo(account, 'orders', order.id)}>
        {order.id}
      </a>
    ),
  },
  {
    name: 'Status',
    widths: ['150px', '128px', '128px'],
    cell: order => (
      <>
        <GaveUp webhooks={order.webhooks_given_up} />
        <OrderPill status={order.status} />
        {order.refunded && <span class="faint in-wide"> refunded</span>}
      </>
    ),
  },
  { name: 'Progress', widths: ['72px', '66px'], cell: order => <ProgressDots of={order} /> },
  {
    name: 'External ID',
    widths: ['minmax(80px, 1.8fr)', 'minmax(0, 1.2fr)', 'minmax(0, 1fr)'],
    cell: order => <ExternalId id={order.external_id} />,
  },
  {
    name: 'Cause',
    widths: ['minmax(70px, 1.1fr)', 'minmax(0, 1fr)'],
    cell: order => (
      <span class="soft" title={order.cause}>
        {causeText(order.cause)}
      </span>
    ),
  },
  {
    name: 'Recipient',
    widths: ['minmax(54px, 0.7fr)'],
    cell: order => (
      <span class="mono" title={order.address}>
        {order.address}
      </span>
    ),
  },
  {
    name: 'Energy',
    widths: ['112px'],
    align: 'num',
    cell: order => `${count(order.energy_amount)}, ${span(order.duration_minutes * MINUTE_MS)}`,
  },
  { name: 'TRX', widths: ['60px', '70px'], align: 'num', cell: order => trx(order.price_trx) },
  {
    name: 'Created',
    widths: ['148px'],
    align: 'num',
    cell: order => <Instant at={order.created_at} whole />,
  },
  { name: 'Updated', widths: ['64px'], align: 'num', cell: order => <Instant at={order.updated_at} /> },
];

/** A warning for an order whose webhooks ran out of attempts. */
function GaveUp({ webhooks }: { webhooks: number }) {
  if (webhooks === 0) return null;
  const label = `gave up on ${plural(webhooks, 'webhook')}`;
  return (
    <span class="gave-up" role="img" aria-label={label} title={label}>
      <Icon name="warn" />
      <span class="in-wide">{webhooks}</span>
    </span>
  );
}

/** The id of the order that a search may mean, such as `17` or `#17`. */
const idIn = (text: string): number | null => Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? 0) || null;

/** A page of the orders that the user asks for; one with the id that is searched for comes first. */
async function readOrders(
  account: string,
  { text, choice }: ListView,
  page: PageQuery,
  signal: AbortSignal,
): Promise<{ items: Order[]; next: string | null }> {
  const inStatus = choice.value === '' ? {} : { status: choice.value as Order['status'] };
  const ask = (query: object) =>
    api.get('/_sandbox/accounts/{account}/orders', {
      path: { account },
      query: { ...query, ...inStatus },
      signal,
    });
  const id = idIn(text);
  const [{ items, next }, exact] = await Promise.all([
    ask({ ...page, ...(text && { search: text }) }),
    id === null || page.cursor ? { items: [] } : ask({ order: id }),
  ]);
  return { items: [...exact.items, ...items.filter(order => order.id !== id)], next };
}

/** What changes a row of the list, or adds one. */
const concernsOrders = ({ type, data }: LiveEvent): boolean =>
  type === 'happening' && /^(order|refund|settled|account)$/.test(data.kind);

/** A command that creates an order. */
const orderCurl = (key: string): string =>
  [
    `curl -i ${origin}/api/v1/order/`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '{"external_id":"first-order","package_id":1,"address":"TSandboxRecipientxxxxxxxxxxxvU7EX1"}'`,
  ].join(' \\\n  ');

/** The orders of the account, live. */
export function OrdersPage({ account }: PageProps) {
  const view = listView(`${account}/orders`);
  const list = useList<Order>({
    view,
    read: (page, signal) => readOrders(account, view, page, signal),
    concerns: concernsOrders,
  });
  return (
    <div class="sheet full">
      <div class="stack">
        <div class="title">
          <h1>Orders</h1>
          <Tally list={list} one="order" total={accountSignal.value?.orders} view={view} />
          <div class="actions">
            <a class="button main" href={linkTo(account, 'orders/new')}>
              <Icon name="new" /> New order
            </a>
          </div>
        </div>
        <Filters
          view={view}
          searchName="Search orders"
          hint="Search ID, external ID, recipient, txid"
          choiceName="Status"
          options={STATUSES}
        />
      </div>
      <ListTable
        label="Orders"
        list={list}
        columns={columnsOf(account)}
        keyOf={order => order.id}
        view={view}
        icon="orders"
        empty={
          <Empty icon="orders" title="No orders yet" command={<Command account={account} make={orderCurl} />}>
            Orders appear here when they are created and update live. Create one with the command below or
            with the <a href={linkTo(account, 'orders/new')}>form</a>.
          </Empty>
        }
      />
    </div>
  );
}
