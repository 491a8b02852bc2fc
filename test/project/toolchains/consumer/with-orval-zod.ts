import {
  CreateOrderBody,
  CreateOrderResponse,
  CreateOrdersBulkBody,
  CreateOrdersBulkResponse,
  GetOrderStatusResponse,
} from './generated/orval-zod.ts';
import { apiKey, baseUrl, bodyOf, orderRepeatRead, RECIPIENT } from './order-repeat-read.ts';

/** Sends what a schema has left of a body, and returns the response for its own schema. */
async function call(path: string, body?: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const method = body ? 'POST' : 'GET';
  return (await fetch(baseUrl + path, { method, headers, body: body ? JSON.stringify(body) : null })).json();
}

const items = [
  { external_id: 'bulk-package', package_id: 1, address: RECIPIENT },
  { external_id: 'bulk-custom', energy_amount: 100_000, address: RECIPIENT },
];
const bulk = await call('/api/v1/orders/bulk/', CreateOrdersBulkBody.parse({ orders: items }));
const { accepted } = CreateOrdersBulkResponse.parse(bulk).data;
if (accepted !== items.length) throw new Error(`only ${accepted} items were accepted`);

await orderRepeatRead(
  async id => CreateOrderResponse.parse(await call('/api/v1/order/', CreateOrderBody.parse(bodyOf(id)))).data,
  async id => GetOrderStatusResponse.parse(await call(`/api/v1/status/?external_id=${id}`)).data.address,
);
