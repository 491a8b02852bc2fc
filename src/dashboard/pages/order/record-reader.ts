import { LATEST, type RecordReader } from '../../../judge/diagram/steps.ts';
import { api } from '../../api.ts';

/** Reads what the sequence diagram of an order needs besides the order. */
export const recordReader = (account: string, signal?: AbortSignal): RecordReader => ({
  requests: async external_id => {
    const query = { ...LATEST, external_id };
    const path = { account };
    return (await api.get('/_sandbox/accounts/{account}/requests', { path, query, signal })).items;
  },
  advances: async () => {
    const path = { account };
    return (await api.get('/_sandbox/accounts/{account}/clock/advances', { path, query: LATEST, signal }))
      .items;
  },
});
