import type { AnalyzedRecording } from './analyze-recording.ts';
import { durationText, judgedRow, type LearnedRow, notObserved, summarize } from './learned-row.ts';
import { attemptsOf, type Recording, type WebhookDelivery } from './read-recording.ts';

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

/** The pauses between the attempts of an event that failed. */
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
