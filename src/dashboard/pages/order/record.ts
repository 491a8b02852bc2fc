import { LATEST, type OrderRecord, readOrderRecord } from '../../../judge/diagram/steps.ts';
import { forAccount, type Schemas } from '../../api.ts';

/** Reads what the sequence diagram of an order needs besides the order. */
export const recordOf = (
  account: string,
  order: Schemas['OrderDetail'],
  signal?: AbortSignal,
): Promise<OrderRecord> => {
  return readOrderRecord(order, {
    requests: async external_id => {
      const query = { ...LATEST, external_id };
      return (await forAccount(account).get('/requests', { query, signal })).items;
    },
    advances: async () => (await forAccount(account).get('/clock/advances', { query: LATEST, signal })).items,
  });
};

/** Reads an order, with what its sequence diagram needs. */
export async function readRecord(account: string, order: number): Promise<OrderRecord> {
  return recordOf(account, await forAccount(account).get('/orders/{order}', { path: { order } }));
}
