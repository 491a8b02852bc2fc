import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../../api.ts';
import { count, dayAndTime, fileSize, plural, trx } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { saveFile } from '../../save-file.ts';
import { attempt } from '../../store/toasts.ts';
import { SnapshotQuestion } from './question.tsx';

type Snapshot = Schemas['Snapshot'];

interface ListProps {
  readonly account: string;
  readonly items: readonly Snapshot[];
  readonly onChanged: () => Promise<void>;
}

interface Asked {
  readonly action: 'restore' | 'delete';
  readonly snapshot: Snapshot;
}

/** The snapshots of an account, newest first, with what can be done with each. */
export function SnapshotList({ account, items, onChanged }: ListProps) {
  const asking = useSignal<Asked | null>(null);
  if (items.length === 0) {
    return (
      <Empty icon="snapshots" title="No snapshots yet">
        Take one before you try something that changes the account.
      </Empty>
    );
  }
  return (
    <Card title={plural(items.length, 'snapshot')} flush>
      <ul class="snapshot-list">
        {[...items].reverse().map(snapshot => (
          <Row
            key={snapshot.name}
            account={account}
            snapshot={snapshot}
            onAsk={action => {
              asking.value = { action, snapshot };
            }}
          />
        ))}
      </ul>
      {asking.value && (
        <SnapshotQuestion
          account={account}
          action={asking.value.action}
          name={asking.value.snapshot.name}
          onChanged={onChanged}
          onClose={() => {
            asking.value = null;
          }}
        />
      )}
    </Card>
  );
}

const download = (account: string, name: string): Promise<boolean> =>
  attempt(async () => {
    const path = { account, name };
    const snapshot = await api.get('/_sandbox/accounts/{account}/snapshots/{name}', { path });
    saveFile(`${account}-${name}.json`, JSON.stringify(snapshot), 'application/json');
  });

interface RowProps {
  readonly account: string;
  readonly snapshot: Snapshot;
  readonly onAsk: (action: Asked['action']) => void;
}

function Row({ account, snapshot, onAsk }: RowProps) {
  const { name, taken_at, orders, events, balance_trx, bytes } = snapshot;
  return (
    <li>
      <div class="stack tight">
        <strong class="break">{name}</strong>
        <span class="soft">
          {dayAndTime(taken_at)} UTC on the account's clock
          {snapshot.account !== account && `, of account ${snapshot.account}`}
        </span>
      </div>
      <span class="soft">
        {plural(orders, 'order')}, {count(events)} {events === 1 ? 'event' : 'events'}, {trx(balance_trx)}{' '}
        TRX, {fileSize(bytes)}
      </span>
      <div class="row tight">
        <button
          type="button"
          class="button small"
          aria-label={`Restore ${name}`}
          onClick={() => onAsk('restore')}
        >
          <Icon name="again" /> Restore
        </button>
        <button
          type="button"
          class="button small"
          aria-label={`Download ${name}`}
          onClick={() => download(account, name)}
        >
          <Icon name="download" /> Download
        </button>
        <button
          type="button"
          class="button small danger"
          aria-label={`Delete ${name}`}
          onClick={() => onAsk('delete')}
        >
          Delete
        </button>
      </div>
    </li>
  );
}
