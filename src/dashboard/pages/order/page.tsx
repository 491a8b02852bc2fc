import { useSignal } from '@preact/signals';
import { isTerminal } from '../../../core/domain/order.ts';
import type { OrderRecord } from '../../../judge/diagram/diagram-model.ts';
import { api, CallError, forAccount, type Schemas } from '../../control-api.ts';
import { causeName, dayAndTime, grouped, span, timeOfDay, trx } from '../../format.ts';
import { lazy } from '../../lazy.tsx';
import { Button, Card, Copied, Facts, Icon, Instant, Note, Table } from '../../parts/basics.tsx';
import { Segments } from '../../parts/field.tsx';
import { PageFrame } from '../../parts/list-page.tsx';
import { Loaded } from '../../parts/loading.tsx';
import { EventStatus, OrderPill, Pill } from '../../parts/pill.tsx';
import { linkTo, type PageProps } from '../../routes.ts';
import { advance, advancing } from '../../store/clock.ts';
import { type Resource, useResource } from '../../store/resource.ts';
import { attempt, useTask } from '../../store/tasks-and-toasts.ts';
import { ResendMenu } from '../event.tsx';
import { DEFAULT_SCENARIO } from '../scenarios/list-scenarios.ts';
import { MistakesWith } from '../verdict.tsx';
import { WalletCard } from '../wallet-card.tsx';
import { readRecord } from './read-record.ts';

type OrderDetail = Schemas['OrderDetail'];

/** The sequence diagram, which a page without an order does not load. */
const DiagramCard = lazy(async () => (await import('./diagram-card.tsx')).DiagramCard);

