import { signal } from '@preact/signals';

/** A text that was edited and not saved. */
export interface Draft {
  readonly text: string;
  /** The digest of the file when editing began; null if there was none. */
  readonly base: string | null;
}

/** The drafts by account and name. They outlast a look at other pages, and are lost when the dashboard is closed. */
const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

const keyOf = (account: string, name: string): string => `${account}/${name}`;

/** The unsaved text of a scenario, or null. */
export const draftOf = (account: string, name: string): Draft | null =>
  drafts.value.get(keyOf(account, name)) ?? null;

/** Keeps an unsaved text; null forgets it. */
export function setDraft(account: string, name: string, draft: Draft | null): void {
  const changed = new Map(drafts.value);
  if (draft === null) changed.delete(keyOf(account, name));
  else changed.set(keyOf(account, name), draft);
  drafts.value = changed;
}

// The browser asks before it closes the dashboard.
addEventListener('beforeunload', event => {
  if (drafts.peek().size > 0) event.preventDefault();
});
