import { objectTime } from '../../core/domain/time.ts';
import type { Knowledge } from './knowledge.ts';
import { type LearnedRow, notObserved } from './verdicts.ts';

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
export function localMs(text: unknown): number | null {
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
const fromWebhooks = ({ recording }: Knowledge): ZoneOccurrence[] =>
  recording.webhooks.flatMap(({ label, createdAtMs, order }) =>
    occurrenceOf(label, 'body.data.updated_at', order.updated_at, createdAtMs, 1_000),
  );

/** An order was created between its request and its response. */
function fromOrders({ placements, views }: Knowledge): ZoneOccurrence[] {
  const createdAt = new Map(views.map(({ orderId, fields }) => [orderId, fields.created_at]));
  return placements.flatMap(({ call, orderId, isRepeat }) =>
    orderId === null || isRepeat !== false
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

/** A zone that claims no more than was observed: a fixed offset if there is one, otherwise a zone that fits. */
function zoneToWrite(offsets: readonly number[], fitting: readonly string[]): string | undefined {
  const [only] = offsets;
  if (offsets.length > 1 || only! % HOUR_MS !== 0) return fitting[0];
  const hours = only! / HOUR_MS;
  // The names of these zones have the opposite sign.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

const MAX_INSTANTS = 50;

/** One occurrence for each offset and hour, so that a long recording does not cost a comparison per exchange and zone. */
function distinct(occurrences: readonly ZoneOccurrence[]): readonly ZoneOccurrence[] {
  const byHour = new Map(occurrences.map(one => [`${one.offsetMs} ${Math.floor(one.atMs / HOUR_MS)}`, one]));
  return [...byHour.values()].slice(0, MAX_INSTANTS);
}

/** The time zone of the times in orders. */
export function learnTimeZone(knowledge: Knowledge): LearnedRow {
  const row = 'time_zone';
  const webhooks = fromWebhooks(knowledge);
  const occurrences = webhooks.length > 0 ? webhooks : fromOrders(knowledge);
  if (occurrences.length === 0) return notObserved(row);
  const told = distinct(occurrences);
  const offsets = [...new Set(told.map(({ offsetMs }) => offsetMs))];
  const assumed = knowledge.assumed[row];
  const fits = told.every(one => matches(assumed, one));
  const zones = Intl.supportedValuesOf('timeZone').filter(zone => told.every(one => matches(zone, one)));
  const value = fits ? assumed : zoneToWrite(offsets, zones);
  const isUtc = offsets[0] === 0 && offsets.length === 1;
  const examples = isUtc || zones.length === 0 ? '' : ` (as in ${zones.slice(0, 3).join(', ')})`;
  return {
    row,
    // UTC is what it is; any other zone only has the same offset at the observed instants.
    verdict: !fits ? 'contradicted' : assumed === 'UTC' ? 'confirmed' : 'narrowed',
    observed: offsets.map(offsetText).join(', then ') + examples,
    count: occurrences.length,
    evidence: told.slice(0, 5).map(({ exchange, field, local, atMs }) => ({
      exchange,
      field,
      observed: local,
      assumed: objectTime(atMs, assumed),
    })),
    ...(value === undefined ? {} : { value }),
  };
}
