import type { components } from '../../contract/control-v1.generated.ts';
import { toTrx } from '../../domain/money.ts';
import { isoTime } from '../../domain/time-formats.ts';
import type { Account } from '../../engine/account.ts';
import { type NamedSnapshot, type NamedSnapshots, SNAPSHOT_FORMAT } from '../../runtime/named-snapshots.ts';
import { readSnapshot } from '../../runtime/snapshot-import.ts';
import { shownAccount } from './account-calls.ts';
import type { Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';

type Schemas = components['schemas'];

const shownSnapshot = (snapshot: NamedSnapshot): Schemas['Snapshot'] => ({
  name: snapshot.name,
  account: snapshot.account,
  taken_at: isoTime(snapshot.takenAtMs),
  balance_trx: toTrx(snapshot.balanceSun),
  orders: snapshot.orders,
  events: snapshot.events,
  bytes: Buffer.byteLength(snapshot.stateText),
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
  takeSnapshot: ({ snapshots, account, body }) => shownSnapshot(snapshots.take(account, body.name)),
  exportSnapshot: ({ snapshots, account, path }) => {
    const snapshot = snapshotNamed(snapshots, account, path.name);
    return {
      format: SNAPSHOT_FORMAT,
      account: snapshot.account,
      taken_at: isoTime(snapshot.takenAtMs),
      state: JSON.parse(snapshot.stateText) as Record<string, never>,
    };
  },
  importSnapshot: async ({ core, snapshots, account, path, body, clock }) => {
    const read = await readSnapshot(body, clock);
    core.runner.checkExists(account);
    if ('snapshot' in read) return shownSnapshot(snapshots.keep(account, path.name, read.snapshot));
    const where = `body.${read.problem.path}`;
    throw new ControlError('SNAPSHOT_INVALID', `${where}: ${read.problem.message}`, where);
  },
  deleteSnapshot: ({ snapshots, account, path }) => {
    const { name } = snapshotNamed(snapshots, account, path.name);
    snapshots.delete(account, name);
    return { name };
  },
  restoreSnapshot: ({ core, snapshots, account, path }) => {
    snapshots.restore(account, snapshotNamed(snapshots, account, path.name));
    return shownAccount(core, account);
  },
};
