import { useSignal } from '@preact/signals';
import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import { api, type Schemas } from '../api.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { readAccount } from '../store/account.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';

interface Props {
  readonly account: string;
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

/** The destination of the webhooks and the secret that signs them. */
export function WebhookSettings({ account, webhook, onClose }: Props) {
  const url = useSignal(webhook.url ?? '');
  const secret = useSignal(webhook.secret);
  const task = useTask();
  const save = async (): Promise<void> => {
    const isSaved = await attempt(
      () =>
        api.put('/_sandbox/accounts/{account}/webhook', {
          path: { account },
          body: { url: url.value.trim() || null, secret: secret.value },
        }),
      url.value ? `Webhooks are now sent to ${url.value}.` : 'Webhooks are no longer sent.',
    );
    await readAccount();
    if (isSaved) onClose();
  };
  return (
    <Dialog title="Destination and secret" onClose={onClose} narrow>
      <form
        class="fields"
        onSubmit={event => {
          event.preventDefault();
          void task.run(save);
        }}
      >
        <TextField
          label="Destination"
          type="url"
          mono
          value={url.value}
          onInput={text => {
            url.value = text;
          }}
          placeholder="http://127.0.0.1:4020/webhooks"
          help="If empty, events are recorded but not sent."
        />
        <TextField
          label="Secret"
          mono
          value={secret.value}
          onInput={text => {
            secret.value = text;
          }}
          help="Its UTF-8 bytes are the HMAC key."
        />
        <div class="row">
          <button type="submit" class="button main" aria-busy={task.isBusy}>
            Save
          </button>
          <CopyButton text={secret.value} name="Copy secret" label="Copy secret" />
          {url.value !== BUILT_IN_RECEIVER && (
            <button
              type="button"
              class="button"
              onClick={() => {
                url.value = BUILT_IN_RECEIVER;
              }}
            >
              Use the built-in receiver
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
