import { api } from '../../api.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useResource } from '../../store/resource.ts';
import type { PageProps } from '../page-props.ts';
import { SnapshotList } from './list.tsx';
import { TakeSnapshot } from './take.tsx';

/** The named copies of the account's state. */
export function SnapshotsPage({ account }: PageProps) {
  const resource = useResource(`${account}/snapshots`, signal =>
    api.get('/_sandbox/accounts/{account}/snapshots', { path: { account }, signal }),
  );
  const names = resource.data?.items.map(({ name }) => name) ?? [];
  return (
    <div class="sheet">
      <h1>Snapshots</h1>
      <p class="lead">
        A snapshot is a copy of the whole account: orders, webhooks, ledger, settings, scenarios and clock.
        Restore it to repeat what comes next as often as needed. Snapshots are lost when the sandbox stops;
        download those that have to last.
      </p>
      <TakeSnapshot account={account} names={names} onChanged={resource.reload} />
      <Loaded of={resource}>
        {({ items }) => <SnapshotList account={account} items={items} onChanged={resource.reload} />}
      </Loaded>
    </div>
  );
}
