import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { goTo } from '../routes.ts';
import { info } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';
import { Dialog } from './dialog.tsx';
import { ChoiceField, TextField } from './field.tsx';
import { Secret } from './secret.tsx';

interface Made {
  readonly name: string;
  readonly api_key: string;
  readonly webhook_secret: string;
}

/** What the form holds, as texts. */
interface Wish {
  readonly name: string;
  readonly balance: string;
  readonly clock: string;
  readonly url: string;
}

async function open({ name, balance, clock, url }: Wish): Promise<Made> {
  const made = await api.post('/_sandbox/accounts', {
    body: {
      ...(name ? { name } : {}),
      balance_trx: Number(balance),
      clock,
      ...(url ? { webhook_url: url } : {}),
    },
  });
  info.value = await api.get('/_sandbox/info');
  return made;
}

/** Makes an account, and shows its key the one time that it can be seen. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const made = useSignal<Made | null>(null);
  if (made.value) return <Opened made={made.value} onClose={onClose} />;
  return (
    <Dialog title="New account" onClose={onClose} narrow>
      <AccountForm
        onWish={wish =>
          attempt(async () => {
            made.value = await open(wish);
          })
        }
      />
    </Dialog>
  );
}

function Opened({ made, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog title={`Account ${made.name}`} onClose={onClose} narrow>
      <p>The key is shown only now: copy it.</p>
      <Secret name="API key" text={made.api_key} />
      <Secret name="Webhook secret" text={made.webhook_secret} />
      <button
        type="button"
        class="button main"
        onClick={() => {
          onClose();
          goTo(made.name, 'orders');
        }}
      >
        Look at it
      </button>
    </Dialog>
  );
}

function AccountForm({ onWish }: { onWish: (wish: Wish) => Promise<unknown> }) {
  const wish = useSignal<Wish>({ name: '', balance: '100', clock: 'real', url: '' });
  const put = (part: keyof Wish) => (text: string) => {
    wish.value = { ...wish.value, [part]: text };
  };
  const { name, balance, clock, url } = wish.value;
  return (
    <form
      class="fields"
      onSubmit={event => {
        event.preventDefault();
        void onWish(wish.value);
      }}
    >
      <TextField label="Name" value={name} onInput={put('name')} placeholder="made up where left out" />
      <TextField label="Opening balance, TRX" type="number" value={balance} onInput={put('balance')} />
      <ChoiceField
        label="Clock"
        value={clock}
        options={[
          ['real', 'runs as in reality'],
          ['60x', 'a minute a second'],
          ['manual', 'stands until advanced'],
        ]}
        onChange={put('clock')}
      />
      <TextField
        label="Webhooks go to"
        type="url"
        value={url}
        onInput={put('url')}
        placeholder="http://127.0.0.1:4020/webhooks"
      />
      <button type="submit" class="button main">
        Make it
      </button>
    </form>
  );
}
