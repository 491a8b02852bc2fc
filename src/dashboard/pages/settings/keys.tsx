import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../../api.ts';
import { count, plural } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Instant } from '../../parts/instant.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Pill } from '../../parts/pill.tsx';
import { useIsMounted } from '../../parts/use-is-mounted.ts';
import { readAccount } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { showSecrets } from '../../store/new-secrets.ts';
import { useResource } from '../../store/resource.ts';
import { useTask } from '../../store/task.ts';
import { attempt } from '../../store/toasts.ts';

type Key = Schemas['Key'];

/** The keys of an account, with what each may do. */
export function Keys({ account }: { account: string }) {
  const isCreating = useSignal(false);
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/accounts/{account}/keys', { path: { account }, signal }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  return (
    <Card
      title={resource.data ? plural(resource.data.items.length, 'API key') : 'API keys'}
      flush
      actions={
        <button
          type="button"
          class="button small"
          onClick={() => {
            isCreating.value = true;
          }}
        >
          <Icon name="new" /> New key
        </button>
      }
    >
      <Loaded of={resource}>
        {({ items }) => <KeyTable keys={items} account={account} onChanged={resource.reload} />}
      </Loaded>
      {isCreating.value && (
        <NewKey
          account={account}
          onCreated={resource.reload}
          onClose={() => {
            isCreating.value = false;
          }}
        />
      )}
    </Card>
  );
}

function stateOf(key: Key) {
  if (key.revoked) return <Pill tone="bad" text="revoked" />;
  const isExpired =
    key.expires_at !== null && nowMs.value !== null && Date.parse(key.expires_at) <= nowMs.value;
  return isExpired ? <Pill tone="bad" text="expired" /> : <Pill tone="good" text="valid" />;
}

interface TableProps {
  readonly keys: readonly Key[];
  readonly account: string;
  readonly onChanged: () => Promise<void>;
}

function KeyTable({ keys, account, onChanged }: TableProps) {
  const revoke = async (key: Key): Promise<void> => {
    await attempt(
      () => api.delete('/_sandbox/accounts/{account}/keys/{key}', { path: { account, key: key.id } }),
      `Key ${key.name} was revoked.`,
    );
    await onChanged();
  };
  const valid = keys.filter(key => !key.revoked).length;
  return (
    <table class="plain-table">
      <caption class="visually-hidden">API keys</caption>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">State</th>
          <th scope="col">Scopes</th>
          <th scope="col">Allowed addresses</th>
          <th scope="col">Expires</th>
          <th scope="col" class="num">
            Per minute
          </th>
          <th scope="col">
            <span class="visually-hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <tr key={key.id}>
            <td data-label="Key">
              <span class="break">
                {key.name} <code class="faint unbroken">…{key.hint}</code>
              </span>
            </td>
            <td data-label="State">{stateOf(key)}</td>
            <td data-label="Scopes">
              <span class="row tight">
                {key.scopes.map(scope => (
                  <Pill key={scope} plain tone="mute" text={scope} />
                ))}
                {key.scopes.length === 0 && <span class="faint">none</span>}
              </span>
            </td>
            <td class="break" data-label="Allowed addresses">
              {key.ip_allow.length > 0 ? key.ip_allow.join(', ') : 'any'}
            </td>
            <td data-label="Expires">
              {key.expires_at === null ? 'never' : <Instant at={key.expires_at} whole />}
            </td>
            <td class="num" data-label="Per minute">
              {key.rate_limit_per_minute === null ? 'account limit' : count(key.rate_limit_per_minute)}
            </td>
            <td class="num" data-label="">
              <RevokeButton
                keyData={key}
                isLast={valid === 1}
                account={account}
                onConfirm={() => revoke(key)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RevokeProps {
  readonly keyData: Key;
  /** Whether this is the account's only valid key. */
  readonly isLast: boolean;
  readonly account: string;
  readonly onConfirm: () => void;
}

function RevokeButton({ keyData: { name, revoked }, isLast, account, onConfirm }: RevokeProps) {
  return (
    <ConfirmButton
      label="Revoke"
      name={`Revoke ${name}`}
      small
      disabled={revoked}
      title={`Revoke the key ${name}?`}
      onConfirm={onConfirm}
    >
      <p>Requests with it get 401 from then on. A revoked key cannot be restored.</p>
      {isLast && <p class="bad">It is the only key of {account} that is not revoked.</p>}
    </ConfirmButton>
  );
}

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
function NewKey({ account, onCreated, onClose }: Props) {
  const isMounted = useIsMounted();
  const create = async (draft: KeyDraft): Promise<void> => {
    await attempt(async () => {
      const { key, api_key } = await createKey(account, draft);
      showSecrets({ title: `Key ${key.name}`, secrets: [['API key', api_key]] });
      if (isMounted()) onClose();
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
