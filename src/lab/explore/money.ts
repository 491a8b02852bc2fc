import { groupedBy } from '../../core/domain/collections.ts';
import { toTrx } from '../../core/domain/money.ts';
import { counted, signedTrx } from '../../core/text/wording.ts';
import type { Trace, TracedAccount, TracedOrder } from '../../judge/suite-trace.ts';

/*
 * What a suite pays for. A disturbance that a correct client survives changes neither how many orders are paid nor what
 * they cost, so a difference to the undisturbed runs shows a bug that no assertion has to name.
 */

/** An order that was paid and not refunded, and the name of its account; empty if that differs from run to run. */
interface PaidOrder extends TracedOrder {
  readonly account: string;
}

type KeyOf = (order: PaidOrder) => string;

/** What identifies orders: the finest first. The first of them by which the undisturbed runs agree is compared. */
const KEYS: readonly KeyOf[] = [
  ({ account, address, product }) => JSON.stringify([account, product, address]),
  ({ account, product }) => JSON.stringify([account, product]),
];

/** What the undisturbed runs agree on. */
export interface UsualPayments {
  readonly accounts: ReadonlySet<string>;
  readonly keyOf: KeyOf;
  readonly orders: ReadonlyMap<string, readonly PaidOrder[]>;
  /** The transactions that burn TRX for Energy, in the run that has most of them. */
  readonly burns: TracedAccount['burns'];
}

/**
 * How a run burns TRX for Energy in more transactions than usual; null if it does not. Amounts say nothing: they depend on
 * the price of Energy, which a disturbance may change.
 */
function burnedMore(traces: readonly Trace[], usual: TracedAccount['burns']): Difference | null {
  const now = burnsIn(traces);
  if (now.length <= usual.length) return null;
  const sun = sunOf(now) - sunOf(usual);
  const text = `burned TRX for Energy in ${counted(now.length, 'transaction')} instead of ${usual.length}: ${signedTrx(toTrx(sun))} TRX`;
  const { request, address, price_sun } = now.at(-1)!;
  return {
    kind: 'more',
    text,
    evidence: `Transaction ${request} of ${address}: ${toTrx(price_sun)} TRX.`,
    sun,
  };
}

/** How the payments of a run differ from the usual ones. */
export interface Difference {
  readonly kind: 'more' | 'fewer';
  /** `paid for 2 orders instead of 1: +3.90 TRX`. */
  readonly text: string;
  /** The orders, and the request between them; empty if none was made again. */
  readonly evidence: string;
  /** What was paid too much, in sun; negative for fewer. */
  readonly sun: number;
}

const paidIn = (traces: readonly Trace[], known: ReadonlySet<string>): PaidOrder[] =>
  traces
    .flatMap(({ accounts }) => accounts)
    .flatMap(({ label, orders }) =>
      orders.map(order => ({ ...order, account: known.has(label) ? label : '' })),
    )
    .filter(({ paid }) => paid);

const labelsIn = (traces: readonly Trace[]): Set<string> =>
  new Set(traces.flatMap(({ accounts }) => accounts.map(({ label }) => label)));

const sunOf = (orders: readonly Pick<PaidOrder, 'price_sun'>[]): number =>
  orders.reduce((sum, { price_sun }) => sum + price_sun, 0);

const summary = (orders: readonly PaidOrder[], keyOf: KeyOf): string =>
  JSON.stringify(
    [...groupedBy(orders, keyOf)].map(([key, group]) => [key, group.length, sunOf(group)]).sort(),
  );

const burnsIn = (traces: readonly Trace[]): TracedAccount['burns'] =>
  traces.flatMap(({ accounts }) => accounts.flatMap(({ burns }) => burns));

