import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { readAccount } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';

interface Props {
  readonly account: string;
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

/** Where webhooks go, and what they are signed with. */
export function WebhookSettings({ account, webhook, onClose }: Props) {
  const url = useSignal(webhook.url ?? '');
  const secret = useSignal(webhook.secret);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const went = await attempt(
      () =>
        api.put('/_sandbox/accounts/{account}/webhook', {
          path: { account },
          body: { url: url.value.trim() || null, secret: secret.value },
        }),
      url.value ? `Webhooks go to ${url.value} from now on.` : 'Webhooks go nowhere from now on.',
    );
    await readAccount();
    if (went) onClose();
  };
  return (
    <Dialog title="Destination and secret" onClose={onClose} narrow>
      <form class="fields" onSubmit={save}>
        <TextField
          label="Destination"
          type="url"
          mono
          value={url.value}
          onInput={text => {
            url.value = text;
          }}
          placeholder="http://127.0.0.1:4020/webhooks"
          help="Left empty, events are recorded and not sent."
        />
        <TextField
          label="Secret"
          mono
          value={secret.value}
          onInput={text => {
            secret.value = text;
          }}
          help="Its UTF-8 bytes are the key of the signature."
        />
        <div class="row">
          <button type="submit" class="button main">
            Save
          </button>
          <CopyButton text={secret.value} name="Copy the secret" label="Copy secret" />
        </div>
      </form>
    </Dialog>
  );
}
