import { createOrder, getOrderStatus } from './generated/orval-fetch.ts';
import { apiKey, bodyOf, orderRepeatRead } from './order-repeat-read.ts';

const headers = { Authorization: `Bearer ${apiKey}` };

await orderRepeatRead(
  async id => {
    const { status, data } = await createOrder(bodyOf(id), { headers });
    if (status !== 202 && status !== 200) throw new Error(data.error);
    return data.data;
  },
  async id => {
    const { status, data } = await getOrderStatus({ external_id: id }, { headers });
    if (status !== 200) throw new Error(data.error);
    return data.data.address;
  },
);