/** One order with its whole lifecycle. */
export function OrderPage({ account, id }: PageProps) {
  const order = Number(id);
  const resource: Resource<OrderRecord> = useResource(
    `${account}/${id}`,
    signal => {
      if (Number.isSafeInteger(order) && order > 0) return readRecord(account, order, signal);
      const message = 'An order id is a whole number. The search finds an external_id.';
      throw new CallError(404, 'NOT_FOUND', message);
    },
    ({ type, data }) => {
      if (type === 'happening') return data.order_id === order || data.order_id === undefined;
      const external = resource.data?.order.external_id ?? '';
      return type === 'request' && (data.orders.includes(order) || data.external_ids.includes(external));
    },
  );
  const { error, reload } = resource;
  const data = error ? null : resource.data?.order;
  return (
    <PageFrame
      title={`Order ${id}`}
      beside={
        data && (
          <>
            <OrderPill status={data.status} />
            {data.refunded && <Pill plain tone="good" text="refunded" />}
            <span class="soft break">{data.external_id}</span>
          </>
        )
      }
      actions={
        <>
          {data && <ToDelivery order={data} />}
          <a class="button" href={linkTo('orders')}>
            <Icon name="back" /> All orders
          </a>
        </>
      }
    >
      <Loaded of={resource}>
        {({ order: loaded, ...record }) => (
          <>
            <MistakesWith account={account} isOf={({ orders }) => orders.includes(loaded.id)} />
            <OrderExplanation order={loaded} account={account} />
            <DiagramCard record={{ ...record, order: loaded }} account={account} />
            <ManualTransition order={loaded} account={account} onChanged={reload} />
            <Card title="Transitions" flush>
              <Transitions order={loaded} account={account} onChanged={reload} />
            </Card>
            <Card title="Details">
              <OrderFacts order={loaded} />
            </Card>
            <WalletCard account={account} address={loaded.address} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

/** The state that an order is on its way to: delivered, then completed; null once it has ended or is stuck. */
function goalOf({ status, next_step }: OrderDetail): 'delegated' | 'completed' | null {
  if (!next_step || isTerminal(status)) return null;
  return status === 'delegated' || status === 'undelegating' ? 'completed' : 'delegated';
}

/** Advances the clock until the order is delivered or, once it is, completed. */
function ToDelivery({ order }: { order: OrderDetail }) {
  const goal = goalOf(order);
  if (goal === null) return null;
  return (
    <Button
      look="main"
      aria-busy={advancing.value}
      onClick={() => advance({ until: `order.${goal}`, order: order.id })}
    >
      <Icon name="forward" /> Advance until this order is {goal === 'delegated' ? 'delivered' : goal}
    </Button>
  );
}

interface Props {
  readonly order: OrderDetail;
  readonly account: string;
  readonly onChanged: () => Promise<void>;
}

type Refund = 'now' | '5s' | 'never';

function ManualTransition({ order, account, onChanged }: Props) {
  const refund = useSignal<Refund>('now');
  const task = useTask();
  if (order.can_go_to.length === 0) return null;
  const move = async (to: OrderDetail['can_go_to'][number]): Promise<void> => {
    const body = to === 'failed' ? { to, refund: refund.value } : { to };
    const path = { order: order.id };
    await attempt(
      () => forAccount(account).post('/orders/{order}/transition', { path, body }),
      `Order ${order.id} is now ${to}.`,
    );
    await onChanged();
  };
  return (
    <Card title="Manual transition">
      <div class="row">
        <span class="soft">
          From <OrderPill status={order.status} /> to
        </span>
        {order.can_go_to.map(to => (
          <Button key={to} aria-busy={task.isBusy} onClick={() => task.run(() => move(to))}>
            {to}
          </Button>
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
              onChange={chosen => (refund.value = chosen)}
            />
          </span>
        )}
      </div>
    </Card>
  );
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const product = order.package_id === null ? 'custom' : `package ${order.package_id}`;
  const { refund, txid } = order;
  return (
    <Facts
      rows={[
        ['Recipient', <Copied text={order.address} name="recipient" />, 'wide'],
        ['Energy', `${grouped(order.energy_amount)}, ${product}`],
        ['Duration', span(order.duration_minutes * 60_000)],
        ['Price', `${trx(order.price_trx)} TRX`],
        ['Refund', refund ? `${trx(refund.amount_trx)} TRX, ${timeOfDay(refund.at)}` : 'none'],
        ['Created', <Instant at={order.created_at} whole />],
        ['Delivered', <Instant at={order.delivered_at} whole />],
        ['Completed', <Instant at={order.completed_at} whole />],
        ['Error code', order.error_code ?? 'none'],
        ['API key', order.key],
        ['Scenario', order.scenario ?? 'none'],
        ['Transaction', txid ? <Copied text={txid} name="transaction ID" /> : 'none yet', 'wide'],
      ]}
    />
  );
}

type Step = OrderDetail['timeline'][number];

/** The scenario whose rule caused a transition. The default one explains nothing. */
function scenarioOf(step: Step): string | null {
  const name = step.rule?.replace(/\/(requests|orders|webhooks)\[\d+\]$/, '') ?? null;
  return name === DEFAULT_SCENARIO ? null : name;
}

/** @param refundDue when the refund is scheduled; null if none is */
function moneyOf({ refund, price_trx }: OrderDetail, refundDue: string | null): string {
  if (refund) return `${trx(refund.amount_trx)} TRX were refunded at ${dayAndTime(refund.at)}.`;
  if (refundDue) return `${trx(price_trx)} TRX will be refunded at ${dayAndTime(refundDue)}.`;
  return `${trx(price_trx)} TRX were not refunded, and no refund is scheduled.`;
}

function OrderExplanation({ order, account }: { order: OrderDetail; account: string }) {
  const isDue = order.status === 'failed' && !order.refund;
  const due = useResource(
    isDue ? `${account}/${order.id}/refund` : null,
    async signal => {
      const upcoming = await api.list('/_sandbox/accounts/{account}/clock/upcoming', {
        path: { account },
        signal,
      });
      return { at: upcoming.find(one => one.kind === 'refund' && one.order_id === order.id)?.at ?? null };
    },
    event => event.type === 'happening',
  ).data;
  const { status, next_step: next, timeline } = order;
  const last = timeline.at(-1);
  const isStuck = !next && !isTerminal(status);
  if (!last || (status !== 'failed' && status !== 'review' && !isStuck)) return null;
  const at = timeOfDay(last.at);
  const rest = next
    ? `Next state: ${next.to} at ${timeOfDay(next.at)}.`
    : 'No further transition is scheduled. Move the order manually.';
  const scenario = scenarioOf(last);
  return (
    <Note
      tone={status === 'failed' ? 'bad' : 'warn'}
      title={status === 'failed' ? `Failed at ${at}.` : `In ${status} since ${at}.`}
    >
      <span class="break">
        Cause: <Cause step={last} />.{' '}
        {status !== 'failed' ? rest : (due || !isDue) && moneyOf(order, due?.at ?? null)}
      </span>
      {scenario && <a href={linkTo('scenarios', scenario)}>Open scenario {scenario}</a>}
    </Note>
  );
}

function Cause({ step: { cause, rule } }: { step: Step }) {
  const name = causeName(cause);
  if (name !== null) return <>{name}</>;
  return (
    <span class="break">
      {rule && <>{rule}, </>}
      <code>{cause}</code>
    </span>
  );
}

function Transitions({ order, account, onChanged }: Props) {
  return (
    <Table
      caption="States of the order, with causes and webhooks"
      columns={['Time', 'State', 'Cause', 'Webhook', '']}
    >
      {order.timeline.map(step => (
        <tr key={step.event.event_id}>
          <td>
            <Instant at={step.at} />
          </td>
          <td>
            <OrderPill status={step.status} />
          </td>
          <td>
            <Cause step={step} />
          </td>
          <td>
            <div>
              <a href={linkTo('webhooks', step.event.event_id)}>{step.event.event}</a>
            </div>
            <EventStatus event={step.event} />
          </td>
          <td class="num">
            <ResendMenu account={account} eventId={step.event.event_id} onSent={onChanged} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
