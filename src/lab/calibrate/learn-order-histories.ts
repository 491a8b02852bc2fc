import { ORDER_STATUSES, type OrderStatus } from '../../core/domain/order.ts';
import { objectTime } from '../../core/domain/time.ts';
import type { AnalyzedRecording, OrderView } from './analyzed-recording.ts';
import { judgedRow, type LearnedRow, notObserved, type Summary, summarize } from './learned-row.ts';
import { integerOf } from './recording.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const LARGEST_OFFSET_MS = 14 * HOUR_MS;
/** How far a response may lag behind the order's creation. */
const TOLERANCE_MS = 5_000;

/** A local time of the service at a known instant. */
interface ZoneOccurrence {
  readonly exchange: string;
  readonly field: string;
  readonly atMs: number;
  readonly local: string;
  readonly offsetMs: number;
}

/** `YYYY-MM-DD HH:MM:SS` as if it were UTC; null if it has another form. */
function localMs(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : ms;
}

function occurrenceOf(
  exchange: string,
  field: string,
  local: unknown,
  atMs: number | null,
  toleranceMs: number,
): ZoneOccurrence[] {
  const asUtc = localMs(local);
  if (asUtc === null || atMs === null) return [];
  const offsetMs = Math.round((asUtc - atMs) / QUARTER_MS) * QUARTER_MS;
  const isPlausible =
    Math.abs(offsetMs) <= LARGEST_OFFSET_MS && Math.abs(asUtc - atMs - offsetMs) <= toleranceMs;
  return isPlausible ? [{ exchange, field, atMs, local: String(local), offsetMs }] : [];
}

/** An event states its instant in UTC and in the order's local time. */
const fromWebhooks = ({ recording }: AnalyzedRecording): ZoneOccurrence[] =>
  recording.webhooks.flatMap(({ label, createdAtMs, order }) =>
    occurrenceOf(label, 'body.data.updated_at', order.updated_at, createdAtMs, 1_000),
  );

/** An order was created between its request and its response. */
function fromOrders({ orderRequests, views }: AnalyzedRecording): ZoneOccurrence[] {
  const createdAt = new Map(views.map(({ orderId, fields }) => [orderId, fields.created_at]));
  return orderRequests.flatMap(({ call, orderId, isRepeat }) =>
    orderId === null || isRepeat
      ? []
      : occurrenceOf(call.label, 'created_at', createdAt.get(orderId), call.atMs, TOLERANCE_MS),
  );
}

const matches = (zone: string, { atMs, offsetMs }: ZoneOccurrence): boolean =>
  Math.abs(localMs(objectTime(atMs, zone))! - Math.floor(atMs / 1_000) * 1_000 - offsetMs) < 1_000;

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const text = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return offsetMs === 0 ? 'UTC' : `UTC${offsetMs < 0 ? '-' : '+'}${text}`;
}

/** The zones with a fixed offset, by their names. They have the opposite sign: Etc/GMT-3 is UTC+3. */
const FIXED_ZONES = [
  'UTC',
  ...Array.from({ length: 14 }, (_, hours) => `Etc/GMT-${hours + 1}`),
  ...Array.from({ length: 12 }, (_, hours) => `Etc/GMT+${hours + 1}`),
];

const MAX_INSTANTS = 50;

/** One occurrence for each offset and hour, so that a long recording does not cost a comparison per exchange and zone. */
function distinct(occurrences: readonly ZoneOccurrence[]): readonly ZoneOccurrence[] {
  const byHour = new Map(occurrences.map(one => [`${one.offsetMs} ${Math.floor(one.atMs / HOUR_MS)}`, one]));
  return [...byHour.values()].slice(0, MAX_INSTANTS);
}

export function learnTimeZone(analyzed: AnalyzedRecording): LearnedRow {
  const row = 'time_zone';
  const webhooks = fromWebhooks(analyzed);
  const occurrences = webhooks.length > 0 ? webhooks : fromOrders(analyzed);
  if (occurrences.length === 0) return notObserved(row);
  const samples = distinct(occurrences);
  const offsets = [...new Set(samples.map(({ offsetMs }) => offsetMs))];
  const assumed = analyzed.assumed[row];
  const fitsAll = (zone: string): boolean => samples.every(one => matches(zone, one));
  const zones = Intl.supportedValuesOf('timeZone').filter(fitsAll);
  // A fixed offset claims no more than was observed.
  const value = [assumed, ...FIXED_ZONES].find(fitsAll) ?? zones[0];
  const isUtc = offsets[0] === 0 && offsets.length === 1;
  const examples = isUtc || zones.length === 0 ? '' : ` (as in ${zones.slice(0, 3).join(', ')})`;
  return judgedRow(row, {
    fits: value === assumed,
    // UTC never changes; any other zone is known only to have the same offset at the observed instants.
    isOnly: assumed === 'UTC',
    observed: offsets.map(offsetText).join(', then ') + examples,
    count: occurrences.length,
    evidence: samples.map(({ exchange, field, local, atMs }) => ({
      exchange,
      field,
      observed: local,
      assumed: objectTime(atMs, assumed),
    })),
    ...(value === undefined ? {} : { value }),
  });
}

/** A state of an order as it was observed. */
interface ObservedStep {
  readonly status: OrderStatus;
  /** The time when the order entered the state, on the service's clock; null if that was not observed. */
  readonly atMs: number | null;
  readonly label: string;
  /** True if a webhook announced it, so that it is not known from polling alone. */
  readonly isAnnounced: boolean;
}

/** The states of an order as they were observed. */
export interface OrderHistory {
  readonly orderId: number;
  readonly externalId: string | null;
  readonly steps: readonly ObservedStep[];
  readonly durationMinutes: number | null;
  /** True if it was seen in a final state, so that nothing is missing at its end. */
  readonly isOver: boolean;
  /** True if it was seen that the amount was returned. */
  readonly isRefunded: boolean;
  /** The time from the failure to the refund; null if it was not seen. 0: the event of the failure already showed it. */
  readonly refundAfterMs: number | null;
  /** True if it is known whether and when a refund followed, or that the client asked after the failure and saw none. */
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

/** The earliest updated_at of views for which a condition holds; null if none has one. */
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
  const byOrder = new Map<number, OrderView[]>();
  for (const view of views) byOrder.set(view.orderId, [...(byOrder.get(view.orderId) ?? []), view]);
  return [...byOrder]
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

/** The times that orders stayed in one state before another. */
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

/** Whether the first webhook of a new order came before the response to its request. */
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
