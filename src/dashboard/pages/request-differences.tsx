import { api, type Schemas } from '../api.ts';
import { useResource } from '../store/resource.ts';
import { CompareSection } from './compare/compare-section.tsx';
import { requestMessage } from './compare/message.ts';

type Detail = Schemas['RequestDetail'];

interface Props {
  readonly account: string;
  readonly detail: Detail;
}

/** The first request that concerned the order of a repeated order request; null unless it is an earlier one. */
async function firstRequest({ account, detail }: Props, signal: AbortSignal): Promise<Detail | null> {
  const query = { order: detail.orders[0]!, operation: 'createOrder', limit: 1 } as const;
  const { items } = await api.get('/_sandbox/accounts/{account}/requests', {
    path: { account },
    query,
    signal,
  });
  const request = items[0]?.id;
  if (request === undefined || request === detail.id) return null;
  return api.get('/_sandbox/accounts/{account}/requests/{request}', { path: { account, request }, signal });
}

/** Compares a repeated order request with the first one of the order. */
export function RequestDifferences({ account, detail }: Props) {
  const isOrder = detail.operation === 'createOrder' && detail.orders.length === 1;
  const first = useResource(isOrder ? `${account}/${detail.id}` : null, signal =>
    firstRequest({ account, detail }, signal),
  );
  if (!first.data) return null;
  return (
    <section class="stack" aria-label="Differences">
      <h3>Differences</h3>
      <CompareSection
        title="Compare with the first request for this order"
        message={requestMessage(detail)}
        others={[requestMessage(first.data)]}
        isOpen
      />
    </section>
  );
}
