import { LATEST, type OrderRecord, readOrderRecord } from '../../../judge/diagram/diagram-model.ts';
import { forAccount } from '../../control-api.ts';

/** Reads an order, with what its sequence diagram needs. @throws CallError, UnreachableError */
export async function readRecord(account: string, id: number, signal?: AbortSignal): Promise<OrderRecord> {
  const read = forAccount(account);
  return readOrderRecord(await read.get('/orders/{order}', { path: { order: id }, signal }), {
    requests: async external_id =>
      (await read.get('/requests', { query: { ...LATEST, external_id }, signal })).items,
    advances: async () => (await read.get('/clock/advances', { query: LATEST, signal })).items,
  });
}
