import { isRefusal } from '../../../core/domain/error-codes.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BULK_FAILURE, clockTime, defineRule, PURCHASES } from '../rule.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ITEMS = 5_000;

interface FailedItem {
  readonly exchange: Exchange;
  readonly index: number;
  readonly externalId: string;
  readonly error: string;
}

/** The external_ids that a request orders or queries. */
function mentioned({ request, operation }: Exchange): readonly (string | null)[] {
  if (!request) return [];
  return operation === 'createOrdersBulk'
    ? request.items.map(({ externalId }) => externalId)
    : [request.fields.externalId];
}

export const bulkFailuresIgnored = defineRule({
  id: 'bulk-failures-ignored',
  severity: 'info',
  title: 'Items of a bulk request failed, and the client neither retried nor queried them.',
  bug: 'A 207 looks like a success: its status is a 2xx, and `success` is true. A client that looks at nothing else takes failed items for accepted ones.',
  cost: 'The purchases of the failed items never happen, and nobody notices.',
  fix: 'Go through `data.results` of every bulk response. Store the error of each failed item, and order again those whose cause can pass or was resolved.',
  example: {
    typescript:
      'for (const one of data.results) await purchases.set(one.external_id, one.status, one.error ?? null);',
  },
  needs: BULK_FAILURE,
  only: PURCHASES,
  start: () => new BoundedMap<string, FailedItem>(MAX_ITEMS),
  decided(failed, exchange) {
    if (failed.size === 0) return;
    for (const externalId of mentioned(exchange)) if (externalId !== null) failed.delete(externalId);
  },
  answered(failed, exchange) {
    const { outcome, status, end } = exchange;
    if (status !== 207 || end !== 'sent' || outcome?.kind !== 'bulk') return;
    outcome.items.forEach(({ externalId, answer }, index) => {
      if (isRefusal(answer) && externalId !== '')
        failed.set(externalId, { exchange, index, externalId, error: answer.error });
    });
  },
  *pending(failed) {
    for (const { exchange, index, externalId, error } of failed.values()) {
      yield {
        key: exchange.id,
        sinceMs: exchange.answeredAtMs,
        message: () =>
          `At ${clockTime(exchange.atMs)}, item ${index} (external_id ${externalId}) of ${exchange.id} failed with ${error}. It was neither ordered again nor queried.`,
        requests: [exchange.id],
        atMs: exchange.answeredAtMs,
      };
    }
  },
});
