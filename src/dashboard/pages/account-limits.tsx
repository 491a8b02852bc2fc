import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { Card } from '../parts/card.tsx';
import { TextField } from '../parts/field.tsx';
import { type Account, readAccount } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';

/** Settings that apply to all keys of the account. */
export function AccountLimits({ account }: { account: Account }) {
  const limit = useSignal(String(account.rate_limit_per_minute));
  const discount = useSignal(String(account.discount_percent));
  const zone = useSignal(account.time_zone);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    await attempt(
      () =>
        api.patch('/_sandbox/accounts/{account}', {
          path: { account: account.name },
          body: {
            rate_limit_per_minute: Number(limit.value),
            discount_percent: Number(discount.value),
            time_zone: zone.value,
          },
        }),
      'Saved.',
    );
    await readAccount();
  };
  const setText = (field: { value: string }) => (text: string) => {
    field.value = text;
  };
  return (
    <Card title="Account limits and prices">
      <form class="stack" onSubmit={save}>
        <div class="fields across">
          <TextField
            label="Requests per minute per key"
            type="number"
            value={limit.value}
            onInput={setText(limit)}
          />
          <TextField label="Discount (%)" type="number" value={discount.value} onInput={setText(discount)} />
          <TextField label="Time zone of order timestamps" value={zone.value} onInput={setText(zone)} />
        </div>
        <div>
          <button type="submit" class="button">
            Save
          </button>
        </div>
      </form>
    </Card>
  );
}
