import { useMemo } from 'preact/hooks';
import { ORDER_STATUSES, type OrderStatus } from '../../core/domain/order.ts';
import { forAccount, origin, type Schemas } from '../control-api.ts';
import { causeName, counted, grouped, span } from '../format.ts';
import { Icon, Instant } from '../parts/basics.tsx';
import { Command } from '../parts/code.tsx';
import { ListPage, NewOrderLink } from '../parts/list-page.tsx';
import { amountColumn, type Column } from '../parts/list-table.tsx';
import { Empty } from '../parts/loading.tsx';
import { OrderPill } from '../parts/pill.tsx';
import { linkTo, type PageProps } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { useList } from '../store/list.ts';
import { curlOf, firstDraft } from './new-order/draft.ts';
import { DEFAULT_SCENARIO } from './scenarios/list-scenarios.ts';
import { type Finding, MAX_IDS, MistakeMark, mistakeWith, useMistakes } from './verdict.tsx';

type Order = Schemas['Order'];

/**
 * The scenario that the request selected, which also decides on responses; otherwise that of the rule which caused the
 * status, such as one at `scenarios/review.yaml:7:5`.
 */
function scriptOf({ scenario, cause }: Order): string {
  const ofRule = /([^/]+?)(?:[.]ya?ml)?:\d+:\d+$/.exec(cause)?.[1] ?? cause;
  const text = causeName(cause) ? DEFAULT_SCENARIO : ofRule;
  return scenario ?? (text === DEFAULT_SCENARIO ? '–' : text);
}

const columnsOf = (account: string, found: readonly Finding[]): readonly Column<Order>[] => [
  ['Order', '56px / 56px / 56px', order => order.id],
  [
    'Status',
    '256px / 150px / minmax(0, 1fr)',
    order => (
      <>
        <GaveUp webhooks={order.webhooks_given_up} />
        <OrderPill status={order.status} />
        {order.refunded && <span class="soft in-wide"> refunded</span>}{' '}
        <MistakeMark account={account} of={mistakeWith(order.id, found)} />
      </>
    ),
  ],
  [
    'External ID',
    'minmax(60px, 1.8fr) / minmax(0, 1.2fr)',
    order => order.external_id ?? <span class="soft">none</span>,
    'below',
  ],
  [
    'Scenario',
    'minmax(50px, 1.1fr) / minmax(0, 1fr)',
    order => (
      <span class="soft" title={`Selected: ${order.scenario ?? 'none'}; cause of the status: ${order.cause}`}>
        {scriptOf(order)}
      </span>
    ),
  ],
  [
    'Recipient',
    'minmax(48px, 1.4fr)',
    ({ address }) => (
      <span class="mono" title={address}>
        {address}
      </span>
    ),
  ],
  [
    'Energy',
    '112px',
    order => `${grouped(order.energy_amount)}, ${span(order.duration_minutes * 60_000)}`,
    'num',
  ],
  amountColumn('TRX', '60px / 70px / 70px', order => order.price_trx),
  ['Created', '148px', order => <Instant at={order.created_at} whole />, 'num'],
  ['Updated', '64px', order => <Instant at={order.updated_at} />, 'num'],
];

function GaveUp({ webhooks }: { webhooks: number }) {
  if (webhooks === 0) return null;
  const label = `gave up on ${counted(webhooks, 'webhook')}`;
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon name="warn" />
      <span class="in-wide">{webhooks}</span>
    </span>
  );
}

/** The id of the order that a search may mean, such as `17` or `#17`. */
const idIn = (text = ''): number | null => Number(/^#?(\d{1,15})$/.exec(text)?.[1] ?? 0) || null;

const orderCurl = (key: string): string =>
  curlOf({ ...firstDraft(), externalId: 'first-order' }, origin, key);

/** The orders of the account, live. */
export function OrdersPage({ account }: PageProps) {
  const list = useList<Order>({
    account,
    place: 'orders',
    // The order with the id that is searched for comes first.
    read: async (page, signal, choice) => {
      const status = choice === '' ? {} : { status: choice as OrderStatus };
      const ask = (query: object) =>
        forAccount(account).get('/orders', { query: { ...query, ...status }, signal });
      const id = idIn(page.search);
      const [{ items, next }, exact] = await Promise.all([
        ask(page),
        id === null || page.cursor ? { items: [] } : ask({ order: id }),
      ]);
      return { items: [...exact.items, ...items.filter(order => order.id !== id)], next };
    },
    concerns: ({ type, data }) => type === 'happening' && /^(order|refund|settled|account)$/.test(data.kind),
  });
  const { data: found } = useMistakes(account);
  const isPart = found?.some(({ orders }) => orders.length >= MAX_IDS);
  const columns = useMemo(() => columnsOf(account, found ?? []), [account, found]);
  return (
    <ListPage
      title="Orders"
      list={list}
      one="order"
      total={accountSignal.value?.orders}
      beside={isPart && <span class="soft">not all mistakes are marked</span>}
      actions={<NewOrderLink />}
      hint="Search ID, external ID, recipient, txid"
      filter={['Status', [['', 'All statuses'], ...ORDER_STATUSES.map(status => [status, status] as const)]]}
      columns={columns}
      keyOf={order => order.id}
      icon="orders"
      empty={
        <Empty icon="orders" title="No orders yet" command={<Command account={account} make={orderCurl} />}>
          New orders appear here by themselves, and their states are kept up to date. Create one with the
          command below or with the <a href={linkTo('orders/new')}>form</a>.
        </Empty>
      }
    />
  );
}
