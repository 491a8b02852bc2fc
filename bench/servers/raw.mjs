// The least that a Node server can do: parse the body, answer a fixed object.
import { createServer } from 'node:http';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BALANCE = JSON.stringify({ success: true, data: { balance_trx: 1000 } });

createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200, JSON_TYPE);
    response.end(BALANCE);
    return;
  }
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks));
    const data = body.orders
      ? {
          accepted: body.orders.length,
          failed: 0,
          results: body.orders.map(({ external_id }, index) => ({
            index,
            external_id,
            status: 'accepted',
            order: { id: index },
          })),
        }
      : { order_id: 1, external_id: body.external_id, status: 'processing', idempotent: false };
    response.writeHead(202, JSON_TYPE);
    response.end(JSON.stringify({ success: true, data }));
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
