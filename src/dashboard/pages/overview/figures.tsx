import type { ComponentChildren } from 'preact';
import { ORDER_STATUSES } from '../../../core/domain/order.ts';
import type { Schemas } from '../../api.ts';
import { count, plural, trx } from '../../format.ts';
import { orderTone } from '../../parts/pill.tsx';
import { StepLine } from '../../parts/step-line.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { orders, ordersState } from '../../store/orders.ts';
import { viewSignal } from '../../store/view.ts';
import { isRepeated, REPEATED } from '../event-filter.ts';

interface FigureProps {
  readonly title: string;
  readonly href: string;
  readonly children: ComponentChildren;
}

/** A figure of the account with its picture; the heading links to the page that has the details. */
function Figure({ title, href, children }: FigureProps) {
  return (
    <section class="card figure" aria-label={title}>
      <h2>
        <a href={href}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

interface Share {
  readonly name: string;
  readonly amount: number;
  readonly tone: string;
  /** The choice in the filter of the figure's page that shows only these; undefined if there is no such choice. */
  readonly filter?: string;
}

/** The filter of a list. */
interface ListFilter {
  readonly account: string;
  readonly page: 'orders' | 'webhooks';
  /** The name of its view signal. */
  readonly name: string;
}

/** Shares of a whole as one bar with a legend. */
function Shares({ shares, list }: { shares: readonly Share[]; list?: ListFilter }) {
  const present = shares.filter(({ amount }) => amount > 0);
  if (present.length === 0) return null;
  return (
    <>
      <div class="shares" aria-hidden="true">
        {present.map(({ name, amount, tone }) => (
          <span key={name} class={`tone-${tone}`} style={{ flexGrow: amount }} />
        ))}
      </div>
      <ul class="legend">
        {present.map(share => (
          <li key={share.name} class={`tone-${share.tone}`}>
            <ShareText share={share} list={list} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A share in words. If a list can show it alone, a link to that. */
function ShareText({ share, list }: { share: Share; list: ListFilter | undefined }) {
  const { name, amount, filter } = share;
  const text = (
    <>
      <strong>{count(amount)}</strong> {name}
    </>
  );
  if (filter === undefined || !list) return text;
  return (
    <a
      href={linkTo(list.account, list.page)}
      onClick={() => {
        viewSignal(`${list.account}/${list.page}`, 'choice', '').value = filter;
      }}
    >
      {text}
    </a>
  );
}

/** The orders by state. */
export function OrderStates({ account }: { account: string }) {
  const amounts = new Map<string, number>();
  for (const { status } of orders.value) amounts.set(status, (amounts.get(status) ?? 0) + 1);
  const total = orders.value.length;
  const shares = ORDER_STATUSES.map(status => ({
    name: status,
    amount: amounts.get(status) ?? 0,
    tone: orderTone(status),
    filter: status,
  }));
  return (
    <Figure title="Orders" href={linkTo(account, 'orders')}>
      <p class="amount">
        {count(total)}
        {ordersState.value === 'bounded' && '+'} <span>{total === 1 ? 'order' : 'orders'}</span>
      </p>
      {total > 0 ? (
        <Shares shares={shares} list={{ account, page: 'orders', name: 'status' }} />
      ) : (
        <p class="soft">None yet.</p>
      )}
    </Figure>
  );
}

/** The balance as a step line over the latest entries of the ledger. */
export function BalanceLine({
  account,
  ledger,
}: {
  account: string;
  ledger: readonly Schemas['LedgerEntry'][];
}) {
  const steps = ledger.map(({ at, balance_trx }) => ({ atMs: Date.parse(at), value: balance_trx })).reverse();
  const spent = ledger.reduce((sum, { kind, amount_trx }) => sum - (kind === 'debit' ? amount_trx : 0), 0);
  const refunded = ledger.reduce(
    (sum, { kind, amount_trx }) => sum + (kind === 'refund' ? amount_trx : 0),
    0,
  );
  // The first entry of a ledger is its opening.
  const isWhole = ledger.length === 0 || ledger.some(({ kind }) => kind === 'opening');
  return (
    <Figure title="Balance" href={linkTo(account, 'balance')}>
      <p class="amount">
        {accountSignal.value ? trx(accountSignal.value.balance_trx) : '–'} <span>TRX</span>
      </p>
      <StepLine steps={steps} untilMs={nowMs.value ?? 0} />
      <p class="tail">
        {trx(spent)} spent, {trx(refunded)} refunded
        {!isWhole && `, of the latest ${plural(ledger.length, 'entry', 'entries')}`}
      </p>
    </Figure>
  );
}

/** Shows how many events were acknowledged, and whether they had to be sent more than once. */
export function WebhookSuccess({
  account,
  events,
}: {
  account: string;
  events: readonly Schemas['Event'][];
}) {
  const acknowledged = events.filter(one => one.acknowledged);
  const once = acknowledged.length - acknowledged.filter(isRepeated).length;
  const inState = (wanted: Schemas['Event']['state']): number =>
    events.filter(one => one.state === wanted && !one.acknowledged).length;
  const [gaveUp, dropped, unsent] = [inState('exhausted'), inState('dropped'), inState('unsent')];
  const ended = acknowledged.length + gaveUp + dropped;
  const open = events.length - ended - unsent;
  const rate = ended === 0 ? null : Math.floor((acknowledged.length / ended) * 1_000) / 10;
  return (
    <Figure title="Webhooks" href={linkTo(account, 'webhooks')}>
      <p class="amount">
        {rate === null ? '–' : `${rate}%`} <span>{rate === null ? 'nothing sent yet' : 'arrived'}</span>
      </p>
      <Shares
        list={{ account, page: 'webhooks', name: 'state' }}
        shares={[
          { name: 'sent once', amount: once, tone: 'good' },
          { name: REPEATED, amount: acknowledged.length - once, tone: 'warn', filter: REPEATED },
          { name: 'gave up', amount: gaveUp, tone: 'bad', filter: 'gave up' },
          { name: 'dropped', amount: dropped, tone: 'bad', filter: 'dropped' },
          { name: 'on the way', amount: open, tone: 'calm' },
          { name: 'not sent', amount: unsent, tone: 'mute', filter: 'unsent' },
        ]}
      />
      <p class="tail">
        {events.length === 0
          ? 'Each state change of an order sends one.'
          : `Of the latest ${plural(events.length, 'event')}`}
      </p>
    </Figure>
  );
}

/** The number of findings, by severity. */
export function FindingCounts({
  account,
  findings,
}: {
  account: string;
  findings: readonly Schemas['Finding'][];
}) {
  const of = (severity: string): number => findings.filter(one => one.severity === severity).length;
  const cost = findings.reduce((sum, { cost_trx }) => sum + (cost_trx ?? 0), 0);
  return (
    <Figure title="Findings" href={linkTo(account, 'findings')}>
      <p class="amount">
        {count(findings.length)}{' '}
        <span>{cost > 0 ? `costing ${trx(cost)} TRX` : 'about the integration'}</span>
      </p>
      <Shares
        shares={[
          { name: of('error') === 1 ? 'error' : 'errors', amount: of('error'), tone: 'bad' },
          { name: of('warning') === 1 ? 'warning' : 'warnings', amount: of('warning'), tone: 'warn' },
          { name: of('info') === 1 ? 'note' : 'notes', amount: of('info'), tone: 'calm' },
        ]}
      />
      {findings.length === 0 && <p class="soft">Nothing was done wrong so far.</p>}
    </Figure>
  );
}
