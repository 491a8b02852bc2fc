import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { goTo, linkTo, route } from '../route.ts';
import { accountName, info } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { ChoiceField, TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

/** Which account is looked at, and the way to another. */
export function AccountSwitcher() {
  const making = useSignal(false);
  const shown = accountName.value;
  const refresh = async (): Promise<void> => {
    info.value = await api.get('/_sandbox/info');
  };
  return (
    <>
      <Menu
        side="left"
        onOpen={() => void attempt(refresh)}
        name={`Account: ${shown ?? 'none'}`}
        label={
          <>
            <span class="clip account-name">{shown ?? 'Choose an account'}</span>
            <Icon name="down" />
          </>
        }
      >
        {close => (
          <>
            <div class="account-list">
              {info.value?.accounts.map(name => (
                <a
                  key={name}
                  class="option"
                  href={linkTo(name, route.value.place)}
                  aria-current={name === shown ? 'true' : undefined}
                  onClick={close}
                >
                  <span class="clip">{name}</span>
                </a>
              ))}
            </div>
            <hr />
            <button
              type="button"
              class="option"
              onClick={() => {
                close();
                making.value = true;
              }}
            >
              <Icon name="new" /> New account
            </button>
          </>
        )}
      </Menu>
      {making.value && (
        <NewAccount
          onClose={() => {
            making.value = false;
          }}
        />
      )}
    </>
  );
}

interface Made {
  readonly name: string;
  readonly api_key: string;
  readonly webhook_secret: string;
}

function NewAccount({ onClose }: { onClose: () => void }) {
  const name = useSignal('');
  const balance = useSignal('100');
  const clock = useSignal('real');
  const url = useSignal('');
  const made = useSignal<Made | null>(null);
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    await attempt(async () => {
      made.value = await api.post('/_sandbox/accounts', {
        body: {
          ...(name.value ? { name: name.value } : {}),
          balance_trx: Number(balance.value),
          clock: clock.value,
          ...(url.value ? { webhook_url: url.value } : {}),
        },
      });
      info.value = await api.get('/_sandbox/info');
    });
  };
  if (made.value) {
    const { name: madeName, api_key, webhook_secret } = made.value;
    const open = (): void => {
      onClose();
      goTo(madeName, 'orders');
    };
    return (
      <Dialog title={`Account ${madeName}`} onClose={onClose} narrow>
        <p>The key is shown only now: copy it.</p>
        <Secret name="API key" text={api_key} />
        <Secret name="Webhook secret" text={webhook_secret} />
        <button type="button" class="button main" onClick={open}>
          Look at it
        </button>
      </Dialog>
    );
  }
  return (
    <Dialog title="New account" onClose={onClose} narrow>
      <form class="fields" onSubmit={make}>
        <TextField
          label="Name"
          value={name.value}
          onInput={text => {
            name.value = text;
          }}
          placeholder="made up where left out"
        />
        <TextField
          label="Opening balance, TRX"
          type="number"
          value={balance.value}
          onInput={text => {
            balance.value = text;
          }}
        />
        <ChoiceField
          label="Clock"
          value={clock.value}
          options={[
            ['real', 'runs as in reality'],
            ['60x', 'a minute a second'],
            ['manual', 'stands until advanced'],
          ]}
          onChange={text => {
            clock.value = text;
          }}
        />
        <TextField
          label="Webhooks go to"
          type="url"
          value={url.value}
          onInput={text => {
            url.value = text;
          }}
          placeholder="http://127.0.0.1:4020/webhooks"
        />
        <button type="submit" class="button main">
          Make it
        </button>
      </form>
    </Dialog>
  );
}

/** A secret that is shown once, to be copied. */
export function Secret({ name, text }: { name: string; text: string }) {
  return (
    <div class="field">
      <span class="label">{name}</span>
      <div class="row nowrap">
        <code class="break">{text}</code>
        <CopyButton text={text} name={`Copy: ${name}`} />
      </div>
    </div>
  );
}
