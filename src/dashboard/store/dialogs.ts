import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** The dialog that is open and belongs to no page; null: none. */
export const openDialog = signal<'search' | 'new account' | 'snapshots' | null>(null);

/** Opens a dialog that belongs to no page. */
export const showDialog = (dialog: typeof openDialog.value): void => {
  openDialog.value = dialog;
};

/** A question before something that cannot be undone. */
export interface Question {
  readonly title: string;
  readonly text: ComponentChildren;
  /** The text of the button that goes ahead. */
  readonly action: string;
  /** The text of the button that changes nothing. */
  readonly cancel?: string;
}

/** The question that is shown, and a function that takes its answer; null: none. */
export const question = signal<(Question & { readonly answer: (isYes: boolean) => void }) | null>(null);

/** Asks the user. Resolves with true if the user goes ahead; Escape changes nothing. */
export function ask(asked: Question): Promise<boolean> {
  question.value?.answer(false);
  return new Promise(resolve => {
    const answer = (isYes: boolean): void => {
      question.value = null;
      resolve(isYes);
    };
    question.value = { ...asked, answer };
  });
}

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
