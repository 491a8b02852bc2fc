import { signal } from '@preact/signals';

/** Secrets that the server returns only once. */
export interface NewSecrets {
  readonly title: string;
  readonly secrets: readonly (readonly [name: string, text: string])[];
  /** A button that also closes the dialog. */
  readonly action?: { readonly text: string; readonly run: () => void };
}

/** New secrets that the user has not dismissed, the oldest first. */
export const newSecrets = signal<readonly NewSecrets[]>([]);

/** Shows secrets until the user dismisses them, even if the form or the page that asked for them was closed. */
export function showSecrets(shown: NewSecrets): void {
  newSecrets.value = [...newSecrets.value, shown];
}

/** Forgets secrets. */
export function dismissSecrets(dismissed: NewSecrets): void {
  newSecrets.value = newSecrets.value.filter(one => one !== dismissed);
}
