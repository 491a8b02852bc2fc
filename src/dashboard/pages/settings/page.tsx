import { useSignal } from '@preact/signals';
import { forAccount } from '../../api.ts';
import { resetAccount } from '../../parts/account-menu.tsx';
import { Button, Card } from '../../parts/basics.tsx';
import { Form, TextField } from '../../parts/field.tsx';
import { PageFrame } from '../../parts/list-page.tsx';
import type { PageProps } from '../../routes.ts';
import { type Account, account as accountSignal, readAccount } from '../../store/account.ts';
import { attempt } from '../../store/actions.ts';
import { showDialog } from '../../store/dialogs.ts';
import { Keys } from './keys.tsx';

/** The account itself: reset and snapshots, its keys, and its limits. */
export function SettingsPage({ account }: PageProps) {
  return (
    <PageFrame title="Settings" isFull={false}>
      <Card title="Start over">
        <p class="soft">
          A reset deletes orders, events, ledger and journal, and restores settings and clock to those that{' '}
          {account} was created with. Its name, keys and webhook destination stay. A snapshot keeps the
          account as it is now.
        </p>
        <div class="row">
          <Button look="danger" onClick={() => resetAccount(account)}>
            Reset the account
          </Button>
          <Button icon="snapshots" onClick={() => showDialog('snapshots')}>
            Snapshots
          </Button>
        </div>
      </Card>
      <Keys account={account} />
      {accountSignal.value && <AccountLimits account={accountSignal.value} />}
    </PageFrame>
  );
}

/** The settings as texts. */
interface Texts {
  readonly limit: string;
  readonly discount: string;
  readonly zone: string;
}

const bodyOf = ({ limit, discount, zone }: Partial<Texts>) => ({
  ...(limit === undefined ? {} : { rate_limit_per_minute: Number(limit) }),
  ...(discount === undefined ? {} : { discount_percent: Number(discount) }),
  ...(zone === undefined ? {} : { time_zone: zone }),
});

/** Settings that apply to all keys of the account. Fields that were not edited follow the account. */
export function AccountLimits({ account }: { account: Account }) {
  const edited = useSignal<Partial<Texts>>({});
  const shown: Texts = {
    limit: String(account.rate_limit_per_minute),
    discount: String(account.discount_percent),
    zone: account.time_zone,
    ...edited.value,
  };
  const save = async (): Promise<void> => {
    const saved = edited.value;
    const went = await attempt(() => forAccount(account.name).patch('', { body: bodyOf(saved) }), 'Saved.');
    await readAccount();
    if (went && edited.value === saved) edited.value = {};
  };
  const bind = (field: keyof Texts) => ({
    value: shown[field],
    onInput: (text: string) => (edited.value = { ...edited.value, [field]: text }),
  });
  return (
    <Card title="Account limits and prices">
      <Form layout="stack" submit="Save" onSubmit={save}>
        <div class="columns">
          <TextField label="Requests per minute per key" type="number" {...bind('limit')} />
          <TextField label="Discount (%)" type="number" {...bind('discount')} />
          <TextField label="Time zone of order timestamps" {...bind('zone')} />
        </div>
      </Form>
    </Card>
  );
}
