import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly help?: ComponentChildren;
  readonly problem?: string | null | undefined;
  readonly children: (attributes: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ComponentChildren;
}

/** A control with its label and its help or error text. */
export function Field({ label, help, problem, children }: FieldProps) {
  const id = useId();
  const note = problem ?? help;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {note && (
        <span id={`${id}-note`} class={`help ${problem ? 'bad' : ''}`}>
          {note}
        </span>
      )}
    </div>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly help?: ComponentChildren;
  readonly problem?: string | null | undefined;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly type?: 'text' | 'number' | 'search' | 'password' | 'url';
}

/** The attributes of an input type. Spread as an object, because their types depend on one another. */
const attributesOf = (type: TextProps['type']): object =>
  type === 'number' ? { type, step: 'any' } : { type: type ?? 'text' };

/** A text input. */
export function TextField({ label, value, onInput, help, problem, placeholder, mono, type }: TextProps) {
  return (
    <Field label={label} help={help} problem={problem}>
      {attributes => (
        <input
          {...attributes}
          {...attributesOf(type)}
          class={`input ${mono ? 'mono' : ''}`}
          value={value}
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          onInput={event => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  readonly help?: ComponentChildren;
}

/** A select. */
export function ChoiceField({ label, value, options, onChange, help }: ChoiceProps) {
  return (
    <Field label={label} help={help}>
      {attributes => (
        <select
          {...attributes}
          class="select"
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
        >
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A checkbox. */
export function Check({ label, checked }: { label: string; checked: Signal<boolean> }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked.value}
        onChange={event => {
          checked.value = event.currentTarget.checked;
        }}
      />
      {label}
    </label>
  );
}

/** A choice of two or three options, all visible. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  onChange: (value: T) => void;
}) {
  return (
    <fieldset class="segments" aria-label={label}>
      {options.map(([key, text]) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
