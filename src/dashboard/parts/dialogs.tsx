import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, origin } from '../control-api.ts';
import { lazy } from '../lazy.tsx';
import { goTo } from '../routes.ts';
import { accountName, reloadInfo } from '../store/account.ts';
import {
  ask,
  dismissSecrets,
  type NewSecrets,
  newSecrets,
  openDialog,
  question,
  showDialog,
  showSecrets,
} from '../store/dialogs.ts';
import { rememberKey } from '../store/known-keys.ts';
import { attempt, dismiss, toasts } from '../store/tasks-and-toasts.ts';
import { Button, Copied } from './basics.tsx';
import { Dialog } from './dialog-and-menu.tsx';
import { boundTo, ChoiceField, Form, TextField } from './field.tsx';
import { useIsMounted } from './hooks.ts';

const close = (): void => showDialog(null);

const loadPalette = async () => (await import('../pages/command-palette.tsx')).Palette;
const Palette = lazy(loadPalette);
const Snapshots = lazy(async () => (await import('../pages/snapshots.tsx')).SnapshotsDialog);

/** How long after the page the code of the search is loaded, so that no key press is lost while it opens. */
const PRELOAD_DELAY_MS = 1_500;

const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';

/**
 * The dialogs that belong to no page: dialogs opened by menus, the search or Ctrl K (⌘ K), questions and new secrets.
 */
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
    <Dialog key={asked.title} title={asked.title} onClose={() => asked.answer(false)}>
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
    <Dialog title={title} onClose={dismiss}>
      <p>The key is shown only once. Copy it now.</p>
      <dl class="stack" onCopy={noteCopy}>
        {secrets.map(([name, text]) => (
          <div key={name}>
            <dt class="soft">{name}</dt>
            <dd>
              <Copied text={text} name={name} onCopied={noteCopy} />
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

/** Creates an account and shows its key. The server returns the key only once. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const isMounted = useIsMounted();
  const name = useSignal('');
  const balance = useSignal('100');
  const clock = useSignal('real');
  const url = useSignal('');
  const create = async (): Promise<void> => {
    const created = await api.post('/_sandbox/accounts', {
      body: {
        ...(name.value ? { name: name.value } : {}),
        balance_trx: Number(balance.value),
        clock: clock.value,
        ...(url.value ? { webhook_url: url.value } : {}),
      },
    });
    rememberKey(created.name, created.api_key);
    showSecrets({
      title: `Account ${created.name}`,
      secrets: [
        ['URL', origin],
        ['API key', created.api_key],
        ['Webhook secret', created.webhook_secret],
      ],
      action: { text: 'Open account', run: () => goTo('overview', null, created.name) },
    });
    if (isMounted()) onClose();
    void reloadInfo();
  };
  return (
    <Dialog title="New account" onClose={onClose}>
      <Form submit="Create account" look="main" onSubmit={() => attempt(create)}>
        <TextField label="Name" {...boundTo(name)} placeholder="generated if empty" />
        <TextField label="Opening balance (TRX)" type="number" {...boundTo(balance)} />
        <ChoiceField
          label="Clock"
          value={clock.value}
          options={[
            ['real', 'real time'],
            ['60x', '1 minute per second'],
            ['manual', 'manual: moves only when advanced'],
          ]}
          onChange={mode => (clock.value = mode)}
        />
        <TextField
          label="Webhook destination"
          type="url"
          {...boundTo(url)}
          placeholder="http://127.0.0.1:4020/webhooks"
        />
      </Form>
    </Dialog>
  );
}

/** The toasts. Screen readers announce them. */
export function Toasts() {
  return (
    <div class="stack toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad }) => (
        <div key={id} class={`row nowrap note toast tone-${isBad ? 'bad' : 'calm'}`}>
          <span>{text}</span>
          <Button icon="cross" look="quiet small" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
