import { useSignal } from '@preact/signals';
import { api, forAccount, type Schemas } from '../../control-api.ts';
import { Button, Prose } from '../../parts/basics.tsx';
import { boundTo, Check, ChoiceField, Form, SearchField, TextField } from '../../parts/field.tsx';
import { PageFrame } from '../../parts/list-page.tsx';
import { Empty, Loaded } from '../../parts/loading.tsx';
import { Pill } from '../../parts/pill.tsx';
import type { PageProps } from '../../routes.ts';
import { useResource } from '../../store/resource.ts';
import { showToast } from '../../store/tasks-and-toasts.ts';

type Assumption = Schemas['Assumption'];

/** A value as text: strings as they are, everything else as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isChanged = (row: Assumption): boolean => textOf(row.value) !== textOf(row.default);

function choicesOf({ allowed, default: usual }: Assumption): readonly string[] | null {
  if (typeof usual === 'boolean') return ['true', 'false'];
  return /^one of (.+)$/.exec(allowed ?? '')?.[1]?.split(', ') ?? null;
}

/** The value that was typed, of the same kind as the default. @throws Error if it is not JSON where JSON is needed */
function typedValue({ default: usual }: Assumption, text: string): unknown {
  if (typeof usual === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`Expected a value like ${JSON.stringify(usual)}.`);
  }
}

/** The decisions of the sandbox where the specification is silent, with the values that apply to this account. */
export function AssumptionsPage({ account }: PageProps) {
  const search = useSignal('');
  const changedOnly = useSignal(false);
  const isShown = (row: Assumption): boolean =>
    (!changedOnly.value || isChanged(row)) &&
    `${row.name} ${row.section} ${row.reason}`.toLowerCase().includes(search.value.trim().toLowerCase());
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/assumptions', { query: { account }, signal }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  return (
    <PageFrame title="Settings">
      <p class="soft">
        Where the specification leaves a question open, the sandbox makes an assumption. Each assumption has a
        name, and most can be changed: here for this account, through the control API, or for all accounts
        with <code>assumptions</code> in the config file.
      </p>
      <div class="row">
        <SearchField text={search} name="Search assumptions" hint="Search name, section, reason" />
        <Check label="Changed only" isOn={changedOnly.value} onChange={isOn => (changedOnly.value = isOn)} />
      </div>
      <Loaded of={resource}>
        {({ items }) => <List account={account} onChanged={resource.reload} rows={items.filter(isShown)} />}
      </Loaded>
    </PageFrame>
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
    <ul class="card rows spread">
      {rows.map(row => (
        <li key={row.name}>
          <div class="stack tight">
            <span class="row tight">
              <code class="break">{row.name}</code>
              {isChanged(row) && <Pill tone="accent" plain text="changed" />}
              {!row.changeable && <Pill tone="mute" plain text="fixed" />}
            </span>
            <span class="soft">{row.section}</span>
          </div>
          <p class="soft break">
            <Prose text={row.reason} />
          </p>
          {edited.value === row.name ? (
            <AssumptionForm
              account={account}
              row={row}
              onSaved={onChanged}
              // Another one may be edited by now.
              onClose={() => {
                if (edited.value === row.name) edited.value = null;
              }}
            />
          ) : (
            <div class="row nowrap">
              <div class="stack tight">
                <code class="break">{textOf(row.value)}</code>
                {isChanged(row) && <span class="soft break">default {textOf(row.default)}</span>}
                {row.allowed !== null && <span class="soft break">{row.allowed}</span>}
              </div>
              {row.changeable && (
                <Button
                  look="small"
                  aria-label={`Change ${row.name}`}
                  onClick={() => (edited.value = row.name)}
                >
                  Change
                </Button>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

interface FormProps {
  readonly account: string;
  readonly row: Assumption;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Changes one assumption of the account. The server's refusal of a value is shown at the field. */
function AssumptionForm({ account, row, onSaved, onClose }: FormProps) {
  const text = useSignal(textOf(row.value));
  const problem = useSignal<string | null>(null);
  const save = async (): Promise<void> => {
    try {
      const body = { assumptions: { [row.name]: typedValue(row, text.value) } };
      await forAccount(account).patch('', { body });
    } catch (error) {
      problem.value = (error as Error).message.replace(/^body\.assumptions\.\w+: /, '');
      return;
    }
    showToast(`${row.name} is changed for ${account}.`);
    await onSaved();
    onClose();
  };
  const label = `New value of ${row.name}`;
  const choices = choicesOf(row);
  return (
    <Form
      layout="stack"
      submit="Save"
      look="small main"
      onSubmit={save}
      beside={
        <>
          {isChanged(row) && (
            <Button look="small" onClick={() => (text.value = textOf(row.default))}>
              Use the default
            </Button>
          )}
          <Button look="small quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {choices ? (
        <ChoiceField
          label={label}
          value={text.value}
          options={choices.map(choice => [choice, choice] as const)}
          onChange={value => (text.value = value)}
          help={problem.value}
        />
      ) : (
        <TextField
          label={label}
          mono
          isLong={typeof row.default === 'object'}
          {...boundTo(text)}
          help={row.allowed}
          problem={problem.value}
        />
      )}
    </Form>
  );
}
