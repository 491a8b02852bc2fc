import { useSignal } from '@preact/signals';
import { api, origin, type Schemas } from '../../api.ts';
import { count, plural, span, trx } from '../../format.ts';
import { lazy } from '../../lazy.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { Command } from '../../parts/command.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Segments } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Instant } from '../../parts/instant.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { OrderPill, Pill, StatusPill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { useResource } from '../../store/resource.ts';
import { useTask } from '../../store/task.ts';
import { attempt } from '../../store/toasts.ts';
import type { PageProps } from '../page-props.ts';
import { OrderExplanation } from './explanation.tsx';
import { Transitions } from './transitions.tsx';

type OrderDetail = Schemas['OrderDetail'];

/** The sequence diagram, which a page without an order does not load. */
const DiagramCard = lazy(async () => (await import('./diagram-card.tsx')).DiagramCard);

const MINUTE_MS = 60_000;

/** One order with its whole lifecycle. */
export function OrderPage({ account, id }: PageProps) {
  const order = Number(id);
  const isId = Number.isSafeInteger(order) && order > 0;
  const resource = useResource(
    isId ? `${account}/${order}` : null,
    signal => api.get('/_sandbox/accounts/{account}/orders/{order}', { path: { account, order }, signal }),
    event =>
      event.type === 'happening'
        ? event.data.order_id === order || event.data.order_id === undefined
        : event.data.orders.includes(order),
  );
  return (
    <div class="sheet">
      <a href={linkTo(account, 'orders')} class="row tight back">
        <Icon name="back" /> Orders
      </a>
      {resource.data || !isId ? null : <h1>Order {id}</h1>}
      {isId ? (
        <Loaded of={resource}>
          {data => <OrderContent order={data} account={account} reload={resource.reload} />}
        </Loaded>
      ) : (
        <NoSuchOrder account={account} text={id ?? ''} />
      )}
    </div>
  );
}

function OrderContent({
  order,
  account,
  reload,
}: {
  order: OrderDetail;
  account: string;
  reload: () => Promise<void>;
}) {
  return (
    <>
      <div class="title">
        <h1>Order {order.id}</h1>
        <OrderPill status={order.status} />
        {order.refunded && <Pill plain tone="good" text="refunded" />}
        {order.external_id !== null && <span class="soft break">{order.external_id}</span>}
      </div>
      <OrderExplanation order={order} account={account} />
      <DiagramCard order={order} account={account} />
      <ManualTransition order={order} account={account} onMoved={reload} />
      <Card title="Transitions" flush>
        <Transitions order={order} account={account} onSent={reload} />
      </Card>
      <Card title="Details">
        <OrderFacts order={order} />
      </Card>
      <Card title={`API requests (${order.requests.length})`} flush>
        <Requests requests={order.requests} account={account} order={order.id} />
      </Card>
    </>
  );
}

interface MoveProps {
  readonly order: OrderDetail;
  readonly account: string;
  readonly onMoved: () => Promise<void>;
}

type Refund = 'now' | '5s' | 'never';

