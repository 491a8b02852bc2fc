import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly narrow?: boolean;
  readonly children: ComponentChildren;
}

const FOCUSABLE = ':is(input, select, textarea, button, a[href]):not(:disabled)';

/** Opens a dialog with the focus on its first control. Returns what had the focus before. */
function openModal(dialog: HTMLDialogElement): Element | null {
  const before = document.activeElement;
  dialog.showModal();
  dialog.querySelector('.inside')?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  return before;
}

/** A modal dialog. It keeps the focus until it closes, and then returns it. */
export function Dialog({ title, onClose, narrow = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key press, so that none gets lost.
  useLayoutEffect(() => {
    if (!dialog.current) return;
    const before = openModal(dialog.current);
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class={`dialog ${narrow ? 'narrow' : ''}`} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          class="button quiet icon"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="cross" />
        </button>
      </header>
      <div class="inside">{children}</div>
    </dialog>
  );
}
