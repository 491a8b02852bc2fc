import type { components } from '../../contract/control-v1.generated.ts';
import { toTrx } from '../../domain/money.ts';
import { isoTime } from '../../domain/time-formats.ts';
import type { Account } from '../../engine/account.ts';
import {
  type NamedSnapshot,
  type NamedSnapshots,
  SNAPSHOT_FORMAT,
  SnapshotLimitError,
} from '../../runtime/named-snapshots.ts';
import { readSnapshot } from '../../runtime/snapshot-import.ts';
import { shownAccount } from './account-calls.ts';
import type { Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';
import { JsonPieces } from './json-pieces.ts';

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

/** Waits for a new snapshot. @throws ControlError LIMIT_REACHED */
async function withinLimits(snapshot: Promise<NamedSnapshot>, path: string): Promise<NamedSnapshot> {
  try {
    return await snapshot;
  } catch (error) {
    if (error instanceof SnapshotLimitError) throw new ControlError('LIMIT_REACHED', error.message, path);
    throw error;
  }
}

/** Calls about snapshots. */
export const snapshotCalls: Pick<
  Handlers,
  | 'listSnapshots'
  | 'takeSnapshot'
  | 'exportSnapshot'
  | 'importSnapshot'
  | 'deleteSnapshot'
  | 'restoreSnapshot'
> = {
  listSnapshots: ({ snapshots, account }) => ({
    items: snapshots.list(account).map(shownSnapshot),
    next: null,
  }),
  takeSnapshot: async ({ snapshots, account, body }) =>
    shownSnapshot(await withinLimits(snapshots.take(account, body.name), 'body.name')),
  exportSnapshot: ({ snapshots, account, path }) => {
    const { account: takenOf, takenAtMs, pieces } = snapshotNamed(snapshots, account, path.name);
    const head = JSON.stringify({ format: SNAPSHOT_FORMAT, account: takenOf, taken_at: isoTime(takenAtMs) });
    const prefix = Buffer.from(`${head.slice(0, -1)},"state":`);
    return new JsonPieces([prefix, ...pieces, Buffer.from('}')]);
  },
  importSnapshot: async ({ core, snapshots, account, path, body, clock }) => {
    const read = await readSnapshot(body, clock);
    core.runner.checkExists(account);
    if ('snapshot' in read) {
      return shownSnapshot(
        await withinLimits(snapshots.keep(account, path.name, read.snapshot), 'params.name'),
      );
    }
    const where = `body.${read.problem.path}`;
    throw new ControlError('SNAPSHOT_INVALID', `${where}: ${read.problem.message}`, where);
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
};
