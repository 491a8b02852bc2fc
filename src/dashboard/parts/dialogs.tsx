import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { lazy } from '../lazy.tsx';
import { accountName, readAccount } from '../store/account.ts';
import { openDialog, showDialog } from '../store/open-dialog.ts';
import { attempt } from '../store/toasts.ts';
import { Confirm } from './confirm.tsx';
import { NewAccount } from './new-account.tsx';

const close = (): void => showDialog(null);

const loadPalette = async () => (await import('../pages/palette/palette.tsx')).Palette;
const Palette = lazy(loadPalette);
const Snapshots = lazy(async () => (await import('../pages/snapshots.tsx')).SnapshotsDialog);

/** The code of the search is loaded so long after the page, so that no key press is lost while it opens. */
const PRELOAD_DELAY_MS = 1_500;

const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';

/** The dialogs that menus, the search and Ctrl K or ⌘ K open on every page. */
export function Dialogs() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) showDialog('search');
    };
    document.addEventListener('keydown', onKey);
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => {
      document.removeEventListener('keydown', onKey);
      clearTimeout(timer);
    };
  }, []);
  const account = accountName.value;
  if (openDialog.value === 'search') return <Palette onClose={close} />;
  if (openDialog.value === 'new account') return <NewAccount onClose={close} />;
  if (account === null) return null;
  if (openDialog.value === 'snapshots') return <Snapshots account={account} onClose={close} />;
  return openDialog.value === 'reset' ? <ResetQuestion account={account} /> : null;
}

function ResetQuestion({ account }: { account: string }) {
  const reset = async (): Promise<void> => {
    await attempt(
      () => api.post('/_sandbox/accounts/{account}/reset', { path: { account } }),
      `${account} was reset.`,
    );
    await readAccount();
  };
  return (
    <Confirm title={`Reset ${account}?`} action="Reset" isDestructive onAction={reset} onClose={close}>
      <p>This deletes its orders, events, ledger and journal, for everyone who uses it.</p>
    </Confirm>
  );
}
