import { type Fields, isFields, type ServiceCall } from './recording.ts';

/** An attempt to place an order: a single order, or an item of a bulk request. */
export interface Placement {
  readonly call: ServiceCall;
  /** `body`, or `body.orders[2]`. */
  readonly path: string;
  readonly kind: 'single' | 'bulk';
  /** As they were sent. */
  readonly fields: Fields;
  readonly externalId: string | null;
  /** The order, if it was accepted. */
  readonly orderId: number | null;
  /** Whether the service said that the order existed before; null for bulk items, where it does not say. */
  readonly isRepeat: boolean | null;
  /** Why it was refused. */
  readonly error: string | null;
}

const externalIdOf = ({ external_id: id }: Fields): string | null => (typeof id === 'string' ? id : null);

function singleOf(call: ServiceCall): Placement[] {
  const { body, data, error, status } = call;
  if (!isFields(body) || status === null) return [];
  const isAccepted = (status === 200 || status === 202) && Number.isSafeInteger(data?.order_id);
  if (!isAccepted && error === null) return [];
  return [
    {
      call,
      path: 'body',
      kind: 'single',
      fields: body,
      externalId: externalIdOf(body),
      orderId: isAccepted ? (data!.order_id as number) : null,
      isRepeat: isAccepted ? data!.idempotent === true : null,
      error: isAccepted ? null : error,
    },
  ];
}

/** The only item of a bulk request that was refused without results: it failed with the code of the response. */
function onlyItemOf(call: ServiceCall, orders: readonly unknown[]): Placement[] {
  const [fields] = orders;
  if (orders.length !== 1 || !isFields(fields) || call.status !== 422 || call.error === null) return [];
  const externalId = externalIdOf(fields);
  const path = 'body.orders[0]';
  return [{ call, path, kind: 'bulk', fields, externalId, orderId: null, isRepeat: null, error: call.error }];
}

function bulkOf(call: ServiceCall): Placement[] {
  const { body, data } = call;
  const orders: readonly unknown[] = isFields(body) && Array.isArray(body.orders) ? body.orders : [];
  if (!data) return onlyItemOf(call, orders);
  const results = Array.isArray(data.results) ? data.results.filter(isFields) : [];
  return results.flatMap(result => {
    const index = result.index as number;
    const fields = isFields(orders[index]) ? orders[index] : null;
    if (!fields) return [];
    const order = isFields(result.order) ? result.order.id : null;
    const orderId = result.status === 'accepted' && Number.isSafeInteger(order) ? (order as number) : null;
    const error = typeof result.error === 'string' ? result.error : null;
    if (orderId === null && error === null) return [];
    return [
      {
        call,
        path: `body.orders[${index}]`,
        kind: 'bulk' as const,
        fields,
        externalId: externalIdOf(fields),
        orderId,
        isRepeat: null,
        error,
      },
    ];
  });
}

/** All attempts to place orders whose outcome was recorded, in the order of the recording. */
export const placementsOf = (calls: readonly ServiceCall[]): readonly Placement[] =>
  calls.flatMap(call => {
    if (call.operation === 'createOrder') return singleOf(call);
    return call.operation === 'createOrdersBulk' ? bulkOf(call) : [];
  });
