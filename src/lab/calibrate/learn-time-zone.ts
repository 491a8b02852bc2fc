import { objectTime } from '../../core/domain/time.ts';
import type { AnalyzedRecording } from './analyze-recording.ts';
import { judgedRow, type LearnedRow, notObserved } from './learned-row.ts';
import { localMs } from './order-histories.ts';

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
