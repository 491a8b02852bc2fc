import type { Receipt } from '../../../core/chain/receipt.ts';
import { reclaimedMs, rentalOf } from '../../../core/chain/rentals.ts';
import { groupedBy } from '../../../core/domain/collections.ts';
import { toTrx } from '../../../core/domain/money.ts';
import type { Order } from '../../../core/engine/account-state.ts';
import type { NodeCall } from '../../../core/facts.ts';
import { grouped } from '../../../core/text/wording.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { FOLLOWING_MS, OPEN, statusAt } from '../purchase-reasons.ts';
import { defineRule, TRANSACTION } from '../rule.ts';
import type { AccountMemory } from '../rule-memory.ts';
import { clockTime, named } from '../wording.ts';

const MAX_TRANSACTIONS = 1_000;
/** A transfer that comes later than this after the end of a rental may be another one. */
const LATE_MS = 60 * 60_000;

/** A broadcast, and how many times the scenarios had been switched before it. */
interface Broadcast extends NodeCall {
  readonly test: number;
}

type Rented = ReturnType<typeof rentedFor>[number];

/** Of the orders for an address, those that the client had made before a broadcast, and what the chain did for them. */
function rentedFor(orders: readonly Order[], { eventCount, test }: Broadcast, memory: AccountMemory) {
  const { state } = memory.account!;
  return orders.flatMap(order => {
    const known = order.steps[0]!.event < eventCount ? memory.knowledge.of(order.id) : undefined;
    if (!known || known.isMoved || known.test !== test) return [];
    const rental = rentalOf(state, order);
    const endMs = (rental && reclaimedMs(state, rental)) ?? Number.POSITIVE_INFINITY;
    return [{ order, told: known.told, rental, endMs, status: statusAt({ eventCount }, order) }];
  });
}

/**
 * True for an order that was open or active, or whose unused Energy had been reclaimed shortly before, of which the client
 * was not told. Who waited ten minutes for a delivery may burn TRX instead.
 */
function isMeant(one: Rented, sentMs: number, isUsed: (order: Order) => boolean): boolean {
  const { order, status, endMs, told } = one;
  if (status === 'delegated') return true;
  if (OPEN.has(status)) return sentMs - order.steps[0]!.atMs < FOLLOWING_MS;
  const last = told.findLast(({ asOfMs }) => asOfMs <= sentMs);
  return last?.status === 'delegated' && sentMs - endMs < LATE_MS && !isUsed(order);
}

/** Why the orders that were meant for a transaction did not cover it; null if that cannot be said. */
function reasonOf(meant: readonly Rented[], rented: readonly Rented[], receipt: Receipt): string | null {
  const { atMs } = receipt.transaction;
  const absent = meant.find(({ order }) => !receipt.rentals.some(one => one.order === order));
  const one = absent ?? meant.find(({ order, rental }) => rental!.energy < order.energyAmount) ?? meant[0]!;
  const { order, rental, status, endMs } = one;
  const name = named(order);
  if (absent && endMs <= atMs)
    return `Its block came after the Energy of ${name} had been reclaimed, at ${clockTime(endMs)}. The order was ${status} when it was sent.`;
  if (!rental || absent)
    return `It was sent before the Energy of ${name} was on the chain: the order was ${status}, and its Energy ${rental ? `came at ${clockTime(rental.delegatedMs)}` : 'has not come'}.`;
  if (rental.energy < order.energyAmount)
    return `The chain had delegated only ${grouped(rental.energy)} of the ${grouped(order.energyAmount)} Energy of ${name}.`;
  const ended = rented.find(other => other.endMs <= atMs && other.endMs > rental.delegatedMs);
  return ended
    ? `The rental of ${named(ended.order)} had ended at ${clockTime(ended.endMs)}, and what had been used was charged in part to ${name}: ${grouped(receipt.energyUsage)} of its ${grouped(order.energyAmount)} Energy were left.`
    : null;
}

/**
 * The Energy that was ordered, and what earlier transactions of the sender had used of it. A transaction uses all rentals
 * of its instant together, so those that it shares with what was meant count, too, and what they had to cover before.
 */
