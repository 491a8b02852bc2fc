import { type Signal, useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { count, dayAndTime, fileSize, plural, trx } from '../format.ts';
import { Card } from '../parts/card.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loaded } from '../parts/loaded.tsx';
import { saveFile } from '../save-file.ts';
import { readAccount } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';

/** The named copies of the account's state. */
export function SnapshotsDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const resource = useResource(`${account}/snapshots`, signal =>
    api.get('/_sandbox/accounts/{account}/snapshots', { path: { account }, signal }),
  );
  const names = resource.data?.items.map(({ name }) => name) ?? [];
  return (
    <Dialog title="Snapshots" onClose={onClose}>
      <p class="soft">
        A snapshot is a copy of the whole account: orders, webhooks, ledger, settings, scenarios and clock.
        Restore it to repeat what comes next as often as needed. Snapshots are lost when the sandbox stops;
        download those that have to last.
      </p>
      <TakeSnapshot account={account} names={names} onChanged={resource.reload} />
      <Loaded of={resource}>
        {({ items }) => <SnapshotList account={account} items={items} onChanged={resource.reload} />}
      </Loaded>
    </Dialog>
  );
}

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
function SnapshotList({ account, items, onChanged }: ListProps) {
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

interface QuestionProps {
  readonly account: string;
  readonly action: 'restore' | 'delete';
  readonly name: string;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a snapshot is restored or deleted. */
function SnapshotQuestion({ account, action, name, onChanged, onClose }: QuestionProps) {
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
          await onChanged();
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

const NAME = '[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}';

/** Takes a snapshot with a name. */
const take = (account: string, name: string): Promise<boolean> =>
  attempt(
    () => api.post('/_sandbox/accounts/{account}/snapshots', { path: { account }, body: { name } }),
    `Snapshot ${name} taken.`,
  );

/** Imports a snapshot from a file. */
const importFile = (account: string, { name, content }: ChosenFile): Promise<boolean> =>
  attempt(() =>
    api.put('/_sandbox/accounts/{account}/snapshots/{name}', {
      path: { account, name },
      body: content as never,
    }),
  );

interface TakeProps {
  readonly account: string;
  readonly names: readonly string[];
  readonly onChanged: () => Promise<void>;
}

/** The first name of the form snapshot-1 that is not in use. */
function freeName(names: readonly string[]): string {
  let number = names.length + 1;
  while (names.includes(`snapshot-${number}`)) number += 1;
  return `snapshot-${number}`;
}

/** Something that would replace a snapshot of the same name. */
interface Replacement {
  readonly name: string;
  readonly by: string;
  readonly run: () => Promise<void>;
}

/** Takes a snapshot with a name, and imports snapshots from files. Asks before it replaces one. */
function TakeSnapshot({ account, names, onChanged }: TakeProps) {
  const typed = useSignal('');
  const asking = useSignal<Replacement | null>(null);
  const task = useTask();
  const name = typed.value || freeName(names);
  const askFirst = (replacement: Replacement): Promise<void> => {
    if (!names.includes(replacement.name)) return task.run(replacement.run);
    asking.value = replacement;
    return Promise.resolve();
  };
  const takeNow = async (): Promise<void> => {
    if ((await take(account, name)) && typed.value === name) typed.value = '';
    await onChanged();
  };
  const choose = async (): Promise<void> => {
    await attempt(async () => {
      const file = await chooseFile();
      if (!file) return;
      const run = async (): Promise<void> => {
        await importFile(account, file);
        await onChanged();
      };
      await askFirst({ name: file.name, by: 'the one of the file', run });
    });
  };
  return (
    <form
      class="row bottom"
      onSubmit={event => {
        event.preventDefault();
        void askFirst({ name, by: 'the account as it is now', run: takeNow });
      }}
    >
      <NameField typed={typed} usual={freeName(names)} />
      <button type="submit" class="button main" aria-busy={task.isBusy}>
        <Icon name="snapshots" /> Take snapshot
      </button>
      <button type="button" class="button" onClick={choose}>
        Import file
      </button>
      {asking.value && (
        <ReplaceQuestion
          {...asking.value}
          onReplace={task.run}
          onClose={() => {
            asking.value = null;
          }}
        />
      )}
    </form>
  );
}

interface ReplaceProps extends Replacement {
  readonly onReplace: (work: Replacement['run']) => Promise<void>;
  readonly onClose: () => void;
}

function ReplaceQuestion({ name, by, run, onReplace, onClose }: ReplaceProps) {
  return (
    <Confirm
      title={`Replace ${name}?`}
      action="Replace"
      isDestructive
      onAction={() => void onReplace(run)}
      onClose={onClose}
    >
      <p>
        There is a snapshot {name} already. It is replaced by {by}.
      </p>
    </Confirm>
  );
}

function NameField({ typed, usual }: { typed: Signal<string>; usual: string }) {
  return (
    <div class="grow">
      <Field label="Name of the new snapshot">
        {attributes => (
          <input
            {...attributes}
            class="input mono"
            value={typed.value}
            placeholder={usual}
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
  );
}

/** The name for a snapshot from a file: without its extension and without characters that names cannot have. */
export const snapshotNameOf = (fileName: string): string =>
  fileName
    .replace(/\.json$/i, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64) || 'imported';

/** A file that the user chose, with a name that a snapshot can have. */
interface ChosenFile {
  readonly name: string;
  readonly content: unknown;
}

/**
 * Lets the user choose a JSON file. Null if none was chosen.
 * @throws Error if it is not JSON
 */
async function chooseFile(): Promise<ChosenFile | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'application/json,.json';
  const file = await new Promise<File | null>(resolve => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
  if (!file) return null;
  try {
    return { name: snapshotNameOf(file.name), content: JSON.parse(await file.text()) };
  } catch {
    throw new Error(`${file.name} is not JSON. Choose a file that was downloaded from a snapshot.`);
  }
}
