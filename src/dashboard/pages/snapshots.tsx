import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { forAccount, type Schemas } from '../control-api.ts';
import { counted, dayAndTime, trx } from '../format.ts';
import { Button, Card } from '../parts/basics.tsx';
import { Dialog } from '../parts/dialog-and-menu.tsx';
import { boundTo, Form, TextField } from '../parts/field.tsx';
import { Empty, Loaded } from '../parts/loading.tsx';
import { saveFile } from '../save-file.ts';
import { readAccount } from '../store/account.ts';
import { ask } from '../store/dialogs.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/tasks-and-toasts.ts';

type Snapshot = Schemas['Snapshot'];

/** The named copies of the account's state. */
export function SnapshotsDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const resource = useResource(`${account}/snapshots`, signal =>
    forAccount(account).get('/snapshots', { signal }),
  );
  const props = { account, onChanged: resource.reload };
  return (
    <Dialog title="Snapshots" onClose={onClose}>
      <p class="soft">
        A snapshot is a copy of the whole account: orders, webhooks, ledger, settings, scenarios and clock.
        Restore it to repeat what follows as often as needed. Snapshots are lost when the sandbox stops;
        download the ones to keep.
      </p>
      <TakeSnapshot {...props} names={resource.data?.items.map(({ name }) => name) ?? []} />
      <Loaded of={resource}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="snapshots" title="No snapshots yet">
              Take one before you try something that changes the account.
            </Empty>
          ) : (
            <Card title={counted(items.length, 'snapshot')} flush>
              <ul class="rows spread">
                {items.toReversed().map(snapshot => (
                  <Row key={snapshot.name} {...props} snapshot={snapshot} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface ListProps {
  readonly account: string;
  readonly onChanged: () => Promise<void>;
}

function Row({ account, snapshot, onChanged }: ListProps & { snapshot: Snapshot }) {
  const { name, taken_at, orders, events, balance_trx, bytes } = snapshot;
  const input = { path: { name } };
  const restore = async (): Promise<void> => {
    const text = `Everything that happened in ${account} since then is lost: orders, webhooks, ledger, settings, scenarios and the time of the clock. The requests are cleared. The name and the keys stay.`;
    if (!(await ask({ title: `Restore ${name}?`, text, action: 'Restore' }))) return;
    const restored = () => forAccount(account).post('/snapshots/{name}/restore', input);
    await attempt(restored, `${account} is as it was in ${name}.`);
    await readAccount();
  };
  const download = async (): Promise<void> => {
    const content = await forAccount(account).get('/snapshots/{name}', input);
    saveFile(`${account}-${name}.json`, JSON.stringify(content), 'application/json');
  };
  const remove = async (): Promise<void> => {
    const text = 'This cannot be undone. Download the snapshot first if you may need it again.';
    if (!(await ask({ title: `Delete ${name}?`, text, action: 'Delete' }))) return;
    const deleted = () => forAccount(account).delete('/snapshots/{name}', input);
    await attempt(deleted, `Snapshot ${name} deleted.`);
    await onChanged();
  };
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
        {counted(orders, 'order')}, {counted(events, 'event')}, {trx(balance_trx)} TRX,{' '}
        {counted(Math.ceil(bytes / 1_024), 'KiB', 'KiB')}
      </span>
      <div class="row tight">
        <Button icon="again" look="small" aria-label={`Restore ${name}`} onClick={restore}>
          Restore
        </Button>
        <Button
          icon="download"
          look="small"
          aria-label={`Download ${name}`}
          onClick={() => attempt(download)}
        >
          Download
        </Button>
        <Button look="small danger" aria-label={`Delete ${name}`} onClick={remove}>
          Delete
        </Button>
      </div>
    </li>
  );
}

function freeName(names: readonly string[]): string {
  let number = names.length + 1;
  while (names.includes(`snapshot-${number}`)) number += 1;
  return `snapshot-${number}`;
}

/** Takes a snapshot with a name, and imports snapshots from files. Asks before it replaces one. */
function TakeSnapshot({ account, names, onChanged }: ListProps & { names: readonly string[] }) {
  const typed = useSignal('');
  const chooser = useRef<HTMLInputElement>(null);
  const isFree = async (name: string, by: string): Promise<boolean> => {
    const text = `There is a snapshot ${name} already. Replace it with ${by}?`;
    return !names.includes(name) || ask({ title: `Replace ${name}?`, text, action: 'Replace' });
  };
  const take = async (): Promise<void> => {
    const name = typed.value || freeName(names);
    if (!(await isFree(name, 'the account as it is now'))) return;
    const taken = () => forAccount(account).post('/snapshots', { body: { name } });
    if (await attempt(taken, `Snapshot ${name} taken.`)) typed.value = '';
    await onChanged();
  };
  const importFile = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    if (!file) return;
    const name = snapshotNameOf(file.name);
    const body = (await contentOf(file)) as never;
    input.value = '';
    if (!(await isFree(name, 'the one in the file'))) return;
    await forAccount(account).put('/snapshots/{name}', { path: { name }, body });
    await onChanged();
  };
  return (
    <Form
      layout="row bottom"
      submit="Take snapshot"
      look="main"
      icon="snapshots"
      onSubmit={take}
      beside={
        <>
          <Button onClick={() => chooser.current?.click()}>Import file</Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept="application/json,.json"
            onChange={({ currentTarget }) => attempt(() => importFile(currentTarget))}
          />
        </>
      }
    >
      <div class="grow">
        <TextField
          label="Name of the new snapshot"
          mono
          {...boundTo(typed)}
          placeholder={freeName(names)}
          help="Letters, digits, dots, dashes and underscores"
        />
      </div>
    </Form>
  );
}

/** The name for a snapshot from a file: without its extension and without characters that names cannot have. */
const snapshotNameOf = (fileName: string): string =>
  fileName
    .replace(/\.json$/i, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64) || 'imported';

async function contentOf(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON. Choose a file that was downloaded from a snapshot.`);
  }
}
