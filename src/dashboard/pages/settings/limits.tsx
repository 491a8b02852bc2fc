import { useSignal } from '@preact/signals';
import { api } from '../../api.ts';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { type Account, readAccount } from '../../store/account.ts';
import { useTask } from '../../store/task.ts';
import { attempt } from '../../store/toasts.ts';

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
  const task = useTask();
  const { limit, discount, zone } = {
    limit: String(account.rate_limit_per_minute),
    discount: String(account.discount_percent),
    zone: account.time_zone,
    ...edited.value,
  };
  const save = async (): Promise<void> => {
    const saved = edited.value;
    const went = await attempt(
      () =>
        api.patch('/_sandbox/accounts/{account}', { path: { account: account.name }, body: bodyOf(saved) }),
      'Saved.',
    );
    await readAccount();
    if (went && edited.value === saved) edited.value = {};
  };
  const setText = (field: keyof Texts) => (text: string) => {
    edited.value = { ...edited.value, [field]: text };
  };
  return (
    <Card title="Account limits and prices">
      <form
        class="stack"
        onSubmit={event => {
          event.preventDefault();
          void task.run(save);
        }}
      >
        <div class="fields across">
          <TextField
            label="Requests per minute per key"
            type="number"
            value={limit}
            onInput={setText('limit')}
          />
          <TextField label="Discount (%)" type="number" value={discount} onInput={setText('discount')} />
          <TextField label="Time zone of order timestamps" value={zone} onInput={setText('zone')} />
        </div>
        <div>
          <button type="submit" class="button" aria-busy={task.isBusy}>
            Save
          </button>
        </div>
      </form>
    </Card>
  );
}
