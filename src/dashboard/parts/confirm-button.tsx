import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Confirm } from './confirm.tsx';

interface Props {
  /** The text of the button. */
  readonly label: string;
  /** Its name, if the text alone does not say what it concerns. */
  readonly name?: string;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** The question. */
  readonly title: string;
  /** A description of what is lost. */
  readonly children: ComponentChildren;
  readonly onConfirm: () => void;
}

/** A button for something that cannot be undone: it asks first. */
export function ConfirmButton({ label, name, small = false, disabled, title, children, onConfirm }: Props) {
  const isAsking = useSignal(false);
  return (
    <>
      <button
        type="button"
        class={`button danger ${small ? 'small' : ''}`}
        disabled={disabled}
        aria-label={name}
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {label}
      </button>
      {isAsking.value && (
        <Confirm
          title={title}
          action={label}
          isDestructive
          onAction={onConfirm}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          {children}
        </Confirm>
      )}
    </>
  );
}
