import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  readonly label: ComponentChildren;
  readonly name: string;
  readonly side?: 'left' | 'right';
  readonly small?: boolean;
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

/** The elements between which the arrow keys move. Fields keep the keys that move their caret. */
const ITEMS = '.sheetlet :is(a, button, input):not(:disabled)';

/** The index of the item that a key moves to; null if the key moves to none. */
function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Opens a menu with the keys, and moves between its entries. */
function onKey(event: KeyboardEvent, menu: HTMLDetailsElement): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || key === 'Escape') return;
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
  if (!isArrow && (!menu.open || target instanceof HTMLInputElement)) return;
  menu.open = true;
  const items = [...menu.querySelectorAll<HTMLElement>(ITEMS)];
  const next = targetOf(key, items.indexOf(target as HTMLElement), items.length);
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}

/**
 * A button that opens a popup. The arrow keys, Home and End move between the entries. Escape or the choice of an entry
 * closes it and returns the focus; a click or the focus elsewhere closes it.
 */
export function Menu({ label, name, side = 'right', small = false, onOpen, children }: Props) {
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
  return (
    <details
      ref={details}
      class={`menu ${side}`}
      onToggle={event => {
        if (!event.currentTarget.open) return;
        event.currentTarget.querySelector('.sheetlet')?.scrollIntoView({ block: 'nearest' });
        onOpen?.();
      }}
      onKeyDown={event => onKey(event, event.currentTarget)}
      onFocusOut={event => {
        const to = event.relatedTarget as Node | null;
        if (to && !event.currentTarget.contains(to)) event.currentTarget.open = false;
      }}
    >
      <summary class={`button ${small ? 'small' : ''}`} aria-label={name} title={name}>
        {label}
      </summary>
      <div
        class="sheetlet"
        // Before the entry opens a dialog, which returns the focus to where it was.
        onClickCapture={event => {
          if ((event.target as Element).closest('.option, .button')) close();
        }}
      >
        {children}
      </div>
    </details>
  );
}

interface OptionProps extends ButtonHTMLAttributes {
  readonly icon?: IconName;
  /** What stands at the end of its line. */
  readonly side?: string;
}

/** An entry of a menu. */
export const Option = ({ icon, side, children, ...attributes }: OptionProps) => (
  <button type="button" class="option" {...attributes}>
    {icon && <Icon name={icon} />} {children}
    {side && <span class="side">{side}</span>}
  </button>
);
