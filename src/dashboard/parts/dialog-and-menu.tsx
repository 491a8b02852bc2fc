import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Icon, type IconName } from './basics.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
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
export function Dialog({ title, onClose, children }: DialogProps) {
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
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id} class="break grow">
          {title}
        </h2>
        <Button icon="cross" look="quiet" aria-label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <div class="inside inside-pad stack">{children}</div>
    </dialog>
  );
}

interface MenuProps {
  readonly label: ComponentChildren;
  readonly name: string;
  readonly small?: boolean;
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

const ITEMS = ':is(a, button, input):not(:disabled)';
/** The minimum distance from the edges of the window, and the distance from the button, in pixels. */
const GAP = 8;

/** Places a popup below its button, or above it if there is no room. */
function place(popup: HTMLElement): void {
  const { left, right, top, bottom } = popup.previousElementSibling!.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const x = left + width + GAP <= innerWidth ? left : right - width;
  const y = bottom + height + 2 * GAP <= innerHeight ? bottom + GAP : top - height - GAP;
  popup.style.left = `${Math.max(GAP, x)}px`;
  popup.style.top = `${Math.max(GAP, y)}px`;
}

/** Opens a menu with the arrow keys, and moves between its entries. Fields keep the keys that move their caret. */
function onKey(event: KeyboardEvent, popup: HTMLElement): void {
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  const isInField = event.target instanceof HTMLInputElement || !popup.matches(':popover-open');
  if (event.ctrlKey || event.metaKey || event.altKey || (isInField && !isArrow)) return;
  if (isArrow) popup.showPopover();
  const items = [...popup.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.indexOf(event.target as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

/**
 * A button that opens a popup. The arrow keys, Home and End move between the entries. Escape or the choice of an entry
 * closes it and returns the focus; a click or the focus elsewhere closes it.
 */
export function Menu({ label, name, small = false, onOpen, children }: MenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls in it.
    <span
      onKeyDown={event => onKey(event, popup.current!)}
      onFocusOut={event => {
        const to = event.relatedTarget as Node | null;
        if (to && !event.currentTarget.contains(to)) popup.current?.hidePopover();
      }}
    >
      <button
        type="button"
        class={`button ${small ? 'small' : ''}`}
        popovertarget={id}
        aria-label={name}
        title={name}
      >
        {label}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        class="stack tight sheetlet"
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'closed') return;
          // By then it has a size and has not been painted.
          requestAnimationFrame(() => place(currentTarget));
          onOpen?.();
        }}
        // Before the entry opens a dialog, which returns the focus to where it was.
        onClickCapture={event => {
          if ((event.target as Element).closest('.option, .button')) event.currentTarget.hidePopover();
        }}
      >
        {children}
      </div>
    </span>
  );
}

interface OptionProps extends ButtonHTMLAttributes {
  readonly icon?: IconName;
  /** Shown at the end of its line. */
  readonly side?: string;
}

/** An entry of a menu. */
export const Option = ({ icon, side, children, ...attributes }: OptionProps) => (
  <button type="button" class="option" {...attributes}>
    {icon && <Icon name={icon} />} {children}
    {side && <span class="side">{side}</span>}
  </button>
);
