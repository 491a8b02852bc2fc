import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

interface Props {
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
export function Dialog({ title, onClose, narrow = false, children }: Props) {
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
