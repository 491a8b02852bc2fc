import { forAccount, type Schemas } from '../../api.ts';
import { counted, grouped, trx } from '../../format.ts';
import { useDebounced } from '../../parts/hooks.ts';
import { Failure } from '../../parts/loaded.tsx';
import { account as accountSignal } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import { type Draft, productOf } from './draft.ts';

/** Delay between the last key press and the request. */
const DEBOUNCE_MS = 250;

/** The price of the product, or why there is none. The control API is asked, so that no quote is recorded. */
export function Quote({ account, draft }: { account: string; draft: Draft }) {
  const product = JSON.stringify(productOf(draft));
  const settled = useDebounced(product, DEBOUNCE_MS);
  const { data, error, reload } = useResource(
    `${account}?${settled}`,
    signal => {
      // A value that is not a number is sent as it is, so that the response says what is wrong with it.
      const query = JSON.parse(settled) as Readonly<Record<string, number>>;
      return forAccount(account).get('/quote', { query, signal });
    },
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  const preview = settled === product ? data : null;
  return (
    <div class="note tone-mute row" aria-live="polite">
      {preview ? (
        <Price preview={preview} />
      ) : error ? (
        <Failure error={error} onRetry={reload} />
      ) : (
        <span class="faint">Loading quote…</span>
      )}
    </div>
  );
}

function Price({ preview: { quote, error, message } }: { preview: Schemas['PricePreview'] }) {
  if (!quote) return <span class="bad break">{`${error}: ${message}`}</span>;
  const balance = accountSignal.value?.balance_trx;
  return (
    <>
      <strong>{trx(quote.price_trx)} TRX</strong>
      <span class="soft">
        {grouped(quote.energy_amount)} Energy for {counted(quote.duration_minutes, 'minute')}
        {quote.discount_trx > 0 && `, ${quote.discount_percent}% off ${trx(quote.base_price_trx)}`}
      </span>
      {balance !== undefined && quote.price_trx > balance && (
        <span class="warn">Exceeds the balance of {trx(balance)} TRX.</span>
      )}
    </>
  );
}
