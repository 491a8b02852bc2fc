import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import { accountName } from '../store/account.ts';
import {
  ask,
  dismissSecrets,
  type NewSecrets,
  newSecrets,
  openDialog,
  question,
  showDialog,
} from '../store/dialogs.ts';
import { Button, CopyButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { NewAccount } from './new-account.tsx';

const close = (): void => showDialog(null);

const loadPalette = async () => (await import('../pages/palette.tsx')).Palette;
const Palette = lazy(loadPalette);
const Snapshots = lazy(async () => (await import('../pages/snapshots.tsx')).SnapshotsDialog);

/** The code of the search is loaded so long after the page, so that no key press is lost while it opens. */
const PRELOAD_DELAY_MS = 1_500;

const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';

/** The dialogs that belong to no page: those that menus, the search and Ctrl K or ⌘ K open, questions and new secrets. */
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
  const [secrets] = newSecrets.value;
  return (
    <>
      {openDialog.value === 'search' && <Palette onClose={close} />}
      {openDialog.value === 'new account' && <NewAccount onClose={close} />}
      {openDialog.value === 'snapshots' && account && <Snapshots account={account} onClose={close} />}
      {secrets && <Secrets key={secrets.secrets.join()} shown={secrets} />}
      <QuestionDialog />
    </>
  );
}

function QuestionDialog() {
  const asked = question.value;
  if (!asked) return null;
  return (
    <Dialog key={asked.title} title={asked.title} onClose={() => asked.answer(false)} narrow>
      <p>{asked.text}</p>
      <div class="row ends">
        <Button onClick={() => asked.answer(false)}>{asked.cancel ?? 'Cancel'}</Button>
        <Button look="danger" onClick={() => asked.answer(true)}>
          {asked.action}
        </Button>
      </div>
    </Dialog>
  );
}

/** Shows new secrets. It asks before it closes as long as nothing was copied: the server never shows the key again. */
function Secrets({ shown }: { shown: NewSecrets }) {
  const isCopied = useSignal(false);
  const isAsking = useSignal(false);
  const { title, secrets, action } = shown;
  const noteCopy = (): void => {
    isCopied.value = true;
  };
  const dismiss = async (): Promise<void> => {
    isAsking.value = !isCopied.value;
    const isSure =
      isCopied.value ||
      (await ask({
        title: 'Close without copying the key?',
        text: 'The sandbox does not show it again. A lost key is replaced with a new one.',
        action: 'Close',
        cancel: 'Show it again',
      }));
    if (isSure) dismissSecrets(shown);
    else isAsking.value = false;
  };
  if (isAsking.value) return null;
  return (
    <Dialog title={title} onClose={dismiss} narrow>
      <p>The key is shown only once. Copy it now.</p>
      <dl class="stack" onCopy={noteCopy}>
        {secrets.map(([name, text]) => (
          <div key={name}>
            <dt class="faint">{name}</dt>
            <dd class="row nowrap">
              <code class="break">{text}</code>
              <CopyButton text={text} name={`Copy: ${name}`} onCopied={noteCopy} />
            </dd>
          </div>
        ))}
      </dl>
      {action && (
        <div class="row ends">
          <Button
            look="main"
            onClick={() => {
              dismissSecrets(shown);
              action.run();
            }}
          >
            {action.text}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
