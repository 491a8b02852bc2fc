import { isLegalEdge, ORDER_STATUSES, type OrderStatus, TRANSITIONS } from '../../core/domain/order.ts';
import type { Knowledge, OrderView } from './knowledge.ts';
import { localMs } from './time-zone.ts';
import { fromTrials, type LearnedRow, type Summary, shown, summarize, trial } from './verdicts.ts';

/** A state of an order as it was observed. */
interface ObservedStep {
  readonly status: OrderStatus;
  /** When the order entered it, on the service's clock; null if that was not observed. */
  readonly atMs: number | null;
  readonly label: string;
  /** True if a webhook announced it, so that it is not known from polling alone. */
  readonly isAnnounced: boolean;
}

/** The life of an order as it was observed. */
export interface ObservedLife {
  readonly orderId: number;
  readonly externalId: string | null;
  readonly steps: readonly ObservedStep[];
  readonly durationMinutes: number | null;
  /** True if it was seen in a final state, so that nothing is missing at its end. */
  readonly isOver: boolean;
  /** From the failure to the refund; null without a refund. 0: the event of the failure already showed it. */
  readonly refundAfterMs: number | null;
  /** True if it is known whether a refund followed: it was seen, or the client asked after the failure. */
  readonly isRefundKnown: boolean;
}

const isStatus = (value: unknown): value is OrderStatus => ORDER_STATUSES.includes(value as OrderStatus);

/** The instant at which a view's state began: an event states it in UTC, an order in local time. */
const enteredAt = ({ webhook, fields }: OrderView): number | null =>
  webhook ? webhook.createdAtMs : localMs(fields.updated_at);

/** True if an order's views can be compared: events have UTC, status responses local time. */
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

/** The earliest updated_at of views for which a condition holds; null if none has one. */
function firstUpdate(views: readonly OrderView[], holds: (view: OrderView) => boolean): number | null {
  const times = views.filter(holds).flatMap(({ fields }) => localMs(fields.updated_at) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** An order's updated_at is the time of its refund, if that came later than the failure. */
function refundAfterMs(views: readonly OrderView[]): number | null {
  if (!views.some(({ fields }) => fields.refunded === true)) return null;
  const failedMs = firstUpdate(views, ({ fields }) => fields.status === 'failed');
  const refundedMs = firstUpdate(views, ({ fields }) => fields.refunded === true);
  return failedMs === null || refundedMs === null ? 0 : Math.max(0, refundedMs - failedMs);
}

/** The lives of all orders that were seen, in the order of their ids. */
export function livesOf({ views }: Knowledge): readonly ObservedLife[] {
  const byOrder = new Map<number, OrderView[]>();
  for (const view of views) byOrder.set(view.orderId, [...(byOrder.get(view.orderId) ?? []), view]);
  return [...byOrder]
    .sort(([left], [right]) => left - right)
    .map(([orderId, own]) => {
      const steps = stepsOf(own);
      const last = steps.at(-1)?.status;
      const minutes = own[0]!.fields.duration_minutes;
      return {
        orderId,
        externalId: typeof own[0]!.fields.external_id === 'string' ? own[0]!.fields.external_id : null,
        steps,
        durationMinutes: Number.isSafeInteger(minutes) ? (minutes as number) : null,
        isOver: last === 'completed' || last === 'failed',
        refundAfterMs: refundAfterMs(own),
        isRefundKnown: own.some(
          ({ webhook, fields }) =>
            fields.refunded === true || (webhook === null && fields.status === 'failed'),
        ),
      };
    });
}

/** How long orders stayed in one state before another. */
export interface Timing {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly summary: Summary;
}

/** The times between successive states of which both were announced. */
export function timingsOf(lives: readonly ObservedLife[]): readonly Timing[] {
  const samples = new Map<string, { from: OrderStatus; to: OrderStatus; ms: number[] }>();
  for (const { steps } of lives) {
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

/** True if a state can follow another one, directly or after states that were not seen. */
function isReachable(from: OrderStatus, to: OrderStatus, visited: readonly OrderStatus[] = []): boolean {
  return TRANSITIONS[from].some(
    next => next === to || (!visited.includes(next) && isReachable(next, to, [...visited, from])),
  );
}

/** Direct transitions confirm the table; a state that cannot follow at all contradicts it. */
function transitions(lives: readonly ObservedLife[]): LearnedRow {
  const trials = lives.flatMap(({ steps }) =>
    steps.slice(1).flatMap((step, index) => {
      const from = steps[index]!.status;
      const isDirect = isLegalEdge(from, step.status);
      if (!isDirect && isReachable(from, step.status)) return [];
      return [
        trial(step.label, 'body.data.status', `${from} to ${step.status}`, 'a listed transition', isDirect),
      ];
    }),
  );
  return fromTrials('transitions', trials);
}

/** The ids of new orders, in the order in which they were created. */
function orderIds({ placements }: Knowledge): LearnedRow {
  const seen = new Set<number>();
  const created = placements.filter(({ orderId, isRepeat }) => {
    if (orderId === null || isRepeat === true || seen.has(orderId)) return false;
    seen.add(orderId);
    return true;
  });
  const trials = created.slice(1).flatMap((placement, index) => {
    const before = created[index]!;
    const { call } = placement;
    const overlaps =
      before.call !== call && (before.call.endMs ?? 0) > (call.atMs ?? Number.POSITIVE_INFINITY);
    // A lower id belongs to an order from before the recording.
    if (overlaps || placement.orderId! < before.orderId!) return [];
    return [trial(call.label, 'order id', shown(placement.orderId), shown(before.orderId! + 1))];
  });
  return fromTrials('order_ids', trials);
}

/** How orders live. */
export const learnLifecycles = (
  knowledge: Knowledge,
  lives: readonly ObservedLife[],
): readonly LearnedRow[] => [transitions(lives), orderIds(knowledge)];

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
