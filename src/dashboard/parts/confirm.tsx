import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The text of the button that goes ahead. */
  readonly action: string;
  readonly isDestructive?: boolean;
  /** The text of the button that changes nothing. */
  readonly cancel?: string;
  readonly onAction: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. Escape changes nothing. */
export function Confirm({
  title,
  children,
  action,
  isDestructive = false,
  cancel = 'Cancel',
  onAction,
  onClose,
}: Props) {
  return (
    <Dialog title={title} onClose={onClose} narrow>
      <div class="stack">{children}</div>
      <div class="row ends">
        <button type="button" class="button" onClick={onClose}>
          {cancel}
        </button>
        <button
          type="button"
          class={`button ${isDestructive ? 'danger' : 'main'}`}
          onClick={() => {
            onClose();
            onAction();
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
