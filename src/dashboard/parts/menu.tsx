import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly label: ComponentChildren;
  readonly name: string;
  readonly side?: 'left' | 'right';
  readonly small?: boolean;
  /** A class for the button instead of that of a button. */
  readonly look?: string;
  readonly onOpen?: () => void;
  readonly children: (close: () => void) => ComponentChildren;
}

/** The elements between which the arrow keys move. Fields keep the keys that move their caret. */
const ITEMS = ':is(a, button, input, select):not(:disabled)';

const itemsOf = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>(`.sheetlet ${ITEMS}`),
];

/** The index of the item that a key moves to; null if the key moves to none. */
function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * A button that opens a popup. The arrow keys, Home and End move between the entries.
 * Escape closes it and returns the focus; a click or the focus elsewhere closes it.
 */
export function Menu({ label, name, side = 'right', small = false, look, onOpen, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    const menu = details.current;
    if (!menu?.open) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector('summary')?.focus();
  };
  useEffect(() => {
    const onPointer = (event: Event): void => {
      if (details.current && !details.current.contains(event.target as Node)) details.current.open = false;
    };
    // On the document, because not every browser focuses a button that is clicked.
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onEscape);
    };
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    const menu = details.current;
    if (!menu || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    const isClosed = !menu.open;
    if (isClosed && key !== 'ArrowDown' && key !== 'ArrowUp') return;
    if (key === 'Escape') return;
    menu.open = true;
    const items = itemsOf(menu);
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isField && !/^Arrow(Up|Down)$/.test(key)) return;
    const at = items.indexOf(target as HTMLElement);
    const next = targetOf(key, at, items.length);
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <details
      ref={details}
      class={`menu ${side}`}
      onToggle={event => {
        if (!event.currentTarget.open) return;
        event.currentTarget.querySelector('.sheetlet')?.scrollIntoView({ block: 'nearest' });
        onOpen?.();
      }}
      onKeyDown={onKey}
      onFocusOut={event => {
        const to = event.relatedTarget as Node | null;
        if (to && !event.currentTarget.contains(to)) event.currentTarget.open = false;
      }}
    >
      <summary class={look ?? `button ${small ? 'small' : ''}`} aria-label={name} title={name}>
        {label}
      </summary>
      <div class="sheetlet">{children(close)}</div>
    </details>
  );
}

interface OptionMenuProps<Option extends string> extends Pick<Props, 'label' | 'name' | 'small'> {
  /** What is done with the option. */
  readonly head: string;
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
}

/** A menu of options that are named by what they are. */
export function OptionMenu<Option extends string>({
  head,
  options,
  onChoose,
  ...menu
}: OptionMenuProps<Option>) {
  return (
    <Menu {...menu}>
      {close => (
        <>
          <span class="menu-head">{head}</span>
          {options.map(option => (
            <button
              key={option}
              type="button"
              class="option"
              onClick={() => {
                close();
                onChoose(option);
              }}
            >
              {option}
            </button>
          ))}
        </>
      )}
    </Menu>
  );
}
