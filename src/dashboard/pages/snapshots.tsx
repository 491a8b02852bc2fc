import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { count, dayAndTime, fileSize, plural, trx } from '../format.ts';
import { Card } from '../parts/card.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Empty } from '../parts/empty.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { readAccount } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import type { PageProps } from './page-props.ts';
import { chooseFile, saveFile } from './snapshot-files.ts';

type Snapshot = Schemas['Snapshot'];

const NAME = '[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}';

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
      <Take account={account} names={names} onChanged={resource.reload} />
      <Loaded of={resource}>
        {({ items }) => <List account={account} items={items} onChanged={resource.reload} />}
      </Loaded>
    </div>
  );
}

interface TakeProps {
  readonly account: string;
  readonly names: readonly string[];
  readonly onChanged: () => void;
}

/** The first name of the form snapshot-1 that is not in use. */
function freeName(names: readonly string[]): string {
  let number = names.length + 1;
  while (names.includes(`snapshot-${number}`)) number += 1;
  return `snapshot-${number}`;
}

function Take({ account, names, onChanged }: TakeProps) {
  const typed = useSignal('');
  const isAsking = useSignal(false);
  const name = typed.value || freeName(names);
  const take = async (): Promise<void> => {
    await attempt(
      () => api.post('/_sandbox/accounts/{account}/snapshots', { path: { account }, body: { name } }),
      `Snapshot ${name} taken.`,
    );
    typed.value = '';
    onChanged();
  };
  const upload = async (): Promise<void> => {
    await attempt(async () => {
      const file = await chooseFile();
      if (!file) return;
      await api.put('/_sandbox/accounts/{account}/snapshots/{name}', {
        path: { account, name: file.name },
        body: file.content as never,
      });
    });
    onChanged();
  };
  return (
    <form
      class="row bottom"
      onSubmit={event => {
        event.preventDefault();
        if (names.includes(name)) isAsking.value = true;
        else void take();
      }}
    >
      <div class="grow snapshot-name">
        <Field label="Name of the new snapshot">
          {attributes => (
            <input
              {...attributes}
              class="input mono"
              value={typed.value}
              placeholder={freeName(names)}
              pattern={NAME}
              title="Letters, digits, dots, dashes and underscores; at most 64"
              autocomplete="off"
              spellcheck={false}
              onInput={event => {
                typed.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
      </div>
      <button type="submit" class="button main">
        <Icon name="snapshots" /> Take snapshot
      </button>
      <button type="button" class="button" onClick={upload}>
        Import file
      </button>
      {isAsking.value && (
        <Confirm
          title={`Replace ${name}?`}
          action="Replace"
          isDestructive
          onAction={take}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          <p>There is a snapshot {name} already. It is replaced by the account as it is now.</p>
        </Confirm>
      )}
    </form>
  );
}

interface ListProps {
  readonly account: string;
  readonly items: readonly Snapshot[];
  readonly onChanged: () => void;
}

function List({ account, items, onChanged }: ListProps) {
  const asking = useSignal<{ readonly action: 'restore' | 'delete'; readonly snapshot: Snapshot } | null>(
    null,
  );
  if (items.length === 0) {
    return (
      <Empty icon="snapshots" title="No snapshots yet">
        Take one before you try something that changes the account.
      </Empty>
    );
  }
  const download = (name: string) =>
    attempt(async () => {
      const path = { account, name };
      saveFile(
        `${account}-${name}.json`,
        await api.get('/_sandbox/accounts/{account}/snapshots/{name}', { path }),
      );
    });
  return (
    <Card title={plural(items.length, 'snapshot')} flush>
      <ul class="snapshot-list">
        {[...items].reverse().map(snapshot => (
          <li key={snapshot.name}>
            <div class="stack tight">
              <strong class="break">{snapshot.name}</strong>
              <span class="soft">
                {dayAndTime(snapshot.taken_at)} UTC on the account's clock
                {snapshot.account !== account && `, of account ${snapshot.account}`}
              </span>
            </div>
            <span class="soft">
              {plural(snapshot.orders, 'order')}, {count(snapshot.events)} events, {trx(snapshot.balance_trx)}{' '}
              TRX, {fileSize(snapshot.bytes)}
            </span>
            <div class="row tight">
              <button
                type="button"
                class="button small"
                aria-label={`Restore ${snapshot.name}`}
                onClick={() => {
                  asking.value = { action: 'restore', snapshot };
                }}
              >
                <Icon name="again" /> Restore
              </button>
              <button
                type="button"
                class="button small"
                aria-label={`Download ${snapshot.name}`}
                onClick={() => download(snapshot.name)}
              >
                <Icon name="download" /> Download
              </button>
              <button
                type="button"
                class="button small danger"
                aria-label={`Delete ${snapshot.name}`}
                onClick={() => {
                  asking.value = { action: 'delete', snapshot };
                }}
              >
                Delete
              </button>
            </div>
          </li>
        ))}
      </ul>
      {asking.value && (
        <Question
          {...asking.value}
          account={account}
          onChanged={onChanged}
          onClose={() => {
            asking.value = null;
          }}
        />
      )}
    </Card>
  );
}

interface QuestionProps {
  readonly account: string;
  readonly action: 'restore' | 'delete';
  readonly snapshot: Snapshot;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function Question({ account, action, snapshot: { name }, onChanged, onClose }: QuestionProps) {
  const path = { account, name };
  if (action === 'delete') {
    return (
      <Confirm
        title={`Delete ${name}?`}
        action="Delete"
        isDestructive
        onClose={onClose}
        onAction={async () => {
          await attempt(
            () => api.delete('/_sandbox/accounts/{account}/snapshots/{name}', { path }),
            `Snapshot ${name} deleted.`,
          );
          onChanged();
        }}
      >
        <p>The snapshot cannot be brought back. Download it first if you may need it again.</p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Restore ${name}?`}
      action="Restore"
      onClose={onClose}
      onAction={async () => {
        await attempt(
          () => api.post('/_sandbox/accounts/{account}/snapshots/{name}/restore', { path }),
          `${account} is as it was in ${name}.`,
        );
        await readAccount();
      }}
    >
      <p>
        Everything that happened in {account} since then is lost: orders, webhooks, ledger, settings,
        scenarios and the time of the clock. The requests are cleared. The name and the keys stay.
      </p>
    </Confirm>
  );
}
