import { signal } from '@preact/signals';

/** The dialog that is open and belongs to no page; null: none. */
export const openDialog = signal<'search' | 'new account' | 'snapshots' | 'reset' | null>(null);

/** Opens a dialog that belongs to no page. */
export const showDialog = (dialog: typeof openDialog.value): void => {
  openDialog.value = dialog;
};
