import { useSignal } from '@preact/signals';
import type { ButtonHTMLAttributes } from 'preact';
import { showToast } from '../store/toasts.ts';
import { Icon, type IconName } from './icon.tsx';

interface Props extends ButtonHTMLAttributes {
  /** Words for its look: main, quiet, danger, small, icon. */
  readonly look?: string;
  readonly icon?: IconName | undefined;
}

/** A button. It submits its form only if its type says so. */
export function Button({ look = '', icon, children, ...attributes }: Props) {
  return (
    <button type="button" class={`button ${look}`} {...attributes}>
      {icon && <Icon name={icon} />} {children}
    </button>
  );
}

const CONFIRMATION_MS = 1_400;

interface CopyProps {
  readonly text: string;
  /** The tooltip, and without a label the name for screen readers. */
  readonly name: string;
  readonly label?: string;
  readonly onCopied?: () => void;
}

/** Copies text to the clipboard and confirms it. */
export function CopyButton({ text, name, label, onCopied }: CopyProps) {
  const done = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = true;
      onCopied?.();
      setTimeout(() => (done.value = false), CONFIRMATION_MS);
    } catch {
      showToast('The browser denied access to the clipboard. Select the text and copy it manually.', true);
    }
  };
  return (
    <Button
      icon={done.value ? 'check' : 'copy'}
      look={`small ${label ? '' : 'icon quiet'}`}
      onClick={copy}
      title={done.value ? 'Copied' : name}
      aria-label={label ? undefined : done.value ? 'Copied' : name}
    >
      {label && (done.value ? 'Copied' : label)}
    </Button>
  );
}
