import type { Knowledge } from './knowledge.ts';

/** Whether the first webhook of a new order came before the response to its request. */
export interface ResponseOrder {
  /** The webhook was complete before the response. */
  readonly before: number;
  readonly after: number;
}

/** Counts the orders whose request and whose first webhook were both recorded with their times. */
export function responseOrderOf({ placements, recording }: Knowledge): ResponseOrder {
  const firstAt = new Map<number, number>();
  for (const { event, orderId, endMs } of recording.webhooks) {
    if (event === 'order.processing' && endMs !== null && !firstAt.has(orderId)) firstAt.set(orderId, endMs);
  }
  let [before, after] = [0, 0];
  for (const { orderId, isRepeat, call } of placements) {
    const webhookMs = orderId !== null && isRepeat !== true ? firstAt.get(orderId) : undefined;
    if (webhookMs === undefined || call.endMs === null || call.endMs === call.atMs) continue;
    if (webhookMs <= call.endMs) before += 1;
    else after += 1;
  }
  return { before, after };
}
