import { type Signal, useSignal } from '@preact/signals';
import { api } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTask } from '../../store/task.ts';
import { attempt } from '../../store/toasts.ts';
import { type ChosenFile, chooseFile } from './snapshot-files.ts';

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
export function TakeSnapshot({ account, names, onChanged }: TakeProps) {
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

interface QuestionProps extends Replacement {
  readonly onReplace: (work: Replacement['run']) => Promise<void>;
  readonly onClose: () => void;
}

function ReplaceQuestion({ name, by, run, onReplace, onClose }: QuestionProps) {
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
