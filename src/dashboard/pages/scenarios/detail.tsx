import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

import { useEffect } from 'preact/hooks';
import { CallError } from '../../api.ts';
import { plural } from '../../format.ts';

import { CopyButton } from '../../parts/copy-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Pill } from '../../parts/pill.tsx';
import { goFromHere } from '../../routes.ts';
import { readAccount } from '../../store/account.ts';
import { draftOf, guardDraft, setDraft } from '../../store/drafts.ts';
import { type Resource, useResource } from '../../store/resource.ts';
import { type Task, useTask } from '../../store/task.ts';
import { Activation } from './activation.tsx';
import { DryRun } from './dry-run.tsx';
import { ScenarioEditor, useCheck } from './editor.tsx';
import type { ListedScenario } from './listed.ts';
import { LeaveQuestion, OverwriteQuestion, RemoveQuestion } from './questions.tsx';
import {
  activate,
  type Check,
  deleteFile,
  NEW,
  readFile,
  type Saving,
  type ScenarioFile,
  saveFile,
  titleOf,
} from './scenarios.ts';

interface Props {
  readonly account: string;
  readonly name: string;
  /** All scenarios that the account can use. */
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
  useEffect(() => guardDraft(account, name), [account, name]);
  const { data, error } = resource;
  const isGone = error instanceof CallError && error.status === 404;
  const isEdited = data !== null && draftOf(account, name) !== null;
  if (isGone && !isEdited) {
    return (
      <>
        <h2 class="big break">{name}</h2>
        <p class="soft break">This account has no scenario of this name. It may have been deleted.</p>
      </>
    );
  }
  // A draft outlives its file if someone else deletes that.
  const deleted = { digest: null, own: false, active: false, replaces_built_in: false };
  return (
    <Loaded of={isGone ? { ...resource, error: null } : resource}>
      {file =>
        file.yaml === null ? (
          <>
            <h2 class="big break">{file.name}</h2>
            <p class="soft">The server does not have the text of this scenario.</p>
          </>
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

/** A question about the file as it was shown when it was asked. */
interface Asked {
  readonly what: 'remove' | 'activate' | 'save';
  /** The digest of that file. */
  readonly digest: string | null;
}

/** Lets the user edit, check, try, save and activate a file. */
function Editing(props: EditingProps) {
  const { account, name, listed, file, saved } = props;
  const { task, conflict, save, remove, setTimes } = useActions(props);
  const asking = useSignal<Asked | null>(null);
  const draft = draftOf(account, name);
  const text = draft?.text ?? saved;
  const base = draft ? draft.base : file.digest;
  const { latest, current } = useCheck(text);
  const checkedName = current?.scenario?.name ?? name;
  const replaced =
    checkedName !== name && listed.some(one => one.scenario.name === checkedName) ? checkedName : null;
  const ask = (what: Asked['what']): void => {
    asking.value = { what, digest: base };
  };
  const saveAs = (isActivated: boolean): void => {
    // Another scenario is replaced after a question. Otherwise, no scenario of this name may exist.
    const expected = checkedName === name ? base : replaced === null ? null : undefined;
    save({ name: checkedName, yaml: text, activate: isActivated, expected });
  };
  const isSaved = name !== NEW && draft === null;
  return (
    <>
      <Title file={file} text={text} isChanged={draft !== null} onRemove={() => ask('remove')}>
        {!isSaved && (
          <SaveButtons
            file={file}
            isValid={current?.valid ?? false}
            task={task}
            onDiscard={draft && (() => setDraft(account, name, null))}
            onSave={isActivated =>
              replaced === null ? saveAs(isActivated) : ask(isActivated ? 'activate' : 'save')
            }
          />
        )}
      </Title>
      <About
        file={file}
        check={current}
        state={stateOf(file, draft !== null, base !== file.digest && !task.isBusy)}
      />
      {isSaved && (
        <Activation
          scenario={listed.find(({ scenario }) => scenario.name === name)?.scenario ?? file}
          isActive={file.active}
          task={task}
          onSet={setTimes}
        />
      )}
      {replaced !== null && (
        <p class="warn">{replaced} exists already; saving replaces it in this account.</p>
      )}
      <Editor {...props} text={text} latest={latest} />
      <DryRun yaml={text} canTry={current?.valid ?? false} />
      <Questions
        file={file}
        replaced={replaced}
        asked={asking}
        conflict={conflict}
        onRemove={remove}
        onReplace={saveAs}
        onOverwrite={saving => save({ ...saving, yaml: text })}
      />
      <LeaveQuestion account={account} name={name} />
    </>
  );
}

/** The editor of the draft. */
function Editor({
  account,
  name,
  file,
  saved,
  text,
  latest,
}: EditingProps & { text: string; latest: Check | null }) {
  return (
    <ScenarioEditor
      text={text}
      readText={() => draftOf(account, name)?.text ?? saved}
      problems={latest?.problems ?? []}
      warnings={latest?.warnings ?? []}
      onInput={typed => {
        const before = draftOf(account, name);
        const of = before ? before.base : file.digest;
        setDraft(account, name, typed === saved ? null : { text: typed, base: of });
      }}
    />
  );
}

interface TitleProps {
  readonly file: ScenarioFile;
  readonly text: string;
  readonly isChanged: boolean;
  readonly onRemove: () => void;
  readonly children: ComponentChildren;
}

function Title({ file, text, isChanged, onRemove, children }: TitleProps) {
  return (
    <div class="title">
      <h2 class="big break">{titleOf(file.name)}</h2>
      {isChanged && <Pill tone="warn" text="unsaved" />}
      <div class="actions">
        <CopyButton text={text} name="Copy YAML" label="Copy" />
        {file.own && (
          <button type="button" class="button small danger" onClick={onRemove}>
            {file.replaces_built_in ? 'Back to built-in' : 'Delete'}
          </button>
        )}
        {children}
      </div>
    </div>
  );
}

interface QuestionsProps {
  readonly file: ScenarioFile;
  /** The name of another scenario that saving replaces. */
  readonly replaced: string | null;
  readonly asked: Signal<Asked | null>;
  /** What was not saved, because someone else has changed the file meanwhile. */
  readonly conflict: Signal<Saving | null>;
  readonly onRemove: (digest: string | null) => void;
  readonly onReplace: (isActivated: boolean) => void;
  readonly onOverwrite: (saving: Saving) => void;
}

/** Asks before a file is deleted, replaced or overwritten. */
function Questions({ file, replaced, asked, conflict, onRemove, onReplace, onOverwrite }: QuestionsProps) {
  const question = asked.value;
  const refused = conflict.value;
  const close = () => (asked.value = null);
  return (
    <>
      {question?.what === 'remove' && (
        <RemoveQuestion file={file} onRemove={() => onRemove(question.digest)} onClose={close} />
      )}
      {question && question.what !== 'remove' && (
        <OverwriteQuestion
          title={`Replace ${replaced}?`}
          action="Replace"
          text={`There is a scenario ${replaced} already. The text in the editor takes its place in this account.`}
          onAction={() => onReplace(question.what === 'activate')}
          onClose={close}
        />
      )}
      {refused && (
        <OverwriteQuestion
          title={`${refused.name} was changed meanwhile`}
          action="Overwrite"
          text="Someone else has saved or deleted this file since you began to edit it. Your text is not saved. To see the other text, discard your changes."
          onAction={() => onOverwrite(refused)}
          onClose={() => (conflict.value = null)}
        />
      )}
    </>
  );
}

/** The state of the text in the editor: running, would run, or an unsaved change. */
function stateOf(file: ScenarioFile, isChanged: boolean, isOutdated: boolean): string {
  if (file.name === NEW) return 'Not saved yet.';
  if (isOutdated)
    return `Unsaved changes. Someone else has ${file.digest === null ? 'deleted' : 'saved'} the file meanwhile.`;
  if (isChanged) {
    if (file.active) return 'Unsaved changes: the last saved text is running.';
    if (file.own) return 'Unsaved changes.';
    return "Unsaved changes. Saving creates this account's own version; the built-in one stays.";
  }
  if (file.replaces_built_in) return "This account's own version of the built-in scenario.";
  return file.own ? 'Kept in this account.' : "Of the server's library.";
}

function About({ file, check, state }: { file: ScenarioFile; check: Check | null; state: string }) {
  const { summary, magic_address } = check?.scenario ?? file;
  return (
    <>
      {summary && <p class="soft break">{summary}</p>}
      {magic_address && (
        <p class="row tight">
          <span class="soft">Magic address</span>
          <code class="break">{magic_address}</code>
          <CopyButton text={magic_address} name="Copy the magic address" />
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
  if (!check.valid) return `${plural(check.problems.length, 'problem')} found.`;
  const { requests = 0, orders = 0, webhooks = 0 } = check.scenario ?? {};
  const rules = [
    requests && plural(requests, 'request rule'),
    orders && plural(orders, 'order rule'),
    webhooks && plural(webhooks, 'webhook rule'),
  ].filter(Boolean);
  const warnings = check.warnings.length > 0 ? ` ${plural(check.warnings.length, 'warning')}.` : '';
  return `Valid: ${rules.join(', ') || 'no rules'}.${warnings}`;
}

interface SaveProps {
  readonly file: ScenarioFile;
  readonly isValid: boolean;
  readonly task: Task;
  /** Null if there is nothing to discard. */
  readonly onDiscard: (() => void) | null;
  readonly onSave: (isActivated: boolean) => void;
}

function SaveButtons({ file, isValid, task, onDiscard, onSave }: SaveProps) {
  const button = (kind: string, text: string, isActivated: boolean) => (
    <button
      type="button"
      class={`button ${kind}`}
      aria-busy={task.isBusy}
      disabled={!isValid}
      onClick={() => onSave(isActivated)}
    >
      {text}
    </button>
  );
  return (
    <>
      {onDiscard && (
        <button type="button" class="button small" onClick={onDiscard}>
          Discard changes
        </button>
      )}
      {!file.active && button('', 'Save', false)}
      {button('main', file.active ? 'Save and run' : 'Save and activate', true)}
    </>
  );
}

/** The user's actions on the file, one at a time. */
function useActions({ account, name, file, resource, onChanged }: EditingProps) {
  const task = useTask();
  const conflict = useSignal<Saving | null>(null);
  const reload = () => Promise.all([resource.reload(), onChanged(), readAccount()]);
  const save = async (saving: Saving): Promise<void> => {
    const go = goFromHere();
    const isRunning = file.active && saving.name === name;
    const result = await saveFile(account, { ...saving, activate: saving.activate && !isRunning });
    if (result === 'changed') conflict.value = { ...saving, expected: undefined };
    if (result !== 'saved') return;
    await reload();
    // What was typed meanwhile stays, as unsaved changes of the text that was saved.
    const draft = draftOf(account, name);
    if (draft && draft.text !== saving.yaml && saving.name === name) {
      const { digest } = await readFile(account, name);
      setDraft(account, name, { ...draftOf(account, name)!, base: digest });
      return;
    }
    setDraft(account, name, null);
    if (saving.name !== name) go(account, 'scenarios', saving.name);
  };
  const remove = async (digest: string | null): Promise<void> => {
    const go = goFromHere();
    // The stream can tell of the deletion before the server has responded: by then, there is nothing to read.
    resource.pause();
    if (await deleteFile(account, file, digest)) {
      setDraft(account, name, null);
      // Only a built-in scenario of this name can be read now.
      if (!file.replaces_built_in) {
        go(account, 'scenarios');
        await onChanged();
        return;
      }
    }
    await reload();
  };
  const setTimes = async (times: number | null): Promise<void> => {
    await activate(account, name, times);
    await reload();
  };
  return {
    task,
    conflict,
    save: (saving: Saving) => void task.run(() => save(saving)),
    remove: (digest: string | null) => void task.run(() => remove(digest)),
    setTimes: (times: number | null) => void task.run(() => setTimes(times)),
  };
}
