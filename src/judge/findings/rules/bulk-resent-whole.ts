import { isRefusal } from '../../../core/domain/error-codes.ts';
import { BULK_FAILURE, clockTime, defineRule } from '../rule.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ITEMS = 5_000;

export const bulkResentWhole = defineRule({
  id: 'bulk-resent-whole',
  severity: 'warning',
  title: 'Items that a bulk request had accepted were sent again in another one.',
  bug: 'After a 207, the client sends the whole request again instead of the items that failed.',
  cost: 'Repeated items cost nothing as long as their external_ids stay the same. With new ids on each attempt, all accepted orders are paid again.',
  fix: 'After a 207, send only the items whose result is `failed`, and those only if their error can pass.',
  example: {
    typescript:
      "const again = data.results.filter(one => one.status === 'failed' && isTemporary(one.error));",
  },
  needs: BULK_FAILURE,
  only: ['createOrdersBulk'],
  start: () => new BoundedMap<string, string>(MAX_ITEMS),
  decided(accepted, { operation, request, outcome, atMs, id }, { report }) {
    if (accepted.size === 0 || operation !== 'createOrdersBulk' || !request) return;
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
  answered(accepted, { outcome, status, end, id }) {
    if (status !== 207 || end !== 'sent' || outcome?.kind !== 'bulk') return;
    for (const { externalId, answer } of outcome.items)
      if (!isRefusal(answer) && externalId !== '') accepted.set(externalId, id);
  },
});
