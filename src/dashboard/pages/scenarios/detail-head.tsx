import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { plural } from '../../format.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Pill } from '../../parts/pill.tsx';
import { type Check, NEW, type ReadFile, type ScenarioFile, titleOf } from './scenario-file.ts';

interface Props {
  readonly file: ScenarioFile;
  readonly text: string;
  readonly check: Check | null;
  readonly isChanged: boolean;
  /** The digest of the file that `text` is based on; null if there was none. */
  readonly base: string | null;
  /** Whether someone else has changed or deleted the file since editing began. */
  readonly isOutdated: boolean;
  /** The name of another scenario that saving would replace. */
  readonly replaced: string | null;
  /** Whether a change is being saved. */
  readonly isBusy: boolean;
  readonly onSave: (activate: boolean) => void;
  readonly onRevert: () => void;
  readonly onRemove: (read: ReadFile) => void;
  readonly onSwitch: (on: boolean) => void;
}

/** The state of the text in the editor: running, would run, or an unsaved change. */
function stateOf({ file, isChanged, isOutdated }: Props): string {
  if (file.name === NEW) return 'Not saved yet.';
  if (isOutdated) {
    return file.digest === null
      ? 'Unsaved changes. Someone else has deleted the file meanwhile.'
      : 'Unsaved changes. Someone else has saved the file meanwhile.';
  }
  if (isChanged) {
    return file.active
      ? 'Unsaved changes: the last saved text is running.'
      : file.own
        ? 'Unsaved changes.'
        : "Unsaved changes. Saving creates this account's own version; the built-in one stays.";
  }
  if (file.replaces_built_in) return "This account's own version of the built-in scenario.";
  return file.own ? 'Kept in this account.' : "Of the server's library.";
}

/** Name, state and actions of a scenario file. */
export function DetailHead(props: Props) {
  const { file, text, check, isChanged, replaced, onSave } = props;
  const { name, active } = file;
  const asking = useSignal<'remove' | 'activate' | 'save' | null>(null);
  const scenario = check?.scenario;
  const isSaved = name !== NEW && !isChanged;
  const save = (activate: boolean): void => {
    if (replaced === null) onSave(activate);
    else asking.value = activate ? 'activate' : 'save';
  };
  return (
    <>
      <div class="title">
        <h2 class="big break">{titleOf(name)}</h2>
        {active && <Pill tone="good" text="active" />}
        {isChanged && <Pill tone="warn" text="unsaved" />}
        <div class="actions">
          <CopyButton text={text} name="Copy YAML" label="Copy" />
          {file.own && (
            <button
              type="button"
              class="button small danger"
              onClick={() => {
                asking.value = 'remove';
              }}
            >
              {file.replaces_built_in ? 'Back to built-in' : 'Delete'}
            </button>
          )}
          <Actions {...props} isSaved={isSaved} save={save} />
        </div>
      </div>
      {scenario && <p class="soft break">{scenario.summary}</p>}
      {scenario?.magic_address && (
        <p class="row tight">
          <span class="soft">Magic address</span>
          <code class="break">{scenario.magic_address}</code>
          <CopyButton text={scenario.magic_address} name="Copy the magic address" />
        </p>
      )}
      <p class="row tight">
        <span class="soft">{stateOf(props)}</span>
        <span role="status" class={check === null || check.valid ? 'good' : 'bad'}>
          {checkResult(check)}
        </span>
      </p>
      {replaced !== null && (
        <p class="warn">{replaced} exists already; saving replaces it in this account.</p>
      )}
      <Question
        {...props}
        asking={asking.value}
        onClose={() => {
          asking.value = null;
        }}
      />
    </>
  );
}

interface ActionsProps extends Props {
  readonly isSaved: boolean;
  readonly save: (activate: boolean) => void;
}

function Actions({ file, check, isChanged, isSaved, isBusy, save, onRevert, onSwitch }: ActionsProps) {
  const isValid = check?.valid ?? false;
  if (isSaved) {
    return (
      <button
        type="button"
        class={`button ${file.active ? '' : 'main'}`}
        aria-busy={isBusy}
        onClick={() => onSwitch(!file.active)}
      >
        {file.active ? 'Deactivate' : 'Activate'}
      </button>
    );
  }
  return (
    <>
      {isChanged && (
        <button type="button" class="button small" onClick={onRevert}>
          Discard changes
        </button>
      )}
      {!file.active && (
        <button
          type="button"
          class="button"
          aria-busy={isBusy}
          disabled={!isValid}
          onClick={() => save(false)}
        >
          Save
        </button>
      )}
      <button
        type="button"
        class="button main"
        aria-busy={isBusy}
        disabled={!isValid}
        onClick={() => save(true)}
      >
        <Icon name="check" /> {file.active ? 'Save and run' : 'Save and activate'}
      </button>
    </>
  );
}

interface QuestionProps extends Props {
  readonly asking: 'remove' | 'activate' | 'save' | null;
  readonly onClose: () => void;
}

/** Asks whether to delete the file as it was shown when the question was asked, whatever becomes of it meanwhile. */
function RemoveQuestion({ file, text, base, onRemove, onClose }: QuestionProps) {
  const read = useRef<ReadFile>({ digest: base, text }).current;
  const remove = (): void => onRemove(read);
  return file.replaces_built_in ? (
    <Confirm
      title={`Back to the built-in ${file.name}?`}
      action="Delete own version"
      isDestructive
      onAction={remove}
      onClose={onClose}
    >
      <p>This account's own version is deleted{file.active && ', and the built-in one runs at once'}.</p>
    </Confirm>
  ) : (
    <Confirm title={`Delete ${file.name}?`} action="Delete" isDestructive onAction={remove} onClose={onClose}>
      <p>The file is deleted from this account{file.active && ', and the scenario stops'}.</p>
    </Confirm>
  );
}

function Question(props: QuestionProps) {
  const { replaced, asking, onClose, onSave } = props;
  if (asking === null) return null;
  if (asking === 'remove') return <RemoveQuestion {...props} />;
  return (
    <Confirm
      title={`Replace ${replaced}?`}
      action="Replace"
      onAction={() => onSave(asking === 'activate')}
      onClose={onClose}
    >
      <p>There is a scenario {replaced} already. The text in the editor takes its place in this account.</p>
    </Confirm>
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
