import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import type { PageProps } from '../app.tsx';
import { count, plural } from '../format.ts';
import { Secret } from '../parts/account-switcher.tsx';
import { Card, Facts } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { Pill } from '../parts/pill.tsx';
import { Reading } from '../parts/reading.tsx';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { nowMs } from '../store/clock.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import { AccountLimits } from './account-limits.tsx';

type Key = Schemas['Key'];
type Scope = Key['scopes'][number];

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['quote', 'Quote and estimate'],
  ['orders:create', 'Create orders, single and bulk'],
  ['orders:read', 'Order status'],
  ['balance', 'Balance'],
];

/** The account's keys, what each may do, and the limits. */
export function KeysPage({ account }: PageProps) {
  const making = useSignal(false);
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/accounts/{account}/keys', { path: { account }, signal }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  return (
    <div class="sheet">
      <div class="title">
        <h1>Keys and limits</h1>
        <div class="actions">
          <button
            type="button"
            class="button main"
            onClick={() => {
              making.value = true;
            }}
          >
            <Icon name="new" /> New key
          </button>
        </div>
      </div>
      <Reading of={resource}>
        {({ items }) => (
          <Card title={plural(items.length, 'API key')} flush>
            <KeyTable keys={items} account={account} onChanged={resource.reload} />
          </Card>
        )}
      </Reading>
      {accountSignal.value && <AccountLimits account={accountSignal.value} />}
      <Dangerous account={account} />
      {making.value && (
        <NewKey
          account={account}
          onMade={resource.reload}
          onClose={() => {
            making.value = false;
          }}
        />
      )}
    </div>
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
  readonly onChanged: () => void;
}

function KeyTable({ keys, account, onChanged }: TableProps) {
  const revoke = async (key: Key): Promise<void> => {
    await attempt(
      () => api.delete('/_sandbox/accounts/{account}/keys/{key}', { path: { account, key: key.id } }),
      `${key.name} opens nothing any more.`,
    );
    onChanged();
  };
  return (
    <table class="plain-table">
      <caption class="visually-hidden">API keys</caption>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">State</th>
          <th scope="col">Scopes</th>
          <th scope="col">Callers</th>
          <th scope="col">Expires</th>
          <th scope="col" class="num">
            A minute
          </th>
          <th scope="col">
            <span class="visually-hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <tr key={key.id}>
            <td>
              {key.name} <code class="faint">…{key.hint}</code>
            </td>
            <td>{stateOf(key)}</td>
            <td>
              <span class="row tight">
                {key.scopes.map(scope => (
                  <Pill key={scope} plain tone="mute" text={scope} />
                ))}
                {key.scopes.length === 0 && <span class="faint">none</span>}
              </span>
            </td>
            <td class="break">{key.ip_allow.length > 0 ? key.ip_allow.join(', ') : 'from everywhere'}</td>
            <td>{key.expires_at === null ? 'never' : <Instant at={key.expires_at} whole />}</td>
            <td class="num">
              {key.rate_limit_per_minute === null ? 'as the account' : count(key.rate_limit_per_minute)}
            </td>
            <td class="num">
              <button
                type="button"
                class="button small danger"
                disabled={key.revoked}
                aria-label={`Revoke ${key.name}`}
                onClick={() => revoke(key)}
              >
                Revoke
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a list of addresses holds, however it is separated. */
const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

interface NewKeyProps {
  readonly account: string;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

function NewKey({ account, onMade, onClose }: NewKeyProps) {
  const name = useSignal('');
  const scopes = useSignal<readonly Scope[]>(SCOPES.map(([scope]) => scope));
  const callers = useSignal('');
  const limit = useSignal('');
  const expires = useSignal('');
  const made = useSignal<Schemas['CreatedKey'] | null>(null);
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    await attempt(async () => {
      made.value = await api.post('/_sandbox/accounts/{account}/keys', {
        path: { account },
        body: {
          ...(name.value ? { name: name.value } : {}),
          scopes: [...scopes.value],
          ip_allow: listOf(callers.value),
          rate_limit_per_minute: limit.value ? Number(limit.value) : null,
          expires_at: expires.value || null,
        },
      });
    });
    onMade();
    await readAccount();
  };
  if (made.value)
    return (
      <Dialog title={`Key ${made.value.key.name}`} onClose={onClose} narrow>
        <p>It is shown only now: copy it.</p>
        <Secret name="API key" text={made.value.api_key} />
      </Dialog>
    );
  const put = (slot: { value: string }) => (text: string) => {
    slot.value = text;
  };
  return (
    <Dialog title="New key" onClose={onClose} narrow>
      <form class="fields" onSubmit={make}>
        <TextField label="Name" value={name.value} onInput={put(name)} placeholder="made up where left out" />
        <fieldset class="stack">
          <legend>Scopes</legend>
          {SCOPES.map(([scope, grants]) => (
            <label key={scope} class="check">
              <input
                type="checkbox"
                checked={scopes.value.includes(scope)}
                onChange={event => {
                  const others = scopes.value.filter(one => one !== scope);
                  scopes.value = event.currentTarget.checked ? [...others, scope] : others;
                }}
              />
              <code>{scope}</code> <span class="faint">{grants}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          label="Callers"
          value={callers.value}
          onInput={put(callers)}
          placeholder="127.0.0.1, 10.0.0.0/8"
          help="Addresses and ranges; left empty, from everywhere."
        />
        <TextField
          label="Requests a minute"
          type="number"
          value={limit.value}
          onInput={put(limit)}
          placeholder="as the account"
        />
        <TextField
          label="Expires at"
          value={expires.value}
          onInput={put(expires)}
          placeholder="2027-01-01T00:00:00Z"
          help="On the account's clock; left empty, never."
        />
        <button type="submit" class="button main">
          Make it
        </button>
      </form>
    </Dialog>
  );
}

function Dangerous({ account }: { account: string }) {
  const reset = async (): Promise<void> => {
    if (!confirm(`Make ${account} as new? Its orders, events and journal go.`)) return;
    await attempt(
      () => api.post('/_sandbox/accounts/{account}/reset', { path: { account } }),
      `${account} is as new.`,
    );
    await readAccount();
  };
  return (
    <Card title="Start over">
      <Facts
        rows={[
          [
            'Reset',
            'Orders, events, ledger and journal go; name, keys and webhook stay; settings and clock are as when it was opened.',
            'wide',
          ],
        ]}
      />
      <div>
        <button type="button" class="button danger" onClick={reset}>
          Reset {account}
        </button>
      </div>
    </Card>
  );
}
