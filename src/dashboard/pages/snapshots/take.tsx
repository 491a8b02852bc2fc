import { type Signal, useSignal } from '@preact/signals';
import { api } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { attempt } from '../../store/toasts.ts';
import { chooseFile } from './snapshot-files.ts';

const NAME = '[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}';

/** Imports a snapshot from a file that the user chooses. */
const upload = (account: string): Promise<boolean> =>
  attempt(async () => {
    const file = await chooseFile();
    if (!file) return;
    const path = { account, name: file.name };
    await api.put('/_sandbox/accounts/{account}/snapshots/{name}', { path, body: file.content as never });
  });

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

/** Takes a snapshot under a name, and imports one from a file. */
export function TakeSnapshot({ account, names, onChanged }: TakeProps) {
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
  return (
    <form
      class="row bottom"
      onSubmit={event => {
        event.preventDefault();
        if (names.includes(name)) isAsking.value = true;
        else void take();
      }}
    >
      <NameField typed={typed} usual={freeName(names)} />
      <button type="submit" class="button main">
        <Icon name="snapshots" /> Take snapshot
      </button>
      <button type="button" class="button" onClick={() => upload(account).then(onChanged)}>
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

function NameField({ typed, usual }: { typed: Signal<string>; usual: string }) {
  return (
    <div class="grow snapshot-name">
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
