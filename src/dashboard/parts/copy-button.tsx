import { useSignal } from '@preact/signals';
import { showToast } from '../store/toasts.ts';
import { Button } from './button.tsx';

const CONFIRMATION_MS = 1_400;

interface Props {
  readonly text: string;
  /** The tooltip, and without a label the name for screen readers. */
  readonly name: string;
  readonly label?: string;
  readonly onCopied?: () => void;
}

/** Copies text to the clipboard and confirms it. */
export function CopyButton({ text, name, label, onCopied }: Props) {
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
