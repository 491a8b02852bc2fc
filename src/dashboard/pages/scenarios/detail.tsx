import { useSignal } from '@preact/signals';
import { CallError } from '../../control-api.ts';
import { counted } from '../../format.ts';
import { Button, Copied, CopyButton } from '../../parts/basics.tsx';
import { boundTo, Segments, TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loading.tsx';
import { Pill } from '../../parts/pill.tsx';
import { goFromHere } from '../../routes.ts';
import { readAccount } from '../../store/account.ts';
import { ask } from '../../store/dialogs.ts';
import { type Resource, useResource } from '../../store/resource.ts';
import { type Draft, draftOf, setDraft } from '../../store/scenario-drafts.ts';
import { attempt, showToast, type Task, useTask } from '../../store/tasks-and-toasts.ts';
import { DryRun } from './dry-run.tsx';
import { ScenarioEditor, useCheck } from './editor.tsx';
import { groupOf, type ListedScenario, type Scenario, usesText } from './list-scenarios.ts';
import {
  activate,
  type Check,
  deleteFile,
  NEW,
  readFile,
  type Saving,
  type ScenarioFile,
  saveFile,
} from './scenario-actions.ts';

interface Props {
  readonly account: string;
  readonly name: string;
  readonly listed: readonly ListedScenario[];
  readonly onChanged: () => Promise<void>;
}

/** Shows the file of a scenario as it runs, and lets the user edit, check, try, save and activate it. */
export function ScenarioDetail(props: Props) {
  const { account, name } = props;
  const resource = useResource(
    `${account}/${name}`,
    signal => readFile(account, name, signal),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  const { data, error } = resource;
  const isGone = error instanceof CallError && error.status === 404;
  if (isGone && (data === null || draftOf(account, name) === null)) {
    return <p class="soft break">This account has no scenario {name}. It may have been deleted.</p>;
  }
  // A draft outlives its file if someone else deletes the file.
  const deleted = { digest: null, own: false, active: false, replaces_built_in: false };
  return (
    <Loaded of={isGone ? { ...resource, error: null } : resource}>
      {file =>
        file.yaml === null ? (
          <p class="soft">The server does not have the text of {file.name}.</p>
        ) : (
          <Editing
            {...props}
            file={isGone ? { ...file, ...deleted } : file}
            saved={file.yaml}
            resource={resource}
          />
        )
      }
    </Loaded>
  );
}

interface EditingProps extends Props {
  readonly file: ScenarioFile;
  readonly saved: string;
  readonly resource: Resource<ScenarioFile>;
}

function Editing(props: EditingProps) {
  const { account, name, listed, file, saved } = props;
  const draft = draftOf(account, name);
  const text = draft?.text ?? saved;
  const { latest, current } = useCheck(text);
  const { task, save, remove, setTimes } = useActions(props, draft ? draft.base : file.digest);
  const savedName = current?.scenario?.name ?? name;
  const isReplacing = savedName !== name && listed.some(one => one.scenario.name === savedName);
  const isSaved = name !== NEW && draft === null;
  const isValid = current?.valid ?? false;
  const saveButton = (label: string, isActivated: boolean) => (
    <Button
      look={isActivated ? 'main' : ''}
      aria-busy={task.isBusy}
      disabled={!isValid}
      onClick={() => save(savedName, text, isActivated, isReplacing)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div class="title">
        <h2 class="break">{name === NEW ? 'New scenario' : name}</h2>
        {draft && <Pill tone="warn" text="unsaved" />}
        <div class="row actions">
          <CopyButton text={text} name="Copy YAML" label="Copy" />
          {file.own && (
            <Button look="small danger" onClick={remove}>
              {file.replaces_built_in ? 'Back to built-in' : 'Delete'}
            </Button>
          )}
          {draft && (
            <Button look="small" onClick={() => setDraft(account, name, null)}>
              Discard changes
            </Button>
          )}
          {!isSaved && !file.active && saveButton('Save', false)}
          {!isSaved && saveButton(file.active ? 'Save and run' : 'Save and activate', true)}
        </div>
      </div>
      <About file={file} check={current} state={stateOf(file, draft, task)} />
      {isSaved && (
        <Activation
          scenario={listed.find(({ scenario }) => scenario.name === name)?.scenario ?? file}
          isActive={file.active}
          task={task}
          onSet={setTimes}
        />
      )}
      {isReplacing && <p class="warn">{savedName} exists already; saving replaces it in this account.</p>}
      <ScenarioEditor
        text={text}
        readText={() => draftOf(account, name)?.text ?? saved}
        problems={latest?.problems ?? []}
        warnings={latest?.warnings ?? []}
        onInput={typed => {
          const { base } = draftOf(account, name) ?? { base: file.digest };
          setDraft(account, name, typed === saved ? null : { text: typed, base });
        }}
      />
      <DryRun yaml={text} canTry={isValid} />
    </>
  );
}

function stateOf(file: ScenarioFile, draft: Draft | null, task: Task): string {
  if (file.name === NEW) return 'Not saved yet.';
  if (draft && draft.base !== file.digest && !task.isBusy)
    return `Unsaved changes. Someone else has ${file.digest === null ? 'deleted' : 'saved'} the file meanwhile.`;
  if (draft) {
    if (file.active) return 'Unsaved changes: the last saved text is running.';
    if (file.own) return 'Unsaved changes.';
    return "Unsaved changes. Saving creates this account's own version; the built-in one stays.";
  }
  if (file.replaces_built_in) return "This account's own version of the built-in scenario.";
  return file.own ? 'Kept in this account.' : "From the server's library.";
}

function About({ file, check, state }: { file: ScenarioFile; check: Check | null; state: string }) {
  const { summary, magic_address } = check?.scenario ?? file;
  return (
    <>
      {summary && <p class="soft break">{summary}</p>}
      {magic_address && (
        <p class="row tight">
          <span class="soft">Magic address</span> <Copied text={magic_address} name="magic address" />
        </p>
      )}
      <p class="row tight">
        <span class="soft">{state}</span>
        <span role="status" class={check === null || check.valid ? 'good' : 'bad'}>
          {checkResult(check)}
        </span>
      </p>
    </>
  );
}

function checkResult(check: Check | null): string {
  if (check === null) return 'Checking…';
  if (!check.valid) return `${counted(check.problems.length, 'problem')} found.`;
  const { requests = 0, orders = 0, webhooks = 0 } = check.scenario ?? {};
  const rules = [
    requests && counted(requests, 'request rule'),
    orders && counted(orders, 'order rule'),
    webhooks && counted(webhooks, 'webhook rule'),
  ].filter(Boolean);
  const warnings = check.warnings.length > 0 ? ` ${counted(check.warnings.length, 'warning')}.` : '';
  return `Valid: ${rules.join(', ') || 'no rules'}.${warnings}`;
}

/**
 * The user's actions on the file, one at a time.
 * @param base the digest of the file that is shown
 */
function useActions({ account, name, file, resource, onChanged }: EditingProps, base: string | null) {
  const task = useTask();
  const reload = () => Promise.all([resource.reload(), onChanged(), readAccount()]);
  const save = async (saving: Saving): Promise<void> => {
    const go = goFromHere();
    if (!(await saveAfterQuestions(account, saving))) return;
    await reload();
    // What was typed meanwhile stays, as unsaved changes of the text that was saved.
    const draft = draftOf(account, name);
    if (draft && draft.text !== saving.yaml && saving.name === name) {
      const { digest } = await readFile(account, name);
      setDraft(account, name, { ...draftOf(account, name)!, base: digest });
      return;
    }
    setDraft(account, name, null);
    if (saving.name !== name) go('scenarios', saving.name);
  };
  const remove = async (): Promise<void> => {
    const go = goFromHere();
    const { replaces_built_in: replaces, active } = file;
    const after = replaces ? ', and the built-in one runs at once' : ', and the scenario stops';
    const isSure = await ask({
      title: replaces ? `Restore the built-in ${name}?` : `Delete ${name}?`,
      text: `${replaces ? "This account's own version is deleted" : 'The file is deleted from this account'}${active ? after : ''}.`,
      action: replaces ? 'Delete own version' : 'Delete',
    });
    if (!isSure) return;
    // The stream can report the deletion before the server has responded; then there is nothing to read.
    resource.pause();
    if (await deleteFile(account, file, base)) {
      setDraft(account, name, null);
      // Only a built-in scenario of this name can be read now.
      if (!replaces) {
        go('scenarios');
        return onChanged();
      }
    }
    await reload();
  };
  return {
    task,
    save: (savedName: string, yaml: string, isActivated: boolean, isReplacing: boolean) => {
      const isRunning = file.active && savedName === name;
      const expected = savedName === name ? base : isReplacing ? undefined : null;
      const saving = { name: savedName, yaml, activate: isActivated && !isRunning, expected, isReplacing };
      void task.run(() => save(saving));
    },
    remove: () => void task.run(remove),
    setTimes: (times: number | null) =>
      void task.run(async () => {
        await activate(account, name, times);
        await reload();
      }),
  };
}

/** Saves a file. Asks before it replaces another one, or what someone else has saved. Returns whether it was saved. */
async function saveAfterQuestions(account: string, saving: Saving): Promise<boolean> {
  const { name } = saving;
  const replacement = {
    title: `Replace ${name}?`,
    text: `There is a scenario ${name} already. The text in the editor replaces it in this account.`,
    action: 'Replace',
    cancel: 'Keep editing',
  };
  const conflict = {
    title: `${name} was changed meanwhile`,
    text: 'Someone else has saved or deleted this file since you began to edit it. Your text is not saved. To see the other text, discard your changes.',
    action: 'Overwrite',
    cancel: 'Keep editing',
  };
  if (saving.isReplacing && !(await ask(replacement))) return false;
  let isSaved = false;
  await attempt(async () => {
    try {
      await saveFile(account, saving);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'SCENARIO_CHANGED') throw error;
      if (!(await ask(conflict))) return;
      await saveFile(account, { ...saving, expected: undefined });
    }
    isSaved = true;
    showToast(`${name} is ${saving.activate ? 'active' : 'saved'}.`);
  });
  return isSaved;
}

const SUBJECTS = { responses: 'request', lifecycles: 'order', webhooks: 'webhook' } as const;

interface ActivationProps {
  readonly scenario: Scenario;
  readonly isActive: boolean;
  readonly task: Task;
  /** @param times 0 deactivates it, null is as often as its file says */
  readonly onSet: (times: number | null) => void;
}

/** Activates a scenario for the next request, for some, or always, and says how often it applied. */
function Activation({ scenario, isActive, task, onSet }: ActivationProps) {
  const choice = useSignal<'one' | 'some' | 'always'>('always');
  const count = useSignal('3');
  const times = { one: 1, some: Number(count.value), always: null }[choice.value];
  const isValid = times === null || (Number.isSafeInteger(times) && times >= 1 && times <= 1_000_000);
  const subject = SUBJECTS[groupOf(scenario)];
  const rules = scenario.requests + scenario.orders + scenario.webhooks;
  // Each rule is counted by itself, so of several rules, none is about the next request as such.
  const isOne = rules === 1;
  const button = (text: string, value: number | null, look = '') => (
    <Button look={look} aria-busy={task.isBusy} disabled={!isValid} onClick={() => onSet(value)}>
      {text}
    </Button>
  );
  if (isActive) {
    return (
      <div class="row" role="status">
        <Pill tone={scenario.used_up ? 'warn' : 'good'} text={scenario.used_up ? 'used up' : 'active'} />
        <span class="soft">{usesText(scenario)}</span>
        {scenario.used_up && button('Activate again', scenario.times ?? null, 'main')}
        {button('Deactivate', 0)}
      </div>
    );
  }
  return (
    <div class="row bottom">
      {rules > 0 && (
        <Segments
          label="Activate for"
          value={choice.value}
          options={[
            ['one', isOne ? `Next ${subject}` : 'Each rule once'],
            ['some', isOne ? `Next N ${subject}s` : 'Each rule N times'],
            ['always', 'Always'],
          ]}
          onChange={value => (choice.value = value)}
        />
      )}
      {choice.value === 'some' && <TextField label="N" type="number" {...boundTo(count)} />}
      {button('Activate', times, 'main')}
    </div>
  );
}
