import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import { Icon } from './icon.tsx';

const Palette = lazy(async () => (await import('../pages/palette/palette.tsx')).Palette);

const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';

/** Opens the search over everything, also with Ctrl K or ⌘ K. */
export function PaletteButton() {
  const isOpen = useSignal(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) isOpen.value = true;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        class="button small"
        aria-label="Search everything, Ctrl K"
        aria-keyshortcuts="Control+K"
        title="Search everything (Ctrl K)"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        <Icon name="search" /> <kbd class="palette-key wide-label">Ctrl K</kbd>
      </button>
      {isOpen.value && (
        <Palette
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
