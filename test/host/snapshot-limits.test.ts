import { expect, test } from 'vitest';
import {
  checkSnapshotLimits,
  MAX_SNAPSHOT_BYTES,
  SnapshotLimitError,
} from '../../src/host/named-snapshots.ts';

const HALF = MAX_SNAPSHOT_BYTES / 2;
const kept = new Map(['one', 'two'].map(name => [name, { name, bytes: HALF }]));

test('the named snapshots of an account have at most the maximum size together', () => {
  expect(() => checkSnapshotLimits(kept, 'three', 1)).toThrow(SnapshotLimitError);
  expect(() => checkSnapshotLimits(kept, 'two', HALF + 1)).toThrow(`${MAX_SNAPSHOT_BYTES + 1} bytes`);
});

test('a snapshot that replaces one counts instead of it', () => {
  expect(() => checkSnapshotLimits(kept, 'two', HALF)).not.toThrow();
});
