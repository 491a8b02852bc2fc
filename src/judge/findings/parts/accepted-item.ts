import { isRefusal } from '../../../core/domain/error-codes.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { definePart } from '../rule.ts';
import { clockTime } from '../wording.ts';

const MAX_ITEMS = 5_000;

/** True if a response told the client that some items of its list were accepted, and others were not. */
export const isAcceptedInPart = ({ status, end, outcome }: Exchange): boolean =>
  status === 207 && end === 'sent' && outcome?.kind === 'bulk';

/** Items that a bulk request had accepted beside others that failed, and that another one sends again. */
export const acceptedItem = definePart({
  /** The request that accepted each item, by external_id. */
  start: () => new BoundedMap<string, string>(MAX_ITEMS),
  decided(accepted, { operation, request, outcome, atMs, id }, { report }) {
    if (accepted.size === 0 || operation !== 'createOrdersBulk' || outcome?.kind !== 'bulk') return;
    const again = outcome.items.filter(({ externalId }) => accepted.get(externalId) !== undefined);
    const [first] = again;
    if (!first) return;
    const earlier = accepted.get(first.externalId)!;
    report({
      key: `accepted ${earlier}`,
      severity: 'warning',
      message: () =>
        `${earlier} had accepted ${again.length} of the ${request!.items.length} items of ${id} (such as external_id ${first.externalId}); at ${clockTime(atMs)}, they were sent again.`,
      orders: again.flatMap(({ result }) => ('order' in result ? [result.order.id] : [])),
      requests: [earlier, id],
      atMs,
    });
  },
  answered(accepted, exchange) {
    const { outcome, id } = exchange;
    if (!isAcceptedInPart(exchange) || outcome?.kind !== 'bulk') return;
    for (const { externalId, answer } of outcome.items)
      if (!isRefusal(answer) && externalId !== '') accepted.set(externalId, id);
  },
});
