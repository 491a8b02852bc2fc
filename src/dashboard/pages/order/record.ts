import { LATEST, type OrderRecord, readOrderRecord } from '../../../judge/diagram/steps.ts';
import { api, type Schemas } from '../../api.ts';

/** Reads what the sequence diagram of an order needs besides the order. */
export const recordOf = (
  account: string,
  order: Schemas['OrderDetail'],
  signal?: AbortSignal,
): Promise<OrderRecord> => {
  const path = { account };
  return readOrderRecord(order, {
    requests: async external_id => {
      const query = { ...LATEST, external_id };
      return (await api.get('/_sandbox/accounts/{account}/requests', { path, query, signal })).items;
    },
    advances: async () =>
      (await api.get('/_sandbox/accounts/{account}/clock/advances', { path, query: LATEST, signal })).items,
  });
};

/** Reads an order, with what its sequence diagram needs. */
export async function readRecord(account: string, order: number): Promise<OrderRecord> {
  const path = { account, order };
  return recordOf(account, await api.get('/_sandbox/accounts/{account}/orders/{order}', { path }));
}
