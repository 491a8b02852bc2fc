import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Icon, type IconName } from './basics.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly narrow?: boolean;
  readonly children: ComponentChildren;
}

const FOCUSABLE = ':is(input, select, textarea, button, a[href]):not(:disabled)';

/** The element that had the focus before each dialog was opened. */
const focusedBefore = new WeakMap<Element, Element | null>();

/** Opens a dialog with the focus on its first control. */
function openModal(dialog: HTMLDialogElement): void {
  focusedBefore.set(dialog, document.activeElement);
  dialog.showModal();
  dialog.querySelector('.inside')?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
}

/** Returns the focus. A dialog may have been opened from another dialog that has since been closed. */
function returnFocus(dialog: HTMLDialogElement): void {
  let before = focusedBefore.get(dialog);
  while (before && !before.isConnected) {
    const closed = before.closest('dialog');
    before = closed && focusedBefore.get(closed);
  }
  if (before instanceof HTMLElement) before.focus();
}

/** A modal dialog. It keeps the focus until it closes, and then returns it. */
export function Dialog({ title, onClose, narrow = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key press, so that none gets lost.
  useLayoutEffect(() => {
    const opened = dialog.current;
    if (!opened) return;
    openModal(opened);
    return () => returnFocus(opened);
  }, []);
  return (
    <dialog ref={dialog} class={`dialog ${narrow ? 'narrow' : ''}`} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button icon="cross" look="quiet icon" aria-label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <div class="inside">{children}</div>
    </dialog>
  );
}

interface MenuProps {
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
export function Menu({ label, name, side = 'right', small = false, onOpen, children }: MenuProps) {
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
