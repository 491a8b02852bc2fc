import { api } from '../api.ts';
import { linkTo } from '../routes.ts';
import { useResource } from '../store/resource.ts';

/** Says that the text in the URL is not an order id. If it is an external_id, links to its order. */
export function NoSuchOrder({ account, text }: { account: string; text: string }) {
  const { data } = useResource(`${account}/external_id/${text}`, signal =>
    api.get('/_sandbox/accounts/{account}/orders', { path: { account }, query: { search: text }, signal }),
  );
  const named = data?.items.find(({ external_id }) => external_id === text);
  return (
    <>
      <h1 class="break">There is no order {text}</h1>
      <p class="lead">
        An order id is a whole number.{' '}
        {named ? (
          <>
            The external_id {text} is that of{' '}
            <a href={linkTo(account, 'orders', named.id)}>order {named.id}</a>.
          </>
        ) : (
          <>
            Find the order by its external_id, recipient or transaction in{' '}
            <a href={linkTo(account, 'orders')}>all orders</a>.
          </>
        )}
      </p>
    </>
  );
}
