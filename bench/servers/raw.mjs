// The minimum that a Node server can do: parse the body and send a fixed object. Its handler serves express.mjs too.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

function respond(response, status, data) {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ success: true, data }));
}

const acceptAll = orders => ({
  accepted: orders.length,
  failed: 0,
  results: orders.map(({ external_id }, index) => ({
    index,
    external_id,
    status: 'accepted',
    order: { id: index },
  })),
});

/** Sends a fixed balance, or accepts the order or the bulk of orders in the body. */
export function handle(request, response) {
  if (request.method !== 'POST') return respond(response, 200, { balance_trx: 1000 });
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const { orders, external_id } = JSON.parse(Buffer.concat(chunks));
    const order = { order_id: 1, external_id, status: 'processing', idempotent: false };
    respond(response, 202, orders ? acceptAll(orders) : order);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  createServer(handle).listen(Number(process.env.PORT), '127.0.0.1');
