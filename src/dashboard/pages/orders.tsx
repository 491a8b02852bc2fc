import { type Signal, useComputed } from '@preact/signals';
import { ORDER_STATUSES } from '../../core/domain/order.ts';
import { origin } from '../api.ts';
import { causeName } from '../cause-name.ts';
import { count, plural, span, trx } from '../format.ts';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/empty.tsx';
import { ExternalId } from '../parts/external-id.tsx';
import { type Column, GridTable } from '../parts/grid-table.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { OrderPill } from '../parts/pill.tsx';
import { ProgressDots } from '../parts/progress-dots.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SelectFilter } from '../parts/select-filter.tsx';
import { linkTo } from '../routes.ts';
import { type Order, orders, ordersState } from '../store/orders.ts';
import { viewSignal } from '../store/view.ts';
import type { PageProps } from './page-props.ts';

const MINUTE_MS = 60_000;

/** A cause in few words: of a rule at `scenarios/review.yaml:7:5`, the scenario. */
const causeText = (cause: string): string =>
  causeName(cause) ?? /([^/]+?)(?:[.]ya?ml)?:\d+:\d+$/.exec(cause)?.[1] ?? cause;

const columnsOf = (account: string): readonly Column<Order>[] => [
  {
    name: 'Order',
    cell: order => (
      <a class="hit" href={linkTo(account, 'orders', order.id)}>
        {order.id}
      </a>
    ),
  },
  {
    name: 'Status',
    cell: order => (
      <>
        <GaveUp webhooks={order.webhooks_given_up} />
        <OrderPill status={order.status} />
        {order.refunded && <span class="faint in-wide"> refunded</span>}
      </>
    ),
  },
  { name: 'Progress', midOnly: true, cell: order => <ProgressDots of={order} /> },
  {
    name: 'External ID',
    cell: order => <ExternalId id={order.external_id} />,
  },
  {
    name: 'Cause',
    midOnly: true,
    cell: order => (
      <span class="soft" title={order.cause}>
        {causeText(order.cause)}
      </span>
    ),
  },
  {
    name: 'Recipient',
    wideOnly: true,
    cell: order => (
      <span class="mono" title={order.address}>
        {order.address}
      </span>
    ),
  },
  {
    name: 'Energy',
    wideOnly: true,
    align: 'num',
    cell: order => `${count(order.energy_amount)}, ${span(order.duration_minutes * MINUTE_MS)}`,
  },
  { name: 'TRX', align: 'num', midOnly: true, cell: order => trx(order.price_trx) },
  { name: 'Created', wideOnly: true, align: 'num', cell: order => <Instant at={order.created_at} whole /> },
  { name: 'Updated', wideOnly: true, align: 'num', cell: order => <Instant at={order.updated_at} /> },
];

const WIDTHS =
  '50px 150px 72px minmax(80px, 1.8fr) minmax(70px, 1.1fr) minmax(54px, 0.7fr) 112px 60px 148px 64px';

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

const matches = (order: Order, text: string): boolean =>
  String(order.id) === text.replace(/^#/, '') ||
  order.address.toLowerCase().includes(text) ||
  (order.external_id?.toLowerCase().includes(text) ?? false) ||
  (order.txid?.includes(text) ?? false);

/** A command that creates an order. */
const orderCurl = (key: string): string =>
  [
    `curl -i ${origin}/api/v1/order/`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '{"external_id":"first-order","package_id":1,"address":"TSandboxRecipientxxxxxxxxxxxvU7EX1"}'`,
  ].join(' \\\n  ');

function StatusFilter({ chosen }: { chosen: Signal<string> }) {
  const counts = new Map<string, number>();
  for (const { status } of orders.value) counts.set(status, (counts.get(status) ?? 0) + 1);
  return (
    <SelectFilter
      name="Status"
      chosen={chosen}
      options={[
        ['', 'All statuses'],
        ...ORDER_STATUSES.map(status => [status, `${status} (${count(counts.get(status) ?? 0)})`] as const),
      ]}
    />
  );
}

/** All orders of the account, live. */
export function OrdersPage({ account }: PageProps) {
  const place = `${account}/orders`;
  const search = viewSignal(place, 'search', '');
  const status = viewSignal(place, 'status', '');
  const shown = useComputed(() => {
    const text = search.value.trim().toLowerCase();
    return orders.value.filter(
      order => (!status.value || order.status === status.value) && (!text || matches(order, text)),
    );
  });
  const all = orders.value.length;
  return (
    <div class="sheet full">
      <div class="stack">
        <div class="title">
          <h1>Orders</h1>
          <span class="faint" aria-live="polite">
            {tally(all, shown.value.length)}
          </span>
          <div class="actions">
            <a class="button main" href={linkTo(account, 'orders/new')}>
              <Icon name="new" /> New order
            </a>
          </div>
        </div>
        <div class="filters">
          <SearchField text={search} name="Search orders" hint="Search ID, external ID, recipient, txid" />
          <StatusFilter chosen={status} />
        </div>
      </div>
      <GridTable
        label="Orders"
        rows={shown.value}
        columns={columnsOf(account)}
        widths={WIDTHS}
        narrowWidths="52px 128px 66px minmax(0, 1.2fr) minmax(0, 1fr) 70px"
        slimWidths="52px 128px minmax(0, 1fr)"
        keyOf={order => order.id}
        place={place}
        empty={<NoOrders isFiltered={all > 0} account={account} />}
      />
    </div>
  );
}

function tally(all: number, shown: number): string {
  const rest = { loading: ', loading more', bounded: '; older orders are not shown', complete: '' };
  const text = shown === all ? plural(all, 'order') : `${count(shown)} of ${plural(all, 'order')}`;
  return text + rest[ordersState.value];
}

function NoOrders({ isFiltered, account }: { isFiltered: boolean; account: string }) {
  if (isFiltered) return <Empty icon="orders" title="No matching orders" />;
  if (ordersState.value === 'loading') return <Empty icon="orders" title="Loading orders…" />;
  return (
    <Empty icon="orders" title="No orders yet" command={<Command account={account} make={orderCurl} />}>
      Orders appear here when they are created and update live. Create one with the command below or with the{' '}
      <a href={linkTo(account, 'orders/new')}>form</a>.
    </Empty>
  );
}
