import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import { Icon } from './icon.tsx';

const loadPalette = async () => (await import('../pages/palette/palette.tsx')).Palette;
const Palette = lazy(loadPalette);

/** The code of the search is loaded so long after the page, so that no key press is lost while it opens. */
const PRELOAD_DELAY_MS = 1_500;

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
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => {
      document.removeEventListener('keydown', onKey);
      clearTimeout(timer);
    };
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
