import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../../api.ts';
import { Check, ChoiceField, Field, SearchField, TextField } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Prose } from '../../parts/prose.tsx';
import { useResource } from '../../store/resource.ts';
import { useTask } from '../../store/task.ts';
import { showToast } from '../../store/toasts.ts';
import type { PageProps } from '../page-props.ts';

type Assumption = Schemas['Assumption'];

/** A value as text: strings as they are, everything else as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether the account differs from the default. */
const isChanged = (row: Assumption): boolean => JSON.stringify(row.value) !== JSON.stringify(row.default);

/** The values to choose from; null if the value is typed. */
function choicesOf({ allowed, default: usual }: Assumption): readonly string[] | null {
  if (typeof usual === 'boolean') return ['true', 'false'];
  const words = /^one of (.+)$/.exec(allowed ?? '')?.[1];
  return words?.split(', ') ?? null;
}

/** The value that was typed, of the same kind as the default. @throws Error if it is not JSON where JSON is needed */
function typedValue({ default: usual }: Assumption, text: string): unknown {
  if (typeof usual === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    const kind = Array.isArray(usual)
      ? 'a JSON list'
      : typeof usual === 'object'
        ? 'a JSON object'
        : `a ${typeof usual}`;
    throw new Error(`Expected ${kind}, such as ${JSON.stringify(usual)}.`);
  }
}

/** The decisions of the sandbox where the specification is silent, with the values that apply to this account. */
export function AssumptionsPage({ account }: PageProps) {
  const search = useSignal('');
  const changedOnly = useSignal(false);
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/assumptions', { query: { account }, signal }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  return (
    <div class="sheet">
      <div class="title">
        <h1>Settings</h1>
        <PageTabs />
      </div>
      <p class="lead">
        Where the specification leaves a question open, the sandbox makes an assumption. Each assumption has a
        name, and most can be changed: here for this account, through the control API, or for all accounts
        with <code>assumptions</code> in the config file.
      </p>
      <div class="filters">
        <SearchField text={search} name="Search assumptions" hint="Search name, section, reason" />
        <Check label="Changed only" checked={changedOnly} />
      </div>
      <Loaded of={resource}>
        {({ items }) => (
          <List
            account={account}
            onChanged={resource.reload}
            rows={items.filter(
              row =>
                (!changedOnly.value || isChanged(row)) &&
                `${row.name} ${row.section} ${row.reason}`
                  .toLowerCase()
                  .includes(search.value.trim().toLowerCase()),
            )}
          />
        )}
      </Loaded>
    </div>
  );
}

const LONG = 90;

function Value({ row }: { row: Assumption }) {
  const text = textOf(row.value);
  if (text.length <= LONG) return <code class="break">{text}</code>;
  return (
    <details>
      <summary>
        <code class="break">{text.slice(0, LONG)}…</code>
      </summary>
      <code class="break">{text}</code>
    </details>
  );
}

interface ListProps {
  readonly account: string;
  readonly rows: readonly Assumption[];
  readonly onChanged: () => Promise<void>;
}

function List({ account, rows, onChanged }: ListProps) {
  const edited = useSignal<string | null>(null);
  if (rows.length === 0) return <Empty icon="assumptions" title="No matching assumptions" />;
  return (
    <ul class="assumptions card">
      {rows.map(row => (
        <li key={row.name}>
          <div class="stack tight">
            <span class="row tight">
              <code class="break">{row.name}</code>
              {isChanged(row) && <Pill tone="accent" plain text="changed" />}
              {!row.changeable && <Pill tone="mute" plain text="fixed" />}
            </span>
            <span class="faint">{row.section}</span>
          </div>
          <p class="soft break">
            <Prose text={row.reason} />
          </p>
          {edited.value === row.name ? (
            <AssumptionForm
              account={account}
              row={row}
              onSaved={onChanged}
              onClose={() => {
                // Another one may be edited by now.
                if (edited.value === row.name) edited.value = null;
              }}
            />
          ) : (
            <Current
              row={row}
              onEdit={() => {
                edited.value = row.name;
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The value in force, with a button to change it. */
function Current({ row, onEdit }: { row: Assumption; onEdit: () => void }) {
  return (
    <div class="assumption-value">
      <div class="stack tight">
        <Value row={row} />
        {isChanged(row) && <span class="faint break">default {textOf(row.default)}</span>}
        {row.allowed !== null && <span class="faint break">{row.allowed}</span>}
      </div>
      {row.changeable && (
        <button type="button" class="button small" aria-label={`Change ${row.name}`} onClick={onEdit}>
          Change
        </button>
      )}
    </div>
  );
}

interface FormProps {
  readonly account: string;
  readonly row: Assumption;
  /** Loads the register again. */
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Changes one assumption of the account. The server's refusal of a value is shown at the field. */
function AssumptionForm({ account, row, onSaved, onClose }: FormProps) {
  const text = useSignal(textOf(row.value));
  const problem = useSignal<string | null>(null);
  const task = useTask();
  const set = async (read: () => unknown): Promise<void> => {
    try {
      const body = { assumptions: { [row.name]: read() } };
      await api.patch('/_sandbox/accounts/{account}', { path: { account }, body });
    } catch (error) {
      problem.value = (error as Error).message.replace(/^body\.assumptions\.\w+: /, '');
      return;
    }
    showToast(`${row.name} is changed for ${account}.`);
    await onSaved();
    onClose();
  };
  return (
    <form
      class="stack"
      onSubmit={event => {
        event.preventDefault();
        void task.run(() => set(() => typedValue(row, text.value)));
      }}
    >
      <Control
        row={row}
        text={text.value}
        problem={problem.value}
        onInput={typed => {
          text.value = typed;
        }}
      />
      <div class="row tight">
        <button type="submit" class="button small main" aria-busy={task.isBusy}>
          Save
        </button>
        {isChanged(row) && (
          <button type="button" class="button small" onClick={() => task.run(() => set(() => row.default))}>
            Use the default
          </button>
        )}
        <button type="button" class="button small quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface ControlProps {
  readonly row: Assumption;
  readonly text: string;
  readonly problem: string | null;
  readonly onInput: (text: string) => void;
}

function Control({ row, text, problem, onInput }: ControlProps) {
  const label = `New value of ${row.name}`;
  const choices = choicesOf(row);
  if (choices) {
    const options = choices.map(choice => [choice, choice] as const);
    return <ChoiceField label={label} value={text} options={options} onChange={onInput} help={problem} />;
  }
  if (typeof row.default === 'object') {
    return (
      <Field label={label} help={row.allowed} problem={problem}>
        {attributes => (
          <textarea
            {...attributes}
            class="area mono"
            rows={5}
            spellcheck={false}
            value={text}
            onInput={event => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
    );
  }
  return <TextField label={label} mono value={text} onInput={onInput} help={row.allowed} problem={problem} />;
}
