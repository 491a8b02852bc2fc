import { groupedBy } from '../../core/domain/collections.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../core/domain/order.ts';
import type { AnalyzedRecording, OrderView } from './analyze-recording.ts';
import { type Summary, summarize } from './learned-row.ts';
import { integerOf } from './read-recording.ts';

/** `YYYY-MM-DD HH:MM:SS` as if it were UTC; null if it has another form. */
export function localMs(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : ms;
}

interface ObservedStep {
  readonly status: OrderStatus;
  /** The time when the order entered the state, on the service's clock; null if that was not observed. */
  readonly atMs: number | null;
  readonly label: string;
  /** True if a webhook announced it, so that it is not known from polling alone. */
  readonly isAnnounced: boolean;
}

export interface OrderHistory {
  readonly orderId: number;
  readonly externalId: string | null;
  readonly steps: readonly ObservedStep[];
  readonly durationMinutes: number | null;
  /** True if it was seen in a final state, so that nothing is missing at its end. */
  readonly isOver: boolean;
  readonly isRefunded: boolean;
  /** The time from the failure to the refund; null if it was not seen. 0: the event of the failure already showed it. */
  readonly refundAfterMs: number | null;
  /** True if the recording shows when the refund came, or a later query that shows no refund. */
  readonly isRefundKnown: boolean;
}

const isStatus = (value: unknown): value is OrderStatus => ORDER_STATUSES.includes(value as OrderStatus);

/** The instant at which a view's state began: an event states it in UTC, an order in local time. */
const enteredAt = ({ webhook, fields }: OrderView): number | null =>
  webhook ? webhook.createdAtMs : localMs(fields.updated_at);

/** The views whose times can be compared: webhooks state UTC, status responses local time. Webhooks take precedence. */
const clockOf = (views: readonly OrderView[]): readonly OrderView[] =>
  views.some(({ webhook }) => webhook) ? views.filter(({ webhook }) => webhook) : views;

function stepsOf(views: readonly OrderView[]): ObservedStep[] {
  const first = new Map<OrderStatus, ObservedStep>();
  for (const view of clockOf(views)) {
    const { status } = view.fields;
    if (!isStatus(status) || first.has(status)) continue;
    first.set(status, {
      status,
      atMs: enteredAt(view),
      label: view.label,
      isAnnounced: view.webhook !== null,
    });
  }
  const steps = [...first.values()];
  return steps.some(({ atMs }) => atMs === null)
    ? steps
    : steps.sort((left, right) => left.atMs! - right.atMs! || rank(left.status) - rank(right.status));
}

/** States that were entered in the same millisecond are put into their usual order. */
const rank = (status: OrderStatus): number => ORDER_STATUSES.indexOf(status);

function firstUpdate(views: readonly OrderView[], holds: (view: OrderView) => boolean): number | null {
  const times = views.filter(holds).flatMap(({ fields }) => localMs(fields.updated_at) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * An order's updated_at is the time of its refund, if that came later than the failure. A client that first sees the order
 * when it is refunded does not learn when it failed: only the event of the failure says so.
 */
function refundAfterMs(views: readonly OrderView[]): number | null {
  const failures = views.filter(({ fields }) => fields.status === 'failed');
  const seen = failures.filter(({ webhook, fields }) => webhook || fields.refunded !== true);
  const failedMs = firstUpdate(seen, () => true);
  const refundedMs = firstUpdate(failures, ({ fields }) => fields.refunded === true);
  return failedMs === null || refundedMs === null ? null : Math.max(0, refundedMs - failedMs);
}

/** The histories of all orders that were seen, in the order of their ids. */
export function historiesOf({ views }: AnalyzedRecording): readonly OrderHistory[] {
  return [...groupedBy(views, ({ orderId }) => orderId)]
    .sort(([left], [right]) => left - right)
    .map(([orderId, own]) => {
      const steps = stepsOf(own);
      const last = steps.at(-1)?.status;
      const refundMs = refundAfterMs(own);
      const isRefunded = own.some(({ fields }) => fields.refunded === true);
      return {
        orderId,
        externalId: typeof own[0]!.fields.external_id === 'string' ? own[0]!.fields.external_id : null,
        steps,
        durationMinutes: integerOf(own[0]!.fields.duration_minutes),
        isOver: last === 'completed' || last === 'failed',
        isRefunded,
        refundAfterMs: refundMs,
        isRefundKnown: isRefunded
          ? refundMs !== null
          : own.some(({ webhook, fields }) => webhook === null && fields.status === 'failed'),
      };
    });
}

export interface Timing {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly summary: Summary;
}

/** The times between successive states that were both announced. */
export function timingsOf(histories: readonly OrderHistory[]): readonly Timing[] {
  const samples = new Map<string, { from: OrderStatus; to: OrderStatus; ms: number[] }>();
  for (const { steps } of histories) {
    for (const [index, { status: from, isAnnounced, atMs }] of steps.entries()) {
      const next = steps[index + 1];
      if (!next?.isAnnounced || !isAnnounced || atMs === null || next.atMs === null) continue;
      const sample = samples.get(`${from} ${next.status}`) ?? { from, to: next.status, ms: [] };
      sample.ms.push(next.atMs - atMs);
      samples.set(`${from} ${next.status}`, sample);
    }
  }
  return [...samples.values()].map(({ from, to, ms }) => ({ from, to, summary: summarize(ms) }));
}

export interface ResponseOrder {
  /** The webhook was complete before the response. */
  readonly before: number;
  readonly after: number;
}

/** Counts the orders whose request and whose first webhook were both recorded with their times. */
export function responseOrderOf({ orderRequests, recording }: AnalyzedRecording): ResponseOrder {
  const firstAt = new Map<number, number>();
  for (const { event, orderId, endMs } of recording.webhooks) {
    if (event === 'order.processing' && endMs !== null && !firstAt.has(orderId)) firstAt.set(orderId, endMs);
  }
  let [before, after] = [0, 0];
  for (const { orderId, isRepeat, call } of orderRequests) {
    const webhookMs = orderId !== null && !isRepeat ? firstAt.get(orderId) : undefined;
    if (webhookMs === undefined || call.endMs === null || call.endMs === call.atMs) continue;
    if (webhookMs <= call.endMs) before += 1;
    else after += 1;
  }
  return { before, after };
}
