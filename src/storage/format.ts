import { StorageError } from './storage.ts';

/** The format of snapshots and logs that this version writes. */
export const FORMAT = 1;

/** Brings a snapshot of one format to the next. It may change what it is given. */
export type MigrationStep = (snapshot: Record<string, unknown>) => Record<string, unknown>;

/** By the format that a step starts from. Raise FORMAT together with adding one. */
const STEPS: Readonly<Record<number, MigrationStep>> = {};

/**
 * Brings a snapshot to the present format, step by step.
 * @throws StorageError for a format that is newer, unknown, or too old to be brought along
 */
export function migrate(
  snapshot: Record<string, unknown>,
  path: string,
  steps: Readonly<Record<number, MigrationStep>> = STEPS,
  present = FORMAT,
): Record<string, unknown> {
  let migrated = snapshot;
  for (let format = checkedFormat(snapshot.format, path, snapshot.writtenBy, present); format < present; ) {
    const step = steps[format];
    if (!step) {
      throw new StorageError(
        `${path}: its format ${format} is too old for this version, which reads ${oldest(steps, present)} to ${present}; start a version in between once and stop it`,
      );
    }
    format += 1;
    migrated = { ...step(migrated), format };
  }
  return migrated;
}

const oldest = (steps: Readonly<Record<number, MigrationStep>>, present: number): number =>
  Math.min(present, ...Object.keys(steps).map(Number));

/**
 * The format that a file says it has.
 * @throws StorageError where it says none, or a newer one than this version knows
 */
export function checkedFormat(value: unknown, path: string, writtenBy: unknown, present = FORMAT): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new StorageError(`${path}: it names no format, so it is no file of this program; move it away`);
  }
  const format = value as number;
  if (format > present) {
    throw new StorageError(
      `${path}: it has format ${format}, written by version ${writtenBy}; this version reads up to ${present}. Use that version or a newer one, or another folder with --data`,
    );
  }
  return format;
}
