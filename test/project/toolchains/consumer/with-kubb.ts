import { createOrder } from './generated/kubb/clients/createOrder.ts';
import { getOrderStatus } from './generated/kubb/clients/getOrderStatus.ts';
import { apiKey, baseUrl, bodyOf, orderRepeatRead } from './order-repeat-read.ts';

const settings = { baseURL: baseUrl, headers: { Authorization: `Bearer ${apiKey}` } };

await orderRepeatRead(
  async id => (await createOrder(bodyOf(id), settings)).data,
  async id => (await getOrderStatus({ external_id: id }, settings)).data.address,
);
