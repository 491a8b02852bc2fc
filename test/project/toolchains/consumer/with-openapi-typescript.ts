import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';
import { apiKey, baseUrl, bodyOf, orderRepeatRead } from './order-repeat-read.ts';

const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

const item = { external_id: 'in-bulk', package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' };
await client.POST('/api/v1/orders/bulk/', { body: { orders: [item] } });

await orderRepeatRead(
  async id => (await client.POST('/api/v1/order/', { body: bodyOf(id) })).data!.data,
  async id =>
    (await client.GET('/api/v1/status/', { params: { query: { external_id: id } } })).data!.data.address,
);
