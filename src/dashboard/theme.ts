import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'energy-sandbox:theme';
const kept = localStorage.getItem(STORAGE_KEY);

/** The user's choice. It is kept in localStorage. */
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

effect(() => {
  const isChosen = theme.value !== 'system';
  document.documentElement.style.colorScheme = isChosen ? theme.value : '';
  if (isChosen) localStorage.setItem(STORAGE_KEY, theme.value);
  else localStorage.removeItem(STORAGE_KEY);
});
