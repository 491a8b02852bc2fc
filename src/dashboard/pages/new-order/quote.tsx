import { api, type Schemas } from '../../api.ts';
import { count, plural, trx } from '../../format.ts';
import { errorText } from '../../service.ts';
import { account as accountSignal } from '../../store/account.ts';
import { useDebounced } from '../../store/debounced.ts';
import type { LiveEvent } from '../../store/live.ts';
import { useResource } from '../../store/resource.ts';
import { type Draft, type Product, productOf } from './draft.ts';

/** Delay between the last key press and the request. */
const DEBOUNCE_MS = 250;

type Price = NonNullable<Schemas['PricePreview']['quote']>;
type Quoted = { readonly quote: Price } | { readonly refusal: string };

/** The price of a product, or why there is no price. The control API is asked, so that no quote is recorded. */
async function readPrice(account: string, product: Product, signal: AbortSignal): Promise<Quoted> {
  const { quote, error, message } = await api.get('/_sandbox/accounts/{account}/quote', {
    path: { account },
    // A value that is not a number is sent as it is, so that the response says what is wrong with it.
    query: product as Readonly<Record<string, number>>,
    signal,
  });
  return quote ? { quote } : { refusal: `${error}: ${message}` };
}

/** A change of the account can change its prices. */
const concernsPrices = (event: LiveEvent): boolean =>
  event.type === 'happening' && event.data.kind === 'account';

/** The price of the product. It is read while the user types. */
export function QuoteView({ account, draft }: { account: string; draft: Draft }) {
  const product = JSON.stringify(productOf(draft));
  const settled = useDebounced(product, DEBOUNCE_MS);
  const { data, error } = useResource(
    `${account}?${settled}`,
    signal => readPrice(account, JSON.parse(settled) as Product, signal),
    concernsPrices,
  );
  const read = data ?? (error ? { refusal: errorText(error) } : null);
  return (
    <div class="quote" aria-live="polite">
      <QuoteText
        quoted={settled === product ? read : null}
        items={draft.kind === 'bulk' ? linesOf(draft) : 1}
      />
    </div>
  );
}

const linesOf = (draft: Draft): number => draft.lines.split('\n').filter(line => line.trim()).length;

function QuoteText({ quoted, items }: { quoted: Quoted | null; items: number }) {
  if (!quoted) return <span class="faint">Loading quote…</span>;
  if ('refusal' in quoted) return <span class="bad break">{quoted.refusal}</span>;
  const { quote } = quoted;
  const total = quote.price_trx * items;
  const balance = accountSignal.value?.balance_trx ?? Number.POSITIVE_INFINITY;
  return (
    <>
      <strong>{trx(total)} TRX</strong>
      <span class="soft">
        {items > 1 && `${plural(items, 'order')} of `}
        {count(quote.energy_amount)} Energy for {plural(quote.duration_minutes, 'minute')}
        {quote.discount_trx > 0 && `, ${quote.discount_percent}% off ${trx(quote.base_price_trx)}`}
      </span>
      {total > balance && <span class="warn">Exceeds the balance of {trx(balance)} TRX.</span>}
    </>
  );
}
