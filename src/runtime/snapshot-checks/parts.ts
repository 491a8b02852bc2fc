import { LATEST_INSTANT_MS } from '../../domain/instant.ts';
import type { CheckStep, StateProblem } from '../../storage/account-schema/problems.ts';

/** Work can be due later than that, but then it never runs. */
const LATEST_DUE_MS = LATEST_INSTANT_MS + 100 * 366 * 86_400_000;
/** Far below 2^53, so that numbers that are incremented stay exact. */
const MAX_COUNT = 2 ** 50;

/** Creates a problem. */
export const problem = (path: string, message: string): StateProblem => ({ path, message });

/** A problem unless a condition holds. */
export const unless = (holds: boolean, path: string, message: () => string): CheckStep =>
  holds ? null : problem(path, message());

/** A problem unless a past instant is between two others. */
export function pastProblem(path: string, atMs: number, sinceMs: number, nowMs: number): CheckStep {
  return unless(
    atMs >= sinceMs && atMs <= nowMs,
    path,
    () => `expected an instant from ${sinceMs} to ${nowMs}, found ${atMs}`,
  );
}

/** A problem if an instant is not in the years 1970 to 9999. */
export const instantProblem = (path: string, atMs: number): CheckStep =>
  unless(
    atMs >= 0 && atMs <= LATEST_INSTANT_MS,
    path,
    () => `expected an instant in the years 1970 to 9999, found ${atMs}`,
  );

/** A problem if an instant is too late to be the due time of work. */
export const dueProblem = (path: string, atMs: number): CheckStep =>
  unless(
    atMs >= 0 && atMs <= LATEST_DUE_MS,
    path,
    () => `expected an instant in the years 1970 to 10099, found ${atMs}`,
  );

/** A problem unless a number is a valid count. */
export const countProblem = (path: string, count: number, least = 0): CheckStep =>
  unless(
    Number.isSafeInteger(count) && count >= least && count <= MAX_COUNT,
    path,
    () => `expected an integer from ${least} to ${MAX_COUNT}, found ${count}`,
  );
