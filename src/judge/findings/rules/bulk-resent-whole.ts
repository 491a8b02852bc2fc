import { isRefusal } from '../../../core/domain/error-codes.ts';
import type { Order } from '../../../core/engine/account-state.ts';
import type { RequestFields } from '../../../core/engine/request/service-request.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BULK_FAILURE, clockTime, defineRule } from '../rule.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ITEMS = 5_000;
/** The time in which a request can be a retry of an earlier one, in account time. */
const RETRYING_MS = 10 * 60_000;

/** A request that was answered 207. */
interface PartlyAccepted {
  readonly id: string;
  readonly atMs: number;
  readonly items: readonly (RequestFields & { readonly isAccepted: boolean })[];
}

/** True if an external_id is another one with something added: `inv-7-retry` from `inv-7`, but not `inv-71`. */
function isDerived({ externalId: id }: RequestFields, { externalId: from }: RequestFields): boolean {
  const at = id === null || from === null || id === from ? -1 : id.indexOf(from);
  if (at < 0) return false;
  return ![id![at - 1], id![at + from!.length]].some(next => next !== undefined && /[a-z0-9]/i.test(next));
}

const isSameWish = (one: RequestFields, other: RequestFields): boolean =>
  one.address === other.address &&
  one.packageId === other.packageId &&
  one.energyAmount === other.energyAmount &&
  one.durationMinutes === other.durationMinutes;

/**
 * The orders of a partly accepted request that a later request bought again. The later request has the same items in
 * the same sequence, each under an external_id that was derived from the first. Without derived ids, it could be
 * another batch for the same recipients.
 */
function boughtAgain({ items, atMs }: PartlyAccepted, exchange: Exchange): readonly Order[] {
  const { request, outcome } = exchange;
  const again = request!.items;
  const isSame =
    items.length >= 2 &&
    again.length === items.length &&
    items.every((item, index) => isSameWish(item, again[index]!) && isDerived(again[index]!, item));
  if (!isSame || outcome?.kind !== 'bulk' || exchange.atMs - atMs > RETRYING_MS) return [];
  return outcome.items.flatMap(({ result }, index) =>
    items[index]!.isAccepted && !isRefusal(result) && !result.idempotent ? [result.order] : [],
  );
}

export const bulkResentWhole = defineRule({
  id: 'bulk-resent-whole',
  severity: 'warning',
  title: 'Items that a bulk request had accepted were sent again in another one.',
  bug: 'After a 207, the client sends the whole request again instead of the items that failed.',
  cost: 'Repeated items cost nothing as long as their external_ids stay the same. With new ids, such as the old ones with a suffix, all accepted orders are paid again.',
  fix: 'After a 207, send only the items whose result is `failed`, and those only if their error can pass, under the same external_ids.',
  example: {
    typescript:
      "const again = data.results.filter(one => one.status === 'failed' && isTemporary(one.error));",
  },
  needs: BULK_FAILURE,
  only: ['createOrdersBulk'],
  start: () => ({
    /** The items that were accepted beside others that failed: the request of each, by external_id. */
    accepted: new BoundedMap<string, string>(MAX_ITEMS),
    partial: new BoundedMap<'latest', PartlyAccepted>(1),
  }),
  decided({ accepted, partial }, exchange, { report }) {
    const { operation, request, outcome, atMs, id } = exchange;
    if (accepted.size === 0 || operation !== 'createOrdersBulk' || !request) return;
    const first = partial.get('latest');
    const twice = first ? boughtAgain(first, exchange) : [];
    if (first && twice.length > 0)
      report({
        key: first.id,
        message: () =>
          `${first.id} had accepted ${twice.length} of its ${first.items.length} items. At ${clockTime(atMs)}, ${id} bought all of them again, under external_ids derived from the first (such as ${request.items[0]!.externalId}).`,
        orders: twice.map(order => order.id),
        requests: [first.id, id],
        costSun: twice.reduce((sum, { priceSun }) => sum + priceSun, 0),
        atMs,
      });
    const again = request.items.flatMap(({ externalId }) =>
      externalId !== null && accepted.get(externalId) !== undefined ? [externalId] : [],
    );
    if (again.length === 0) return;
    const earlier = accepted.get(again[0]!)!;
    const orders =
      outcome?.kind === 'bulk'
        ? outcome.items.flatMap(({ result, externalId }) =>
            !isRefusal(result) && again.includes(externalId) ? [result.order.id] : [],
          )
        : [];
    report({
      key: earlier,
      message: () =>
        `${earlier} had accepted ${again.length} of the items of ${id} (such as external_id ${again[0]}); at ${clockTime(atMs)}, they were sent again.`,
      orders,
      requests: [earlier, id],
      atMs,
    });
  },
  answered({ accepted, partial }, { request, outcome, status, end, id, atMs }) {
    if (status !== 207 || end !== 'sent' || outcome?.kind !== 'bulk') return;
    const items = request!.items.map((item, index) => ({
      ...item,
      isAccepted: !isRefusal(outcome.items[index]!.answer),
    }));
    partial.set('latest', { id, atMs, items });
    for (const { externalId, isAccepted } of items)
      if (isAccepted && externalId) accepted.set(externalId, id);
  },
});