/** @returns null if the undisturbed runs paid for different things, so that nothing can be compared */
export function usualPayments(runs: readonly (readonly Trace[])[]): UsualPayments | null {
  if (runs.some(traces => traces.some(({ truncated }) => truncated))) return null;
  const [first, ...others] = runs.map(labelsIn);
  const accounts = new Set([...first!].filter(label => others.every(one => one.has(label))));
  const paid = runs.map(traces => paidIn(traces, accounts));
  const keyOf = KEYS.find(one => new Set(paid.map(orders => summary(orders, one))).size === 1);
  const [burns = []] = runs.map(burnsIn).sort((one, other) => other.length - one.length);
  return keyOf ? { accounts, keyOf, orders: groupedBy(paid[0]!, keyOf), burns } : null;
}

/** The groups of orders whose number differs. */
interface Change {
  readonly usual: readonly PaidOrder[];
  readonly now: readonly PaidOrder[];
}

const placeOf = ({ account, product }: PaidOrder): string => JSON.stringify([account, product]);

/**
 * Takes together what was bought for another address than usual: a suite that gives each attempt the next address of a
 * list pays for as many orders as usual.
 */
function withoutSubstitutes(changes: readonly Change[]): Change[] {
  const isElsewhere = ({ usual, now }: Change): boolean => usual.length === 0 || now.length === 0;
  const pools = groupedBy(changes.filter(isElsewhere), ({ usual, now }) => placeOf((usual[0] ?? now[0])!));
  const pooled = [...pools.values()].map(pool => ({
    usual: pool.flatMap(({ usual }) => usual),
    now: pool.flatMap(({ now }) => now),
  }));
  return [...changes.filter(one => !isElsewhere(one)), ...pooled];
}

const named = ({ id, external_id }: { readonly id: number; readonly external_id: string | null }): string =>
  external_id === null ? `order ${id} (without external_id)` : `order ${id} (external_id ${external_id})`;

/** The two orders, and the request between them. The repeat that follows a disturbed request tells most. */
function evidenceOf({ now }: Change): string {
  const again = now.filter(({ repeats }) => repeats !== null && now.some(({ id }) => id === repeats.id));
  const order = again.find(({ repeats }) => repeats!.struck) ?? again.at(-1);
  if (!order) return '';
  const first = order.repeats!;
  return [
    `${first.request} made ${named(first)}: ${order.product} to ${order.address}, ${toTrx(order.price_sun)} TRX.`,
    ...(first.last_request === null ? [] : [`The last request about it was ${first.last_request}.`]),
    `Then ${order.request} bought the same as ${named(order)}.`,
  ].join(' ');
}

/** How the payments of a run differ from the usual ones; null if they do not. */
export function differenceIn(traces: readonly Trace[], payments: UsualPayments): Difference | null {
  const { accounts, keyOf, orders: usualOrders } = payments;
  if (traces.some(({ truncated }) => truncated)) return null;
  const nowOrders = groupedBy(paidIn(traces, accounts), keyOf);
  const all = [...new Set([...usualOrders.keys(), ...nowOrders.keys()])].map(key => ({
    usual: usualOrders.get(key) ?? [],
    now: nowOrders.get(key) ?? [],
  }));
  const changes = withoutSubstitutes(all);
  const more = changes.find(({ usual, now }) => now.length > usual.length || sunOf(now) > sunOf(usual));
  const burned = more ? null : burnedMore(traces, payments.burns);
  if (burned) return burned;
  const found = more ?? changes.find(({ usual, now }) => now.length < usual.length);
  if (!found) return null;
  const { usual, now } = found;
  const sun = sunOf(now) - sunOf(usual);
  const missing = more ? '' : 'order missing: ';
  const what =
    now.length === usual.length
      ? 'paid more for the same orders'
      : `paid for ${counted(now.length, 'order')} instead of ${usual.length}`;
  const text = `${missing}${what}: ${signedTrx(toTrx(sun))} TRX`;
  return { kind: more ? 'more' : 'fewer', text, evidence: more ? evidenceOf(found) : '', sun };
}
