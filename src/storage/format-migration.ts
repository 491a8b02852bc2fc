import { randomBytes } from 'node:crypto';
import { epochOf } from '../engine/event-epoch.ts';
import { upgradeState } from './format-1.ts';
import { StorageError } from './storage.ts';

/** The format of the snapshots and logs that this version writes. */
export const FORMAT = 2;

/** Converts a snapshot of one format to the next. It may modify its argument. */
export type MigrationStep = (snapshot: Record<string, unknown>) => Record<string, unknown>;

/** The default seed of a server. An account's seed is then `sandbox/<name>`. */
const DEFAULT_SEED = 'sandbox';

/** The root of future event ids: random, unless the account was created with an explicit seed. */
function epochRootOf({ name, seed }: { readonly name?: unknown; readonly seed?: unknown }): string {
  return seed === `${DEFAULT_SEED}/${name}` ? randomBytes(16).toString('hex') : String(seed);
}

/** Keyed by the format that a step converts from. Raising FORMAT requires a new step. */
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
 * @throws StorageError for a format that is newer, invalid, or too old to be converted
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
        `${path}: format ${format} is too old for this version, which reads formats ${oldest(steps, current)} to ${current}; start an intermediate version once and stop it`,
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
 * The format that a file declares.
 * @throws StorageError if it declares none, or a newer one than this version supports
 */
export function checkedFormat(value: unknown, path: string, writtenBy: unknown, current = FORMAT): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new StorageError(
      `${path}: the file does not declare a format, so it was not written by this program; move it away`,
    );
  }
  const format = value as number;
  if (format > current) {
    throw new StorageError(
      `${path}: the file has format ${format}, written by version ${writtenBy}, but this version reads up to format ${current}. Use that version or a newer one, or choose another folder with --data`,
    );
  }
  return format;
}
