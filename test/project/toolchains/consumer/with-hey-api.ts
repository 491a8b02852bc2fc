import { client } from './generated/hey-api/client.gen.ts';
import { createOrder, getOrderStatus } from './generated/hey-api/sdk.gen.ts';
import { apiKey, baseUrl, bodyOf, orderRepeatRead } from './order-repeat-read.ts';

client.setConfig({ baseUrl, auth: apiKey });

await orderRepeatRead(
  async id => (await createOrder({ body: bodyOf(id), throwOnError: true })).data.data,
  async id => (await getOrderStatus({ query: { external_id: id }, throwOnError: true })).data.data.address,
);
