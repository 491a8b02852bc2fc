import { useSignal } from '@preact/signals';
import { api, origin } from '../api.ts';
import { goTo } from '../routes.ts';
import { reloadInfo } from '../store/account.ts';
import { rememberKey } from '../store/known-keys.ts';
import { showSecrets } from '../store/new-secrets.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';
import { Dialog } from './dialog.tsx';
import { ChoiceField, TextField } from './field.tsx';
import { useIsMounted } from './use-is-mounted.ts';

/** The values of the form, as strings. */
interface AccountDraft {
  readonly name: string;
  readonly balance: string;
  readonly clock: string;
  readonly url: string;
}

async function open({ name, balance, clock, url }: AccountDraft): Promise<void> {
  const created = await api.post('/_sandbox/accounts', {
    body: {
      ...(name ? { name } : {}),
      balance_trx: Number(balance),
      clock,
      ...(url ? { webhook_url: url } : {}),
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
    action: { text: 'Open account', run: () => goTo(created.name, 'overview') },
  });
  // The account exists, and its key is shown, even if the list of accounts cannot be loaded.
  void attempt(reloadInfo);
}

/** Creates an account and shows its key. The server returns the key only once. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const isMounted = useIsMounted();
  const create = async (draft: AccountDraft): Promise<void> => {
    const isOpened = await attempt(() => open(draft));
    if (isOpened && isMounted()) onClose();
  };
  return (
    <Dialog title="New account" onClose={onClose} narrow>
      <AccountForm onSubmit={create} />
    </Dialog>
  );
}

function AccountForm({ onSubmit }: { onSubmit: (draft: AccountDraft) => Promise<unknown> }) {
  const draft = useSignal<AccountDraft>({ name: '', balance: '100', clock: 'real', url: '' });
  const task = useTask();
  const setField = (part: keyof AccountDraft) => (text: string) => {
    draft.value = { ...draft.value, [part]: text };
  };
  const { name, balance, clock, url } = draft.value;
  return (
    <form
      class="fields"
      onSubmit={event => {
        event.preventDefault();
        void task.run(() => onSubmit(draft.value));
      }}
    >
      <TextField label="Name" value={name} onInput={setField('name')} placeholder="generated if empty" />
      <TextField label="Opening balance (TRX)" type="number" value={balance} onInput={setField('balance')} />
      <ChoiceField
        label="Clock"
        value={clock}
        options={[
          ['real', 'real time'],
          ['60x', '1 minute per second'],
          ['manual', 'manual: moves only when advanced'],
        ]}
        onChange={setField('clock')}
      />
      <TextField
        label="Webhook destination"
        type="url"
        value={url}
        onInput={setField('url')}
        placeholder="http://127.0.0.1:4020/webhooks"
      />
      <button type="submit" class="button main" aria-busy={task.isBusy}>
        Create account
      </button>
    </form>
  );
}
