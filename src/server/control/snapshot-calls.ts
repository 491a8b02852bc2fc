import type { components } from '../../contract/control-v1.generated.ts';
import { toTrx } from '../../core/domain/money.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import {
  type NamedSnapshot,
  type NamedSnapshots,
  SNAPSHOT_FORMAT,
  SnapshotInvalidError,
  SnapshotLimitError,
} from '../../host/named-snapshots.ts';
import { shownAccount } from './account-calls.ts';
import { type Handlers, JsonPieces } from './call-types.ts';
import { ControlError } from './control-errors.ts';

type Schemas = components['schemas'];

const shownSnapshot = (snapshot: NamedSnapshot): Schemas['Snapshot'] => ({
  name: snapshot.name,
  account: snapshot.account,
  taken_at: isoTime(snapshot.takenAtMs),
  balance_trx: toTrx(snapshot.balanceSun),
  orders: snapshot.orders,
  events: snapshot.events,
  bytes: snapshot.bytes,
});

/** @throws ControlError SNAPSHOT_NOT_FOUND */
function snapshotNamed(snapshots: NamedSnapshots, account: Account, name: string): NamedSnapshot {
  const snapshot = snapshots.get(account, name);
  if (snapshot) return snapshot;
  const known = snapshots
    .list(account)
    .map(one => one.name)
    .join(', ');
  const message = `the account has no snapshot ${name}; its snapshots are: ${known || 'none'}`;
  throw new ControlError('SNAPSHOT_NOT_FOUND', message, 'params.name');
}

const UNCHECKED = 'the file has no checksum, so it is unknown whether it was changed after it was exported';

/** Waits for a new snapshot. @throws ControlError LIMIT_REACHED, SNAPSHOT_INVALID */
async function stored(snapshot: Promise<NamedSnapshot>, path: string): Promise<NamedSnapshot> {
  try {
    return await snapshot;
  } catch (error) {
    if (error instanceof SnapshotLimitError) throw new ControlError('LIMIT_REACHED', error.message, path);
    if (error instanceof SnapshotInvalidError) {
      const where = `body.${error.path}`;
      throw new ControlError('SNAPSHOT_INVALID', `${where}: ${error.message}`, where);
    }
    throw error;
  }
}

/** Calls about snapshots. */
export const snapshotCalls = {
  listSnapshots: ({ snapshots, account }) => ({
    items: snapshots.list(account).map(shownSnapshot),
    next: null,
  }),
  takeSnapshot: async ({ snapshots, account, body }) =>
    shownSnapshot(await stored(snapshots.take(account, body.name), 'body.name')),
  exportSnapshot: ({ snapshots, account, path }) => {
    const { account: takenOf, takenAtMs, pieces, checksum } = snapshotNamed(snapshots, account, path.name);
    const fields = { format: SNAPSHOT_FORMAT, account: takenOf, taken_at: isoTime(takenAtMs), checksum };
    const head = JSON.stringify(fields);
    const prefix = Buffer.from(`${head.slice(0, -1)},"state":`);
    return new JsonPieces([prefix, ...pieces, Buffer.from('}')]);
  },
  importSnapshot: async ({ snapshots, account, path, query, body }) => {
    const importing = snapshots.import(account, path.name, body, query.force === true);
    const shown = shownSnapshot(await stored(importing, 'params.name'));
    return body.checksum === undefined ? { ...shown, warning: UNCHECKED } : shown;
  },
  deleteSnapshot: ({ snapshots, account, path }) => {
    const { name } = snapshotNamed(snapshots, account, path.name);
    snapshots.delete(account, name);
    return { name };
  },
  restoreSnapshot: async ({ core, snapshots, account, path }) => {
    await snapshots.restore(account, snapshotNamed(snapshots, account, path.name));
    return shownAccount(core, account);
  },
} satisfies Partial<Handlers>;
