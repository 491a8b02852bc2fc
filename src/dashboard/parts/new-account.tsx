import { useSignal } from '@preact/signals';
import { api, origin } from '../api.ts';
import { goTo } from '../routes.ts';
import { reloadInfo } from '../store/account.ts';
import { showSecrets } from '../store/dialogs.ts';
import { rememberKey } from '../store/known-keys.ts';
import { attempt } from '../store/toasts.ts';
import { Dialog } from './dialog.tsx';
import { boundTo, ChoiceField, Form, TextField } from './field.tsx';
import { useIsMounted } from './hooks.ts';

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
      action: { text: 'Open account', run: () => goTo(created.name, 'overview') },
    });
    if (isMounted()) onClose();
    // The account exists, and its key is shown, even if the list of accounts cannot be loaded.
    void attempt(reloadInfo);
  };
  return (
    <Dialog title="New account" onClose={onClose} narrow>
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
