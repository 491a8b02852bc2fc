import type { Signal } from '@preact/signals';

/** The search field of a list. */
export function SearchField({ text, name, hint }: { text: Signal<string>; name: string; hint: string }) {
  return (
    <input
      class="input search"
      type="search"
      aria-label={name}
      placeholder={hint}
      value={text.value}
      onInput={event => {
        text.value = event.currentTarget.value;
      }}
    />
  );
}
