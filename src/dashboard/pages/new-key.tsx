import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { useIsShown } from '../parts/use-is-shown.ts';
import { readAccount } from '../store/account.ts';
import { showSecrets } from '../store/new-secrets.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';

type Scope = Schemas['Key']['scopes'][number];

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  quote: 'Quote and estimate',
  'orders:create': 'Create orders, single and bulk',
  'orders:read': 'Order status',
  balance: 'Balance',
};
const SCOPES = Object.keys(SCOPE_TEXTS) as Scope[];

/** The values of the form, as strings. */
interface KeyDraft {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly callers: string;
  readonly limit: string;
  readonly expires: string;
}

/** The entries of a list that is separated by spaces, line breaks or commas. */
const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const createKey = (account: string, draft: KeyDraft): Promise<Schemas['CreatedKey']> =>
  api.post('/_sandbox/accounts/{account}/keys', {
    path: { account },
    body: {
      ...(draft.name ? { name: draft.name } : {}),
      scopes: [...draft.scopes],
      ip_allow: listOf(draft.callers),
      rate_limit_per_minute: draft.limit ? Number(draft.limit) : null,
      expires_at: draft.expires || null,
    },
  });

interface Props {
  readonly account: string;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

/** Creates a key and shows it. The server returns a key only once. */
export function NewKey({ account, onCreated, onClose }: Props) {
  const isShown = useIsShown();
  const create = async (draft: KeyDraft): Promise<void> => {
    await attempt(async () => {
      const { key, api_key } = await createKey(account, draft);
      showSecrets({ title: `Key ${key.name}`, secrets: [['API key', api_key]] });
      if (isShown()) onClose();
    });
    onCreated();
    await readAccount();
  };
  return (
    <Dialog title="New key" onClose={onClose} narrow>
      <KeyForm onSubmit={create} />
    </Dialog>
  );
}

function KeyForm({ onSubmit }: { onSubmit: (draft: KeyDraft) => Promise<void> }) {
  const draft = useSignal<KeyDraft>({
    name: '',
    scopes: SCOPES,
    callers: '',
    limit: '',
    expires: '',
  });
  const task = useTask();
  const { name, scopes, callers, limit, expires } = draft.value;
  const change = (part: Partial<KeyDraft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  return (
    <form
      class="fields"
      onSubmit={event => {
        event.preventDefault();
        void task.run(() => onSubmit(draft.value));
      }}
    >
      <TextField
        label="Name"
        value={name}
        onInput={text => change({ name: text })}
        placeholder="generated if empty"
      />
      <ScopeChoice scopes={scopes} onChange={chosen => change({ scopes: chosen })} />
      <TextField
        label="Allowed addresses"
        value={callers}
        onInput={text => change({ callers: text })}
        placeholder="127.0.0.1, 10.0.0.0/8"
        help="IP addresses and CIDR ranges. If empty, any address is allowed."
      />
      <TextField
        label="Requests per minute"
        type="number"
        value={limit}
        onInput={text => change({ limit: text })}
        placeholder="account limit"
      />
      <TextField
        label="Expires at"
        value={expires}
        onInput={text => change({ expires: text })}
        placeholder="2027-01-01T00:00:00Z"
        help="On the account's clock. If empty, the key never expires."
      />
      <button type="submit" class="button main" aria-busy={task.isBusy}>
        Create key
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
