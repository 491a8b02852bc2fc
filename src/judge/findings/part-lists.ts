import { isRefusal } from '../../core/domain/error-codes.ts';
import type { Order } from '../../core/engine/account-state.ts';
import type { RequestFields } from '../../core/engine/request/service-request.ts';
import type { Exchange } from '../../core/facts.ts';
import { type Concerned, wantedBy } from '../knowledge.ts';
import { FOLLOWING_MS, isSuffixed } from './purchase-reasons.ts';
import { resultsOf } from './rule-facts.ts';

/** An item of a list that was accepted in part. */
interface Item {
  readonly fields: RequestFields;
  /** Its order; null if it was refused. */
  readonly order: Order | null;
  /** Its order under another external_id, null if that was refused as well; undefined before it was sent again. */
  again?: Order | null;
}

interface PartList {
  readonly request: string;
  readonly atMs: number;
  readonly items: readonly Item[];
  /** True once a request was not about one of its items. */
  isLeft: boolean;
}

/** Two orders of one item. */
export interface BoughtAgain {
  readonly first: Order;
  readonly second: Order;
}

const wish = ({ address, packageId, energyAmount, durationMinutes }: RequestFields): string =>
  `${address} ${packageId} ${energyAmount} ${durationMinutes}`;

/**
 * Recognizes a client that sends a whole list again, although a part of it was accepted (207): in one request or in
 * several, under external_ids that are the first ones with a suffix; or at once under any others, as the same list for
 * several addresses, or as single orders for several that were accepted. Otherwise it could be another list for the same
 * recipients.
 */
export class PartLists {
  #latest: PartList | null = null;

  /** Notes a list that was accepted in part. */
  answered({ status, end, request, outcome, id, atMs }: Exchange): void {
    if (status !== 207 || end !== 'sent' || outcome?.kind !== 'bulk') return;
    const items = outcome.items.map(({ answer }, index): Item => {
      const fields = request!.items[index]!;
      return { fields, order: isRefusal(answer) ? null : answer.order };
    });
    this.#latest = { request: id, atMs, items, isLeft: false };
  }

  /** The accepted items that are bought again, once a request has completed the list. */
  decided(exchange: Exchange, previous: Concerned): readonly BoughtAgain[] {
    const list = this.#latest;
    if (!list || exchange.atMs - list.atMs > FOLLOWING_MS) return [];
    const wanted = wantedBy(exchange);
    const results = resultsOf(exchange);
    const isDirect = previous.made.some(({ maker }) => maker === list.request);
    const isSingle = exchange.operation === 'createOrder' && !list.isLeft && isForSeveral(list);
    const isAnyId = isSingle || (isDirect && isSameList(list, wanted));
    list.isLeft ||= wanted.length === 0;
    for (const [index, fields] of wanted.entries()) {
      const item = list.items.find(
        one =>
          one.again === undefined &&
          wish(one.fields) === wish(fields) &&
          (isAnyId || isSuffixed(fields, one.fields)),
      );
      const result = results[index];
      list.isLeft ||= !item;
      if (!item || !result) continue;
      item.again = 'order' in result && !result.idempotent ? result.order : null;
    }
    if (list.items.some(({ again }) => again === undefined)) return [];
    this.#latest = null;
    return list.items.flatMap(({ order, again }) =>
      order && again ? [{ first: order, second: again }] : [],
    );
  }
}

/** True if items for several addresses were accepted. */
const isForSeveral = ({ items }: PartList): boolean =>
  new Set(items.flatMap(({ fields, order }) => (order ? [fields.address] : []))).size >= 2;

/** True if a request asks for the same, under other external_ids, and no two customers would by chance. */
function isSameList({ items }: PartList, wanted: readonly RequestFields[]): boolean {
  const before = items.map(({ fields }) => wish(fields)).sort();
  const now = wanted.map(wish).sort();
  return (
    now.length === before.length &&
    new Set(wanted.map(({ address }) => address)).size >= 2 &&
    now.every((one, index) => one === before[index]) &&
    wanted.every(({ externalId }) => items.every(({ fields }) => fields.externalId !== externalId))
  );
}
