import type { HostClock } from '../clock/host-clock.ts';
import type { StateProblem } from '../storage/account-schema/problems.ts';
import { withAddedSettings } from '../storage/added-settings.ts';
import { upgradeState } from '../storage/format-1.ts';
import { type ExportedSnapshot, SNAPSHOT_FORMAT, type SnapshotState } from './named-snapshots.ts';

/** A snapshot to import; its state is not checked yet. */
export interface SnapshotFile {
  readonly format: number;
  readonly account: string;
  readonly state: unknown;
}

const OLDEST_FORMAT = 1;
/** How long a check may run without yielding to the event loop. */
const LONGEST_STRETCH_MS = 2;

/** The first problem of a state, or null. The check of a large state is interrupted to serve other requests. */
async function firstProblem(state: unknown, clock: HostClock): Promise<StateProblem | null> {
  // Loaded on demand: a server that imports no snapshot starts without the schema.
  const { stateSteps } = await import('./snapshot-checks/state.ts');
  let pausedMs = clock.monotonicMs();
  for (const problem of stateSteps(state)) {
    if (problem) return problem;
    if (clock.monotonicMs() - pausedMs < LONGEST_STRETCH_MS) continue;
    await clock.yieldToEventLoop();
    pausedMs = clock.monotonicMs();
  }
  return null;
}

/** Reads an exported snapshot in the current format or an older one. Returns the snapshot or its first problem. */
export async function readSnapshot(
  { format, account, state: given }: SnapshotFile,
  clock: HostClock,
): Promise<{ readonly snapshot: ExportedSnapshot } | { readonly problem: StateProblem }> {
  if (format < OLDEST_FORMAT || format > SNAPSHOT_FORMAT) {
    const message = `the snapshot has format ${format}; this version reads ${OLDEST_FORMAT} to ${SNAPSHOT_FORMAT}`;
    return { problem: { path: 'format', message } };
  }
  const state = withAddedSettings(format < SNAPSHOT_FORMAT ? upgradeState(given) : given);
  const problem = await firstProblem(state, clock);
  if (problem) {
    return { problem: { ...problem, path: problem.path === '' ? 'state' : `state.${problem.path}` } };
  }
  const valid = state as SnapshotState;
  return { snapshot: { format: SNAPSHOT_FORMAT, account, takenAtMs: valid.clock.virtualMs, state: valid } };
}
