import { useSignal } from '@preact/signals';
import { forAccount } from '../../control-api.ts';
import { Card } from '../../parts/basics.tsx';
import { Form, TextField } from '../../parts/field.tsx';
import { PageFrame } from '../../parts/list-page.tsx';
import type { PageProps } from '../../routes.ts';
import { type Account, account as accountSignal, readAccount } from '../../store/account.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';
import { Keys } from './keys.tsx';

/** The account itself: its keys and its limits. */
export function SettingsPage({ account }: PageProps) {
  return (
    <PageFrame title="Settings">
      <Keys account={account} />
      {accountSignal.value && <AccountLimits account={accountSignal.value} />}
    </PageFrame>
  );
}

const FIELDS = [
  ['rate_limit_per_minute', 'Requests per minute per key', 'number'],
  ['discount_percent', 'Discount (%)', 'number'],
  ['time_zone', 'Time zone of order timestamps', 'text'],
] as const;

/** Settings that apply to all keys of the account. Fields that were not edited follow the account. */
function AccountLimits({ account }: { account: Account }) {
  const edited = useSignal<Partial<Record<(typeof FIELDS)[number][0], string>>>({});
  const save = async (): Promise<void> => {
    const saved = edited.value;
    const body = Object.fromEntries(
      Object.entries(saved).map(([field, text]) => [field, field === 'time_zone' ? text : Number(text)]),
    );
    const went = await attempt(() => forAccount(account.name).patch('', { body }), 'Saved.');
    await readAccount();
    if (went && edited.value === saved) edited.value = {};
  };
  return (
    <Card title="Account limits and prices">
      <Form layout="stack" submit="Save" onSubmit={save}>
        <div class="columns">
          {FIELDS.map(([field, label, type]) => (
            <TextField
              key={field}
              label={label}
              type={type}
              value={edited.value[field] ?? String(account[field])}
              onInput={text => (edited.value = { ...edited.value, [field]: text })}
            />
          ))}
        </div>
      </Form>
    </Card>
  );
}
