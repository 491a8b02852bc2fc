import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { ChoiceField, Field, TextField } from '../parts/field.tsx';
import { useTask } from '../store/task.ts';
import { showToast } from '../store/toasts.ts';
import { choicesOf, isChanged, textOf, typedValue } from './assumption-value.ts';

type Assumption = Schemas['Assumption'];

interface Props {
  readonly account: string;
  readonly row: Assumption;
  /** Loads the register again. */
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Changes one assumption of the account. The server's refusal of a value is shown at the field. */
export function AssumptionForm({ account, row, onSaved, onClose }: Props) {
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
