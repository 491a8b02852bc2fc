import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface Props {
  readonly list: ComponentChildren;
  /** The content beside the list; null: the list has the whole width. */
  readonly detail: ComponentChildren | null;
  /** The name of the detail for screen readers. */
  readonly name: string;
  /** The link from the detail to the list alone. */
  readonly back: { readonly href: string; readonly text: string };
}

/** A list, and beside it one of its entries. On a phone, the entry is shown instead of the list. */
export function Panes({ list, detail, name, back }: Props) {
  return (
    <div class={`panes ${detail === null ? 'alone' : 'open'}`}>
      <div class="list">{list}</div>
      {detail !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
        <section class="detail" aria-label={name} tabIndex={0}>
          <a class="button small detail-close" href={back.href}>
            <Icon name="back" /> {back.text}
          </a>
          {detail}
        </section>
      )}
    </div>
  );
}
