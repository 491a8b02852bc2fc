import { useSignal } from '@preact/signals';
import { forAccount, type Schemas } from '../../control-api.ts';
import { counted, grouped } from '../../format.ts';
import { Button, Card, Instant, Table } from '../../parts/basics.tsx';
import { Dialog } from '../../parts/dialog-and-menu.tsx';
import { boundTo, Check, Form, TextField } from '../../parts/field.tsx';
import { useIsMounted } from '../../parts/hooks.ts';
import { Loaded } from '../../parts/loading.tsx';
import { Pill } from '../../parts/pill.tsx';
import { readAccount } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { ask, showSecrets } from '../../store/dialogs.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';

type Key = Schemas['Key'];

/** The keys of an account, with what each may do. */
export function Keys({ account }: { account: string }) {
  const isCreating = useSignal(false);
  const resource = useResource(
    account,
    signal => forAccount(account).get('/keys', { signal }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  return (
    <Card
      title={resource.data ? counted(resource.data.items.length, 'API key') : 'API keys'}
      flush
      actions={
        <Button icon="new" look="small" onClick={() => (isCreating.value = true)}>
          New key
        </Button>
      }
    >
      <Loaded of={resource}>
        {({ items }) => <KeyTable keys={items} account={account} onChanged={resource.reload} />}
      </Loaded>
      {isCreating.value && (
        <NewKey account={account} onCreated={resource.reload} onClose={() => (isCreating.value = false)} />
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
  const isLast = keys.filter(key => !key.revoked).length === 1;
  const revoke = async ({ id, name }: Key): Promise<void> => {
    const text = `Requests with it get 401 from then on. A revoked key cannot be restored.${isLast ? ` It is the only key of ${account} that is not revoked.` : ''}`;
    if (!(await ask({ title: `Revoke the key ${name}?`, text, action: 'Revoke' }))) return;
    const isDone = () => forAccount(account).delete('/keys/{key}', { path: { key: id } });
    await attempt(isDone, `Key ${name} was revoked.`);
    await onChanged();
  };
  return (
    <Table
      caption="API keys"
      columns={['Key', 'State', 'Scopes', 'Allowed addresses', 'Expires', 'Per minute', '']}
    >
      {keys.map(key => (
        <tr key={key.id}>
          <td>
            {key.name} <code class="soft">…{key.hint}</code>
          </td>
          <td>{stateOf(key)}</td>
          <td>
            <span class="row tight">
              {key.scopes.map(scope => (
                <Pill key={scope} plain tone="mute" text={scope} />
              ))}
              {key.scopes.length === 0 && <span class="soft">none</span>}
            </span>
          </td>
          <td class="break" data-column="Allowed:">
            {key.ip_allow.length > 0 ? key.ip_allow.join(', ') : 'any'}
          </td>
          <td data-column="Expires:">
            {key.expires_at === null ? 'never' : <Instant at={key.expires_at} whole />}
          </td>
          <td data-column="Per minute:">
            {key.rate_limit_per_minute === null ? 'same as the account' : grouped(key.rate_limit_per_minute)}
          </td>
          <td class="num">
            <Button
              look="danger small"
              disabled={key.revoked}
              aria-label={`Revoke ${key.name}`}
              onClick={() => revoke(key)}
            >
              Revoke
            </Button>
          </td>
        </tr>
      ))}
    </Table>
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

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

interface Props {
  readonly account: string;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

/** Creates a key and shows it. The server returns a key only once. */
function NewKey({ account, onCreated, onClose }: Props) {
  const isMounted = useIsMounted();
  const name = useSignal('');
  const scopes = useSignal<readonly Scope[]>(SCOPES);
  const callers = useSignal('');
  const limit = useSignal('');
  const expires = useSignal('');
  const create = async (): Promise<void> => {
    await attempt(async () => {
      const { key, api_key } = await forAccount(account).post('/keys', {
        body: {
          ...(name.value ? { name: name.value } : {}),
          scopes: [...scopes.value],
          ip_allow: listOf(callers.value),
          rate_limit_per_minute: limit.value ? Number(limit.value) : null,
          expires_at: expires.value || null,
        },
      });
      showSecrets({ title: `Key ${key.name}`, secrets: [['API key', api_key]] });
      if (isMounted()) onClose();
    });
    onCreated();
    await readAccount();
  };
  return (
    <Dialog title="New key" onClose={onClose}>
      <Form submit="Create key" look="main" onSubmit={create}>
        <TextField label="Name" {...boundTo(name)} placeholder="generated if empty" />
        <fieldset class="stack">
          <legend>Scopes</legend>
          {SCOPES.map(scope => (
            <Check
              key={scope}
              label={
                <>
                  <code>{scope}</code> <span class="soft">{SCOPE_TEXTS[scope]}</span>
                </>
              }
              isOn={scopes.value.includes(scope)}
              onChange={isOn => {
                const others = scopes.value.filter(one => one !== scope);
                scopes.value = isOn ? [...others, scope] : others;
              }}
            />
          ))}
        </fieldset>
        <TextField
          label="Allowed addresses"
          {...boundTo(callers)}
          placeholder="127.0.0.1, 10.0.0.0/8"
          help="IP addresses and CIDR ranges. If empty, any address is allowed."
        />
        <TextField
          label="Requests per minute"
          type="number"
          {...boundTo(limit)}
          placeholder="same as the account"
        />
        <TextField
          label="Expires at"
          {...boundTo(expires)}
          placeholder="2027-01-01T00:00:00Z"
          help="On the account's clock. If empty, the key never expires."
        />
      </Form>
    </Dialog>
  );
}
