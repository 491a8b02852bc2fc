import type { OrderRecord } from './steps.ts';

/** Reads the lists that a diagram needs from the control API. Each resolves with its latest items, newest first. */
export interface RecordReader {
  readonly requests: (externalId: string) => Promise<OrderRecord['requests']>;
  readonly advances: () => Promise<OrderRecord['advances']>;
}

/** The query of both lists. */
export const LATEST = { sort: 'newest', limit: 1_000 } as const;

/** Reads what a diagram needs besides the order. Without an external_id, only the requests of the order are known. */
export async function readOrderRecord(
  order: OrderRecord['order'],
  reader: RecordReader,
): Promise<OrderRecord> {
  const { external_id } = order;
  const [requests, advances] = await Promise.all([
    external_id === null ? null : reader.requests(external_id),
    reader.advances(),
  ]);
  return {
    order,
    requests: requests ? requests.toReversed() : order.requests,
    advances: advances.toReversed(),
  };
}
