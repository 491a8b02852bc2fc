// The request handlers of the bare servers, with fixed responses.
const JSON_TYPE = { 'Content-Type': 'application/json' };
const BALANCE = JSON.stringify({ success: true, data: { balance_trx: 1000 } });

/** Sends a fixed balance. */
export function handleBalance(_request, response) {
  response.writeHead(200, JSON_TYPE);
  response.end(BALANCE);
}

const bulkOf = orders => ({
  accepted: orders.length,
  failed: 0,
  results: orders.map(({ external_id }, index) => ({
    index,
    external_id,
    status: 'accepted',
    order: { id: index },
  })),
});

/** Parses the body and accepts the order or bulk order in it. */
export function handleOrders(request, response) {
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks));
    const data = body.orders
      ? bulkOf(body.orders)
      : { order_id: 1, external_id: body.external_id, status: 'processing', idempotent: false };
    response.writeHead(202, JSON_TYPE);
    response.end(JSON.stringify({ success: true, data }));
  });
}
