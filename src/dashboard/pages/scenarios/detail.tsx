import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../../api.ts';
import { CallError } from '../../envelope.ts';
import { goFromHere } from '../../routes.ts';
import { readAccount } from '../../store/account.ts';
import { draftOf, guardDraft, setDraft } from '../../store/drafts.ts';
import { type Resource, useResource } from '../../store/resource.ts';
import { useTask } from '../../store/task.ts';
import { attempt } from '../../store/toasts.ts';
import { ScenarioTrial } from '../scenario-trial.tsx';
import { DetailHead } from './detail-head.tsx';
import { ScenarioEditor } from './editor.tsx';
import { setActive } from './list.tsx';
import { type Check, NEW, NEW_FILE, type ScenarioFile } from './scenario-file.ts';

/** Delay between the last key press and the check. */
const DEBOUNCE_MS = 300;

interface Props {
  readonly account: string;
  readonly name: string;
  /** The names of all scenarios that the account can use. */
  readonly names: readonly string[];
  readonly onChanged: () => Promise<void>;
}

const readFile = (account: string, name: string, signal: AbortSignal): Promise<ScenarioFile> =>
  name === NEW
    ? Promise.resolve(NEW_FILE)
    : api.get('/_sandbox/accounts/{account}/scenarios/{name}/file', { path: { account, name }, signal });

/** Has the server check a text, some time after its last change. `current` is null until this text is checked. */
function useCheck(yaml: string | null): { readonly latest: Check | null; readonly current: Check | null } {
  const check = useSignal<Check | null>(null);
  const checked = useSignal<string | null>(null);
  useEffect(() => {
    if (yaml === null) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const options = { body: { yaml }, signal: controller.signal };
        check.value = await api.post('/_sandbox/scenarios/check', options);
        checked.value = yaml;
      } catch {
        // The connection banner reports a failure. A text that changed meanwhile is checked again.
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [yaml, check, checked]);
  return { latest: check.value, current: checked.value === yaml ? check.value : null };
}

/** Shows the file of a scenario as it runs, and lets the user edit, check, try, save and activate it. */
export function ScenarioDetail(props: Props) {
  const { account, name } = props;
  const resource = useResource(
    `${account}/${name}`,
    signal => readFile(account, name, signal),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  useEffect(() => guardDraft(account, name), [account, name]);
  const { data, error } = resource;
  if (error instanceof CallError && error.status === 404) {
    return (
      <>
        <h2 class="big break">{name}</h2>
        <p class="soft break">This account has no scenario of this name. It may have been deleted.</p>
      </>
    );
  }
  if (!data) return <p class="faint">{error ? error.message : 'Loading…'}</p>;
  if (data.yaml === null) return <WithoutText file={data} />;
  return <Editing {...props} file={data} saved={data.yaml} resource={resource} />;
}

function WithoutText({ file }: { file: ScenarioFile }) {
  return (
    <>
      <h2 class="big break">{file.name}</h2>
      <p class="soft break">{file.summary}</p>
      <p class="soft">
        The server does not have the text of this scenario: it was activated by an older version. It can be
        activated and selected like any other.
      </p>
    </>
  );
}

/** Saves a file, and activates it on request. Returns whether that succeeded. */
const saveFile = (account: string, name: string, yaml: string, activate: boolean): Promise<boolean> =>
  attempt(
    () =>
      activate
        ? api.post('/_sandbox/accounts/{account}/scenarios', { path: { account }, body: { yaml } })
        : api.put('/_sandbox/accounts/{account}/scenarios/{name}/file', {
            path: { account, name },
            body: { yaml },
          }),
    `${name} is ${activate ? 'active' : 'saved'}.`,
  );

/** Deletes a file of the account. Returns whether that succeeded. */
const deleteFile = (account: string, { name, replaces_built_in }: ScenarioFile): Promise<boolean> =>
  attempt(
    () => api.delete('/_sandbox/accounts/{account}/scenarios/{name}/file', { path: { account, name } }),
    replaces_built_in ? `The built-in ${name} is back.` : `${name} is deleted.`,
  );

interface EditingProps extends Props {
  readonly file: ScenarioFile;
  readonly saved: string;
  readonly resource: Resource<ScenarioFile>;
}

function Editing({ account, name, names, onChanged, file, saved, resource }: EditingProps) {
  const task = useTask();
  const draft = draftOf(account, name);
  const text = draft ?? saved;
  const { latest, current } = useCheck(text);
  const checkedName = current?.scenario?.name ?? null;

  const save = async (activate: boolean): Promise<void> => {
    if (checkedName === null) return;
    const isRunning = file.active && checkedName === name;
    const go = goFromHere();
    if (!(await saveFile(account, checkedName, text, activate && !isRunning))) return;
    await Promise.all([resource.reload(), onChanged(), readAccount()]);
    // What was typed meanwhile is not saved.
    if (draftOf(account, name) !== text && draftOf(account, name) !== null) return;
    setDraft(account, name, null);
    if (checkedName !== name) go(account, 'scenarios', checkedName);
  };
  const remove = async (): Promise<void> => {
    const go = goFromHere();
    if (!(await deleteFile(account, file))) return;
    setDraft(account, name, null);
    if (!file.replaces_built_in) go(account, 'scenarios');
    await Promise.all([resource.reload(), onChanged()]);
  };
  const setRunning = async (on: boolean): Promise<void> => {
    await setActive(account, name, on);
    await Promise.all([resource.reload(), onChanged()]);
  };
  return (
    <>
      <DetailHead
        file={file}
        text={text}
        check={current}
        isChanged={draft !== null}
        replaced={
          checkedName !== null && checkedName !== name && names.includes(checkedName) ? checkedName : null
        }
        isBusy={task.isBusy}
        onSave={activate => task.run(() => save(activate))}
        onRevert={() => setDraft(account, name, null)}
        onRemove={() => task.run(remove)}
        onSwitch={on => task.run(() => setRunning(on))}
      />
      <ScenarioEditor
        text={text}
        readText={() => draftOf(account, name) ?? saved}
        problems={latest?.problems ?? []}
        warnings={latest?.warnings ?? []}
        onInput={typed => setDraft(account, name, typed === saved ? null : typed)}
      />
      <ScenarioTrial yaml={text} canTry={current?.valid ?? false} />
    </>
  );
}
