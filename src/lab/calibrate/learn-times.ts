import { objectTime } from '../../core/domain/time.ts';
import type { AnalyzedRecording } from './analyze-recording.ts';
import { durationText, judgedRow, type LearnedRow, notObserved, summarize } from './learned-row.ts';
import { localMs } from './order-histories.ts';
import { attemptsOf, type Recording, type WebhookDelivery } from './read-recording.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const LARGEST_OFFSET_MS = 14 * HOUR_MS;
/** How far a response may lag behind the order's creation. */
const TOLERANCE_MS = 5_000;

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

/** The first, the middle and the last zone of those that fit what was observed, as examples. */
const examplesOf = (zones: readonly string[]): string =>
  [...new Set([0, 0.5, 1].map(share => zones[Math.floor(share * (zones.length - 1))]))].join(', ');

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
  const isUtc = offsets[0] === 0 && offsets.length === 1;
  // Trying every zone takes long, and UTC needs no examples.
  const zones = isUtc ? [] : Intl.supportedValuesOf('timeZone').filter(fitsAll);
  // A fixed offset claims no more than was observed.
  const value = [assumed, ...FIXED_ZONES].find(fitsAll) ?? zones[0];
  const examples =
    zones.length === 0
      ? ''
      : ` (as in ${examplesOf(zones)}; only traffic of summer and winter tells which have daylight saving time)`;
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

const isAcknowledged = ({ status }: WebhookDelivery): boolean =>
  status !== null && status >= 200 && status < 300;

/** The pause after each failed attempt, by its position. */
function pausesOf(recording: Recording): { readonly ms: number; readonly label: string }[][] {
  const pauses: { ms: number; label: string }[][] = [];
  for (const list of attemptsOf(recording)) {
    for (const [index, attempt] of list.entries()) {
      const next = list[index + 1];
      // The attempts after an acknowledged attempt are not retries.
      if (isAcknowledged(attempt)) break;
      if (!next || attempt.endMs === null || next.atMs === null || next.atMs < attempt.endMs) continue;
      pauses[index] ??= [];
      pauses[index].push({ ms: next.atMs - attempt.endMs, label: next.label });
    }
  }
  return pauses;
}

const SECOND_MS = 1_000;
const FINE_MS = 100;
const COARSE_FROM_MS = 3_000;

/** A pause as it was probably meant: timers are late by some milliseconds, and up to a second under load. */
function meantDelay(ms: number): number {
  const unit = ms >= COARSE_FROM_MS ? SECOND_MS : FINE_MS;
  return Math.max(0, Math.round(ms / unit) * unit);
}

export function learnRetryDelays({ recording, assumed }: AnalyzedRecording): LearnedRow {
  const row = 'webhook_retry_delays_ms';
  const pauses = pausesOf(recording);
  const known = pauses.length;
  if (known === 0 || !pauses[0]) return notObserved(row);
  const delays = assumed.webhook_retry_delays_ms;
  const medians = Array.from({ length: known }, (_, index) =>
    pauses[index] ? summarize(pauses[index].map(({ ms }) => ms)).median : null,
  );
  const isNear = (observed: number, expected: number | undefined): boolean =>
    expected !== undefined && Math.abs(observed - expected) <= Math.max(FINE_MS, expected / 20);
  const observed = medians.flatMap((median, index) =>
    median === null ? [] : [{ index, median, isKnown: isNear(median, delays[index]) }],
  );
  const different = observed.filter(({ isKnown }) => !isKnown);
  const value = Array.from({ length: Math.max(known, delays.length) }, (_, index) => delays[index]!);
  for (const { index, median } of different) value[index] = meantDelay(median);
  // The setting does not decrease, and what follows a long pause was perhaps not observed.
  for (let index = 1; index < value.length; index++)
    value[index] = Math.max(value[index]!, value[index - 1]!);
  const listed = medians.map(median => (median === null ? '?' : durationText(median))).join(', ');
  return judgedRow(row, {
    fits: different.length === 0,
    isOnly: known >= delays.length,
    observed: `the first${known === 1 ? '' : ` ${known}`}: ${listed}`,
    count: pauses.flat().length,
    evidence: (different.length > 0 ? different : observed).map(({ index, median }) => ({
      exchange: pauses[index]![0]!.label,
      field: `pause before attempt ${index + 2}`,
      observed: durationText(median),
      assumed: delays[index] === undefined ? 'no further attempt' : durationText(delays[index]),
    })),
    value: value.slice(0, 8),
  });
}
