import { effect, signal } from '@preact/signals';

/** Light, dark, or as the system has it. */
export type Theme = 'system' | 'light' | 'dark';

const SLOT = 'energy-sandbox:theme';
const kept = localStorage.getItem(SLOT);

/** The reader's choice, remembered. */
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

effect(() => {
  if (theme.value === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(SLOT);
  } else {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(SLOT, theme.value);
  }
});
