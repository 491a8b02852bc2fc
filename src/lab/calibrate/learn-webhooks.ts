import type { AnalyzedRecording } from './analyzed-recording.ts';
import {
  check,
  durationText,
  fromBounds,
  fromChecks,
  judgedRow,
  type LearnedRow,
  notObserved,
  summarize,
} from './learned-row.ts';
import type { WebhookDelivery } from './recording.ts';

type Attempts = readonly WebhookDelivery[];

/** The attempts of each event, in the order of the recording. */
function attemptsOf({ recording }: AnalyzedRecording): Map<string, Attempts> {
  const byEvent = new Map<string, WebhookDelivery[]>();
  for (const delivery of recording.webhooks) {
    const attempts = byEvent.get(delivery.eventId);
    if (attempts) attempts.push(delivery);
    else byEvent.set(delivery.eventId, [delivery]);
  }
  return byEvent;
}

const isAcknowledged = ({ status }: WebhookDelivery): boolean =>
  status !== null && status >= 200 && status < 300;

/** All attempts of an event send the same bytes. */
function snapshot({ recording }: AnalyzedRecording, attempts: ReadonlyMap<string, Attempts>): LearnedRow {
  if (recording.isRedacted) return notObserved('webhook_snapshot', 'fields were redacted');
  const checks = [...attempts.values()].flatMap(([first, ...others]) =>
    others.map(({ label, digest }) => {
      const holds = digest === first!.digest;
      const observed = holds ? 'the same bytes' : 'other bytes';
      return check(label, 'body', observed, `the bytes of ${first!.label}`, holds);
    }),
  );
  return fromChecks('webhook_snapshot', checks);
}

/** The pause after each failed attempt, by its position. */
function pausesOf(
  attempts: ReadonlyMap<string, Attempts>,
): { readonly ms: number; readonly label: string }[][] {
  const pauses: { ms: number; label: string }[][] = [];
  for (const list of attempts.values()) {
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

function retryDelays({ assumed }: AnalyzedRecording, attempts: ReadonlyMap<string, Attempts>): LearnedRow {
  const row = 'webhook_retry_delays_ms';
  const pauses = pausesOf(attempts);
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

/** An attempt that got a response took less than the time limit. */
function timeout({ recording, assumed }: AnalyzedRecording): LearnedRow {
  const row = 'webhook_timeout_ms';
  const timed = recording.webhooks.flatMap(({ atMs, endMs, status, label }) =>
    atMs === null || endMs === null || endMs <= atMs ? [] : [{ label, ms: endMs - atMs, status }],
  );
  const answered = timed.filter(({ status }) => status !== null);
  const longest = answered.reduce((most, { ms }) => Math.max(most, ms), 0);
  // An immediate response says little more than that there is a limit.
  if (longest < SECOND_MS) return notObserved(row);
  const [slowest] = answered.filter(({ ms }) => ms === longest);
  const evidence = [
    { exchange: slowest!.label, field: 'time', observed: `answered after ${durationText(longest)}` },
  ];
  return fromBounds(row, assumed, { min: Math.floor(longest), max: null }, evidence);
}

function suffix({ recording }: AnalyzedRecording): LearnedRow {
  const checks = recording.webhooks.map(({ label, event, eventId, orderId }) => {
    const prefix = `order-${orderId}-${event}-`;
    const holds = eventId.startsWith(prefix) && /^[0-9a-f]{12}$/.test(eventId.slice(prefix.length));
    return check(label, 'body.event_id', eventId, `${prefix}<12 hexadecimal digits>`, holds);
  });
  return fromChecks('event_id_suffix', checks);
}

/** The first attempts of an order's events follow one another. */
function order(attempts: ReadonlyMap<string, Attempts>): LearnedRow {
  const last = new Map<number, WebhookDelivery>();
  const checks = [...attempts.values()].flatMap(([delivery]) => {
    const { orderId, createdAtMs, atMs, label, event } = delivery!;
    const before = last.get(orderId);
    last.set(orderId, delivery!);
    if (!before || before.createdAtMs === null || createdAtMs === null) return [];
    const overlaps = before.endMs !== null && atMs !== null && atMs < before.endMs;
    const assumed = 'one after another';
    const isInOrder = before.createdAtMs <= createdAtMs;
    const deviation = isInOrder ? `overlaps ${before.event}` : `sent after ${before.event}`;
    return [check(label, event, isInOrder && !overlaps ? assumed : deviation, assumed)];
  });
  return fromChecks('webhook_order', checks);
}

export function learnWebhooks(analyzed: AnalyzedRecording): readonly LearnedRow[] {
  const attempts = attemptsOf(analyzed);
  return [
    snapshot(analyzed, attempts),
    retryDelays(analyzed, attempts),
    timeout(analyzed),
    suffix(analyzed),
    order(attempts),
  ];
}
