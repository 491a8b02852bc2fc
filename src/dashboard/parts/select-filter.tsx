import type { Signal } from '@preact/signals';

interface Props<T extends string> {
  readonly name: string;
  readonly chosen: Signal<T>;
  readonly options: readonly (readonly [value: T, text: string])[];
}

/** A select without a visible label, such as the filter of a list. */
export function SelectFilter<T extends string>({ name, chosen, options }: Props<T>) {
  return (
    <select
      class="select"
      aria-label={name}
      value={chosen.value}
      onChange={event => {
        chosen.value = event.currentTarget.value as T;
      }}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
