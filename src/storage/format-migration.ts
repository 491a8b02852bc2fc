import { randomBytes } from 'node:crypto';
import { epochOf } from '../engine/event-epoch.ts';
import { upgradeState } from './format-1.ts';
import { StorageError } from './storage.ts';

/** The format of the snapshots and logs that this version writes. */
export const FORMAT = 2;

/** Converts a snapshot of one format to the next. It may change its argument. */
export type MigrationStep = (snapshot: Record<string, unknown>) => Record<string, unknown>;

/** The seed of a server that was given none; an account's is `sandbox/<name>` then. */
const DEFAULT_SEED = 'sandbox';

/** The root of the event ids to come: random, unless the account was given a seed. */
function epochRootOf({ name, seed }: { readonly name?: unknown; readonly seed?: unknown }): string {
  return seed === `${DEFAULT_SEED}/${name}` ? randomBytes(16).toString('hex') : String(seed);
}

/** By the format that a step starts from. Whoever raises FORMAT adds one. */
const STEPS: Readonly<Record<number, MigrationStep>> = {
  1: snapshot => {
    const account = snapshot.account as Record<string, unknown>;
    return {
      ...snapshot,
      account: { ...(upgradeState(account) as object), epoch: epochOf(epochRootOf(account)) },
    };
  },
};

/**
 * Converts a snapshot to the current format, step by step.
 * @throws StorageError for a format that is newer, unknown, or too old to be converted
 */
export function migrate(
  snapshot: Record<string, unknown>,
  path: string,
  steps: Readonly<Record<number, MigrationStep>> = STEPS,
  current = FORMAT,
): Record<string, unknown> {
  let migrated = snapshot;
  for (let format = checkedFormat(snapshot.format, path, snapshot.writtenBy, current); format < current; ) {
    const step = steps[format];
    if (!step) {
      throw new StorageError(
        `${path}: its format ${format} is too old for this version, which reads ${oldest(steps, current)} to ${current}; start a version in between once and stop it`,
      );
    }
    format += 1;
    migrated = { ...step(migrated), format };
  }
  return migrated;
}

const oldest = (steps: Readonly<Record<number, MigrationStep>>, current: number): number =>
  Math.min(current, ...Object.keys(steps).map(Number));

/**
 * The format that a file says it has.
 * @throws StorageError where it says none, or a newer one than this version knows
 */
export function checkedFormat(value: unknown, path: string, writtenBy: unknown, current = FORMAT): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new StorageError(
      `${path}: it names no format, so it was not written by this program; move it away`,
    );
  }
  const format = value as number;
  if (format > current) {
    throw new StorageError(
      `${path}: it has format ${format}, written by version ${writtenBy}; this version reads up to ${current}. Use that version or a newer one, or another folder with --data`,
    );
  }
  return format;
}
