import { Api } from './generated/swagger-typescript-api.ts';
import { apiKey, baseUrl, bodyOf, orderRepeatRead } from './order-repeat-read.ts';

const { api } = new Api({
  baseUrl,
  baseApiParams: { headers: { Authorization: `Bearer ${apiKey}` } },
});

await orderRepeatRead(
  async id => (await api.createOrder(bodyOf(id))).data.data,
  async id => (await api.getOrderStatus({ external_id: id })).data.data.address,
);