/** Buttons for the transitions that are allowed from the current state of an order. */
function ManualTransition({ order, account, onMoved }: MoveProps) {
  const refund = useSignal<Refund>('now');
  const task = useTask();
  if (order.can_go_to.length === 0) return null;
  const move = async (to: OrderDetail['can_go_to'][number]): Promise<void> => {
    const body = to === 'failed' ? { to, refund: refund.value } : { to };
    const path = { account, order: order.id };
    await attempt(
      () => api.post('/_sandbox/accounts/{account}/orders/{order}/transition', { path, body }),
      `Order ${order.id} is now ${to}.`,
    );
    await onMoved();
  };
  return (
    <Card title="Manual transition">
      <div class="row">
        <span class="soft">
          From <OrderPill status={order.status} /> to
        </span>
        {order.can_go_to.map(to => (
          <button
            key={to}
            type="button"
            class="button"
            aria-busy={task.isBusy}
            onClick={() => task.run(() => move(to))}
          >
            {to}
          </button>
        ))}
        {order.can_go_to.includes('failed') && (
          <span class="row tight">
            <span class="soft">Refund on failure</span>
            <Segments<Refund>
              label="Refund on failure"
              value={refund.value}
              options={[
                ['now', 'immediately'],
                ['5s', 'after 5 s'],
                ['never', 'never'],
              ]}
              onChange={chosen => {
                refund.value = chosen;
              }}
            />
          </span>
        )}
      </div>
    </Card>
  );
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const amount =
    order.package_id === null
      ? `${count(order.energy_amount)}, custom`
      : `${count(order.energy_amount)}, package ${order.package_id}`;
  return (
    <Facts
      rows={[
        [
          'Recipient',
          <span class="row nowrap tight">
            <code class="break">{order.address}</code>
            <CopyButton text={order.address} name="Copy recipient" />
          </span>,
          'wide',
        ],
        ['Energy', amount],
        ['Duration', span(order.duration_minutes * MINUTE_MS)],
        ['Price', `${trx(order.price_trx)} TRX`],
        [
          'Refund',
          order.refund ? `${trx(order.refund.amount_trx)} TRX, ${order.refund.at.slice(11, 19)}` : 'none',
        ],
        ['Created', <Instant at={order.created_at} whole />],
        ['Delivered', <Instant at={order.delivered_at} whole />],
        ['Completed', <Instant at={order.completed_at} whole />],
        ['Error code', order.error_code ?? 'none'],
        ['API key', order.key],
        ['Scenario', order.scenario ?? 'none'],
        [
          'Transaction',
          order.txid ? (
            <span class="row nowrap tight">
              <code class="break">{order.txid}</code>
              <CopyButton text={order.txid} name="Copy transaction ID" />
            </span>
          ) : (
            'none yet'
          ),
          'wide',
        ],
      ]}
    />
  );
}

function Requests({
  requests,
  account,
  order,
}: {
  order: number;
  requests: readonly Schemas['RequestSummary'][];
  account: string;
}) {
  if (requests.length === 0)
    return (
      <div class="inside-pad stack">
        <p class="soft">The journal contains no request for this order. To query the order:</p>
        <Command
          account={account}
          make={key => `curl -i '${origin}/api/v1/status/?id=${order}' -H 'Authorization: Bearer ${key}'`}
        />
      </div>
    );
  return (
    <table class="plain-table">
      <caption class="visually-hidden">{plural(requests.length, 'request')}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Request</th>
          <th scope="col">Response</th>
          <th scope="col">Explanation</th>
        </tr>
      </thead>
      <tbody>
        {requests.map(request => (
          <tr key={request.id}>
            <td>
              <Instant at={request.at} />
            </td>
            <td class="break">
              <a href={linkTo(account, 'requests', request.id)}>
                {request.method} {request.url}
              </a>
            </td>
            <td>
              <StatusPill status={request.status} /> {request.error}
            </td>
            <td class="break soft">{request.explanation}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says that the text in the URL is not an order id. If it is an external_id, links to its order. */
function NoSuchOrder({ account, text }: { account: string; text: string }) {
  const { data } = useResource(`${account}/external_id/${text}`, signal =>
    api.get('/_sandbox/accounts/{account}/orders', { path: { account }, query: { search: text }, signal }),
  );
  const named = data?.items.find(({ external_id }) => external_id === text);
  return (
    <>
      <h1 class="break">There is no order {text}</h1>
      <p class="lead">
        An order id is a whole number.{' '}
        {named ? (
          <>
            The external_id {text} is that of{' '}
            <a href={linkTo(account, 'orders', named.id)}>order {named.id}</a>.
          </>
        ) : (
          <>
            Find the order by its external_id, recipient or transaction in{' '}
            <a href={linkTo(account, 'orders')}>all orders</a>.
          </>
        )}
      </p>
    </>
  );
}
