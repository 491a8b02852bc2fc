import type { CheckStep, StateProblem } from '../../storage/account-schema/problems.ts';

/** Year 1970 to 9999: what times of four digits can show. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** Work may be due later than that; then it never comes. */
const LATEST_DUE_MS = LATEST_MS + 100 * 366 * 86_400_000;
/** Far below 2^53, so that what counts on from it stays exact. */
const MOST = 2 ** 50;

export const problem = (path: string, message: string): StateProblem => ({ path, message });

/** A problem unless something holds. */
export const unless = (holds: boolean, path: string, message: () => string): CheckStep =>
  holds ? null : problem(path, message());

/** A problem with an instant that has passed already, unless it lies between two others. */
export function pastProblem(path: string, atMs: number, sinceMs: number, nowMs: number): CheckStep {
  return unless(
    atMs >= sinceMs && atMs <= nowMs,
    path,
    () => `expected an instant from ${sinceMs} to ${nowMs}, found ${atMs}`,
  );
}

/** A problem with an instant outside of the years 1970 to 9999. */
export const instantProblem = (path: string, atMs: number): CheckStep =>
  unless(
    atMs >= 0 && atMs <= LATEST_MS,
    path,
    () => `expected an instant in the years 1970 to 9999, found ${atMs}`,
  );

/** A problem with an instant at which something is due. */
export const dueProblem = (path: string, atMs: number): CheckStep =>
  unless(
    atMs >= 0 && atMs <= LATEST_DUE_MS,
    path,
    () => `expected an instant in the years 1970 to 10099, found ${atMs}`,
  );

/** A problem with a number that counts something. */
export const countProblem = (path: string, count: number, least = 0): CheckStep =>
  unless(
    Number.isSafeInteger(count) && count >= least && count <= MOST,
    path,
    () => `expected an integer from ${least} to ${MOST}, found ${count}`,
  );
