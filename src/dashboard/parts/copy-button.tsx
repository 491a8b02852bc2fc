import { useSignal } from '@preact/signals';
import { say } from '../store/toasts.ts';
import { Icon } from './icon.tsx';

const THANKS_MS = 1_400;

/** Puts a text onto the clipboard, and says so. */
export function CopyButton({ text, name, label }: { text: string; name: string; label?: string }) {
  const done = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = true;
      setTimeout(() => {
        done.value = false;
      }, THANKS_MS);
    } catch {
      say('The browser does not let the page use the clipboard; mark the text and copy it by hand.', true);
    }
  };
  return (
    <button
      type="button"
      class={`button small ${label ? '' : 'icon quiet'}`}
      onClick={copy}
      title={name}
      aria-label={label ? undefined : name}
    >
      <Icon name={done.value ? 'check' : 'copy'} />
      {label && (done.value ? 'Copied' : label)}
    </button>
  );
}
