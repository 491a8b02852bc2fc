import { useComputed, useSignal } from '@preact/signals';
import { ORDER_STATUSES } from '../../domain/order.ts';
import { origin } from '../api.ts';
import { count, plural, span, trx } from '../format.ts';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/empty.tsx';
import { type Column, GridTable } from '../parts/grid-table.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { OrderPill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { type Order, orders, ordersState } from '../store/orders.ts';
import type { PageProps } from './page-props.ts';

const MINUTE_MS = 60_000;

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
        <OrderPill status={order.status} />
        {order.refunded && <span class="faint wide-only"> refunded</span>}
      </>
    ),
  },
  {
    name: 'External ID',
    cell: order => order.external_id ?? <span class="faint">none</span>,
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
  { name: 'Energy', wideOnly: true, align: 'num', cell: order => count(order.energy_amount) },
  { name: 'Duration', wideOnly: true, align: 'num', cell: order => span(order.duration_minutes * MINUTE_MS) },
  { name: 'TRX', align: 'num', cell: order => trx(order.price_trx) },
  { name: 'Created', wideOnly: true, align: 'num', cell: order => <Instant at={order.created_at} whole /> },
  { name: 'Updated', wideOnly: true, align: 'num', cell: order => <Instant at={order.updated_at} /> },
];

const WIDTHS = '48px 130px minmax(104px, 1.2fr) minmax(104px, 1.4fr) 80px 76px 76px 148px 72px';

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

function StatusFilter({ value, onChange }: { value: string; onChange: (status: string) => void }) {
  const counts = new Map<string, number>();
  for (const { status } of orders.value) counts.set(status, (counts.get(status) ?? 0) + 1);
  return (
    <select
      class="select"
      aria-label="Status"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    >
      <option value="">All statuses</option>
      {ORDER_STATUSES.map(status => (
        <option key={status} value={status}>
          {status} ({counts.get(status) ?? 0})
        </option>
      ))}
    </select>
  );
}

/** All orders of the account, live. */
export function OrdersPage({ account }: PageProps) {
  const search = useSignal('');
  const status = useSignal('');
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
            <a class="button main" href={linkTo(account, 'new')}>
              <Icon name="new" /> New order
            </a>
          </div>
        </div>
        <div class="filters">
          <input
            class="input search"
            type="search"
            aria-label="Search orders"
            placeholder="Search ID, external ID, recipient, txid"
            value={search.value}
            onInput={event => {
              search.value = event.currentTarget.value;
            }}
          />
          <StatusFilter
            value={status.value}
            onChange={chosen => {
              status.value = chosen;
            }}
          />
        </div>
      </div>
      <GridTable
        label="Orders"
        rows={shown.value}
        columns={columnsOf(account)}
        widths={WIDTHS}
        narrowWidths="44px 112px minmax(0, 1fr) 70px"
        keyOf={order => order.id}
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
      <a href={linkTo(account, 'new')}>form</a>.
    </Empty>
  );
}
