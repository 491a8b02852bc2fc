import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { count, plural } from '../format.ts';
import { Card, Facts } from '../parts/card.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pill } from '../parts/pill.tsx';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { nowMs } from '../store/clock.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import { AccountLimits } from './account-limits.tsx';
import { NewKey } from './new-key.tsx';
import type { PageProps } from './page-props.ts';

type Key = Schemas['Key'];

/** The account's keys with their permissions, and the account's limits. */
export function KeysPage({ account }: PageProps) {
  const isCreating = useSignal(false);
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
              isCreating.value = true;
            }}
          >
            <Icon name="new" /> New key
          </button>
        </div>
      </div>
      <Loaded of={resource}>
        {({ items }) => (
          <Card title={plural(items.length, 'API key')} flush>
            <KeyTable keys={items} account={account} onChanged={resource.reload} />
          </Card>
        )}
      </Loaded>
      {accountSignal.value && <AccountLimits account={accountSignal.value} />}
      <ResetAccount account={account} />
      {isCreating.value && (
        <NewKey
          account={account}
          onCreated={resource.reload}
          onClose={() => {
            isCreating.value = false;
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

function ResetAccount({ account }: { account: string }) {
  const reset = async (): Promise<void> => {
    await attempt(
      () => api.post('/_sandbox/accounts/{account}/reset', { path: { account } }),
      `${account} was reset.`,
    );
    await readAccount();
  };
  return (
    <Card title="Reset the account">
      <Facts
        rows={[
          [
            'Reset',
            'Deletes orders, events, ledger and journal. Keeps name, keys and webhook settings. Restores settings and clock to the values that the account was created with.',
            'wide',
          ],
        ]}
      />
      <div>
        <ConfirmButton label={`Reset ${account}`} title={`Reset ${account}?`} onConfirm={reset}>
          <p>This deletes its orders, events, ledger and journal, for everyone who uses it.</p>
        </ConfirmButton>
      </div>
    </Card>
  );
}
