import type { Signal } from '@preact/signals';
import type { AllHTMLAttributes, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useTask } from '../store/tasks-and-toasts.ts';
import { Button, type IconName } from './basics.tsx';

interface FormProps {
  readonly label?: string;
  readonly layout?: string;
  /** The text of the button that submits it, its look and icon. */
  readonly submit: string;
  readonly look?: string;
  readonly icon?: IconName;
  readonly isDisabled?: boolean;
  readonly beside?: ComponentChildren;
  readonly onSubmit: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form that is submitted only once at a time: a double click creates and sends nothing twice. */
export function Form({
  label,
  layout = 'stack',
  submit,
  look = '',
  icon,
  isDisabled,
  beside,
  onSubmit,
  children,
}: FormProps) {
  const task = useTask();
  const button = (
    <Button type="submit" icon={icon} look={look} aria-busy={task.isBusy} disabled={isDisabled}>
      {submit}
    </Button>
  );
  return (
    <form
      class={layout}
      aria-label={label}
      onSubmit={event => {
        event.preventDefault();
        void task.run(onSubmit);
      }}
    >
      {children}
      {layout.includes('row') ? (
        button
      ) : (
        <div class="row">
          {button}
          {beside}
        </div>
      )}
      {layout.includes('row') && beside}
    </form>
  );
}

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
function Field({ label, help, problem, children }: FieldProps) {
  const id = useId();
  const note = problem ?? help;
  return (
    <div class="stack tight field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {note && (
        <span id={`${id}-note`} class={problem ? 'bad' : 'tail'}>
          {note}
        </span>
      )}
    </div>
  );
}

interface TextProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly isLong?: boolean;
  readonly type?: 'text' | 'number' | 'search' | 'password' | 'url';
}

export function TextField({ value, onInput, placeholder, mono, isLong, type = 'text', ...field }: TextProps) {
  return (
    <Field {...field}>
      {attributes => {
        const common = {
          ...attributes,
          class: `input ${mono ? 'mono' : ''}`,
          value,
          placeholder,
          spellcheck: false,
          onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
            onInput(event.currentTarget.value),
        };
        if (isLong) return <textarea {...common} rows={5} />;
        // Spread as an object, because the types of the attributes depend on one another.
        return <input {...common} {...({ type, step: 'any' } as object)} autocomplete="off" />;
      }}
    </Field>
  );
}

/** The attributes of a field that shows and changes a signal. */
export const boundTo = (text: Signal<string>): Pick<TextProps, 'value' | 'onInput'> => ({
  value: text.value,
  onInput: value => (text.value = value),
});

/** The search field of a list. */
export function SearchField({ text, name, hint }: { text: Signal<string>; name: string; hint: string }) {
  return (
    <input
      class="input search"
      type="search"
      aria-label={name}
      placeholder={hint}
      value={text.value}
      onInput={event => (text.value = event.currentTarget.value)}
    />
  );
}

export type SelectOptions = readonly (readonly [value: string, text: string])[];

type Labels = Pick<AllHTMLAttributes, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'>;

interface SelectProps extends Labels {
  readonly value: string;
  readonly options: SelectOptions;
  readonly onChange: (value: string) => void;
}

/** A select without a visible label. */
export function Select({ value, options, onChange, ...attributes }: SelectProps) {
  return (
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
  );
}

type ChoiceProps = Pick<FieldProps, 'label' | 'help'> & Pick<SelectProps, 'value' | 'options' | 'onChange'>;

/** A select with its label. */
export function ChoiceField({ label, help, ...choice }: ChoiceProps) {
  return (
    <Field label={label} help={help}>
      {attributes => <Select {...attributes} {...choice} />}
    </Field>
  );
}

interface CheckProps {
  readonly label: ComponentChildren;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox. */
export const Check = ({ label, isOn, onChange }: CheckProps) => (
  <label class="row nowrap">
    <input type="checkbox" checked={isOn} onChange={event => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
}

/** A choice of a few options, all visible. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
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
