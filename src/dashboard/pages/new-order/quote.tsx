import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { count, plural, trx } from '../../format.ts';
import { readQuote, refusalText, type ServiceSchemas } from '../../service.ts';
import { account as accountSignal } from '../../store/account.ts';
import { type Draft, quoteQuery } from './draft.ts';

/** So long after the last key press the service is asked. */
const PAUSE_MS = 250;

type Quoted = { readonly quote: ServiceSchemas['Quote'] } | { readonly refusal: string } | null;

/** What the selection costs, asked of the service as it is typed. */
export function QuoteView({ account, draft }: { account: string; draft: Draft }) {
  const quoted = useSignal<Quoted>(null);
  const query = quoteQuery(draft);
  useEffect(() => {
    const going = new AbortController();
    const timer = setTimeout(async () => {
      try {
        quoted.value = { quote: await readQuote(account, query, going.signal) };
      } catch (error) {
        if (!going.signal.aborted) quoted.value = { refusal: refusalText(error) };
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      going.abort();
    };
  }, [account, query, quoted]);
  return (
    <div class="quote" aria-live="polite">
      <QuoteText quoted={quoted.value} items={draft.kind === 'bulk' ? linesOf(draft) : 1} />
    </div>
  );
}

const linesOf = (draft: Draft): number => draft.lines.split('\n').filter(line => line.trim()).length;

function QuoteText({ quoted, items }: { quoted: Quoted; items: number }) {
  if (!quoted) return <span class="faint">Asking for a quote…</span>;
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
        {quote.discount_trx > 0 && `, ${quote.discount_percent} % off ${trx(quote.base_price_trx)}`}
      </span>
      {total > balance && <span class="warn">More than the balance of {trx(balance)} TRX.</span>}
    </>
  );
}
