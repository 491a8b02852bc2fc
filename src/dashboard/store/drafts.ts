import { signal } from '@preact/signals';
import { beforeLeaving } from '../routes.ts';
import { ask } from './dialogs.ts';

/** A text that was edited and not saved. */
export interface Draft {
  readonly text: string;
  /** The digest of the file when editing began; null if there was none. */
  readonly base: string | null;
}

/** The drafts by account and name. They last until the page is closed. */
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

/**
 * Asks before the place of an unsaved text is left, and before the page is closed.
 * @param title what has the text
 * @returns a function that ends this
 */
export function guardDraft(account: string, name: string, title: string): () => void {
  const isDirty = (): boolean => draftOf(account, name) !== null;
  const leave = async (target: string): Promise<void> => {
    const isDiscarded = await ask({
      title: 'Leave without saving?',
      text: `${title} has changes that are not saved.`,
      action: 'Discard changes',
      cancel: 'Keep editing',
    });
    if (!isDiscarded) return;
    setDraft(account, name, null);
    location.hash = target;
  };
  const onUnload = (event: BeforeUnloadEvent): void => {
    if (isDirty()) event.preventDefault();
  };
  // A link is stopped before it is followed, so that it leaves no entry in the history.
  const onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!link || !isPlain || !isDirty() || link.hash === location.hash) return;
    event.preventDefault();
    void leave(link.hash);
  };
  addEventListener('beforeunload', onUnload);
  addEventListener('click', onClick, true);
  const release = beforeLeaving(target => {
    if (!isDirty()) return true;
    void leave(target);
    return false;
  });
  return () => {
    removeEventListener('beforeunload', onUnload);
    removeEventListener('click', onClick, true);
    release();
  };
}