function sharing(meant: readonly Rented[], earlier: readonly Receipt[]): { ordered: number; used: number } {
  const orders = new Set(meant.map(({ order }) => order));
  for (;;) {
    const sinceMs = Math.min(...[...orders].map(({ steps }) => steps[0]!.atMs));
    const sharers = earlier.filter(({ transaction: { sentMs } }) => sentMs >= sinceMs);
    const known = orders.size;
    for (const { rentals } of sharers) for (const { order } of rentals) orders.add(order);
    if (orders.size > known) continue;
    return {
      ordered: [...orders].reduce((sum, { energyAmount }) => sum + energyAmount, 0),
      used: sharers.reduce((sum, { energyUsage }) => sum + energyUsage, 0),
    };
  }
}

/** What a transaction burned although Energy was rented for it; null if nothing, or if other transactions had used that. */
function burnOf(
  call: Broadcast,
  receipt: Receipt,
  receipts: readonly (Receipt | null)[],
  orders: readonly Order[],
  memory: AccountMemory,
) {
  const { transaction, energyFeeSun: costSun, energyTotal, energyUsage } = receipt;
  const { txid, from, atMs, sentMs, number } = transaction;
  const rented = rentedFor(orders, call, memory);
  const earlier = receipts.filter(
    (one): one is Receipt => one?.transaction.from === from && one.transaction.number < number,
  );
  const isUsed = (order: Order) =>
    earlier.some(({ rentals }) => rentals.some(rental => rental.order === order));
  const meant = rented.filter(one => isMeant(one, sentMs, isUsed));
  const [first] = meant;
  if (!first) return null;
  const { ordered, used } = sharing(meant, earlier);
  const tooLittle = used > 0 ? null : `Only ${grouped(ordered)} Energy had been rented.`;
  const reason = ordered < used + energyTotal ? tooLittle : reasonOf(meant, rented, receipt);
  const message = () =>
    `At ${clockTime(atMs)}, transaction ${txid} of ${from} burned ${toTrx(costSun)} TRX for ${grouped(energyTotal - energyUsage)} Energy. ${reason}`;
  const concerned = [first.order.id];
  return reason === null ? null : { key: concerned.join(), message, orders: concerned, costSun, atMs };
}

export const transferBurned = defineRule({
  id: 'transfer-burned',
  severity: 'warning',
  title: 'A transfer burned TRX for Energy although Energy had been rented for its sender.',
  bug: 'The client takes `delegated` of the service, by webhook or status, for Energy on the chain, and does not look there. Or it looks once and transfers later, rents less than the transfer needs, or counts on a rental whose Energy an overlapping one has used. Or it comes after the end of the rental, of which the client was not told. Nothing is reported if no order for the sender was open, active, or ended unused within the last hour, if other transfers had used up what was rented, if the order had been open for ten minutes, or if only bandwidth or an activation was paid.',
  cost: 'The rental and the burned TRX are both paid: 6.43 TRX for a transfer of USDT, and 13.03 TRX if its recipient has none.',
  fix: 'Right before the transfer, read `EnergyLimit - EnergyUsed` of the sender by `getaccountresource`, and compare it with `energy_used` of the transfer by `triggerconstantcontract`. If it is less, wait, or rent what is missing, instead of sending.',
  needs: { ...TRANSACTION, scenario: 'energy-late' },
  start: () => new BoundedMap<string, Broadcast>(MAX_TRANSACTIONS),
  nodeCalled(sent, call, { memory }) {
    if (call.sent) sent.set(call.sent.txid, { ...call, test: memory.knowledge.tests });
  },
  *pending(sent, { memory }) {
    const calls = [...sent.values()];
    const receipts = calls.map(({ receipt }) => receipt());
    if (!receipts.some(one => one?.energyFeeSun)) return;
    // An account can have a hundred thousand orders, so they are read once.
    const orders = groupedBy(memory.account!.state.orders, ({ address }) => address);
    for (const [index, receipt] of receipts.entries()) {
      if (!receipt?.energyFeeSun) continue;
      const ofSender = orders.get(receipt.transaction.from) ?? [];
      const burn = burnOf(calls[index]!, receipt, receipts, ofSender, memory);
      // It is certain at once.
      if (burn) yield { ...burn, sinceMs: Number.NEGATIVE_INFINITY };
    }
  },
});
