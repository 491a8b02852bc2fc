import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Secret } from '../parts/secret.tsx';
import { readAccount } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';

type Scope = Schemas['Key']['scopes'][number];

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  quote: 'Quote and estimate',
  'orders:create': 'Create orders, single and bulk',
  'orders:read': 'Order status',
  balance: 'Balance',
};
const SCOPES = Object.keys(SCOPE_TEXTS) as Scope[];

/** What the form holds, as texts. */
interface Wish {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly callers: string;
  readonly limit: string;
  readonly expires: string;
}

/** What a list of addresses holds, however it is separated. */
const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const makeKey = (account: string, wish: Wish): Promise<Schemas['CreatedKey']> =>
  api.post('/_sandbox/accounts/{account}/keys', {
    path: { account },
    body: {
      ...(wish.name ? { name: wish.name } : {}),
      scopes: [...wish.scopes],
      ip_allow: listOf(wish.callers),
      rate_limit_per_minute: wish.limit ? Number(wish.limit) : null,
      expires_at: wish.expires || null,
    },
  });

interface Props {
  readonly account: string;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a key, and shows it the one time that it can be seen. */
export function NewKey({ account, onMade, onClose }: Props) {
  const made = useSignal<Schemas['CreatedKey'] | null>(null);
  if (made.value)
    return (
      <Dialog title={`Key ${made.value.key.name}`} onClose={onClose} narrow>
        <p>It is shown only now: copy it.</p>
        <Secret name="API key" text={made.value.api_key} />
      </Dialog>
    );
  const make = async (wish: Wish): Promise<void> => {
    await attempt(async () => {
      made.value = await makeKey(account, wish);
    });
    onMade();
    await readAccount();
  };
  return (
    <Dialog title="New key" onClose={onClose} narrow>
      <KeyForm onWish={make} />
    </Dialog>
  );
}

function KeyForm({ onWish }: { onWish: (wish: Wish) => Promise<void> }) {
  const wish = useSignal<Wish>({
    name: '',
    scopes: SCOPES,
    callers: '',
    limit: '',
    expires: '',
  });
  const { name, scopes, callers, limit, expires } = wish.value;
  const change = (part: Partial<Wish>): void => {
    wish.value = { ...wish.value, ...part };
  };
  return (
    <form
      class="fields"
      onSubmit={event => {
        event.preventDefault();
        void onWish(wish.value);
      }}
    >
      <TextField
        label="Name"
        value={name}
        onInput={text => change({ name: text })}
        placeholder="made up where left out"
      />
      <ScopeChoice scopes={scopes} onChange={chosen => change({ scopes: chosen })} />
      <TextField
        label="Callers"
        value={callers}
        onInput={text => change({ callers: text })}
        placeholder="127.0.0.1, 10.0.0.0/8"
        help="Addresses and ranges; left empty, from everywhere."
      />
      <TextField
        label="Requests a minute"
        type="number"
        value={limit}
        onInput={text => change({ limit: text })}
        placeholder="as the account"
      />
      <TextField
        label="Expires at"
        value={expires}
        onInput={text => change({ expires: text })}
        placeholder="2027-01-01T00:00:00Z"
        help="On the account's clock; left empty, never."
      />
      <button type="submit" class="button main">
        Make it
      </button>
    </form>
  );
}

function ScopeChoice({
  scopes,
  onChange,
}: {
  scopes: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}) {
  return (
    <fieldset class="stack">
      <legend>Scopes</legend>
      {SCOPES.map(scope => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={event => {
              const others = scopes.filter(one => one !== scope);
              onChange(event.currentTarget.checked ? [...others, scope] : others);
            }}
          />
          <code>{scope}</code> <span class="faint">{SCOPE_TEXTS[scope]}</span>
        </label>
      ))}
    </fieldset>
  );
}
