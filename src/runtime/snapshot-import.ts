import type { HostClock } from '../clock/host-clock.ts';
import { runInSlices } from '../clock/slices.ts';
import type { CheckStep, StateProblem } from '../storage/account-schema/problems.ts';
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

/** Takes steps up to the first problem. */
function* firstOf(steps: Iterable<CheckStep>): Generator<undefined, StateProblem | null> {
  for (const problem of steps) {
    if (problem) return problem;
    yield;
  }
  return null;
}

/** The first problem of a state, or null. The check of a large state is interrupted to serve other requests. */
async function firstProblem(state: unknown, clock: HostClock): Promise<StateProblem | null> {
  // Loaded on demand: a server that imports no snapshot starts without the schema.
  const { stateSteps } = await import('./snapshot-checks/state.ts');
  return runInSlices(clock, firstOf(stateSteps(state)));
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
