import { expect, test } from 'vitest';
import {
  checkSnapshotLimits,
  MAX_SNAPSHOT_BYTES,
  SnapshotLimitError,
} from '../../../src/host/snapshots/named-snapshots.ts';

const HALF = MAX_SNAPSHOT_BYTES / 2;
const stored = new Map(['one', 'two'].map(name => [name, { name, bytes: HALF }]));

test('the named snapshots of an account together have at most the maximum size', () => {
  expect(() => checkSnapshotLimits(stored, 'three', 1)).toThrow(SnapshotLimitError);
  expect(() => checkSnapshotLimits(stored, 'two', HALF + 1)).toThrow(`${MAX_SNAPSHOT_BYTES + 1} bytes`);
});

test('a snapshot that replaces another one counts instead of it', () => {
  expect(() => checkSnapshotLimits(stored, 'two', HALF)).not.toThrow();
});
