// What the prescribed libraries cost, and nothing else: Express's router, a JSON body, Prism's schema validation, state
// in a lowdb Low, a JSON response. No key, limits, ledger, idempotency, scenarios, events or journal.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import prism from '@stoplight/prism-http/dist/validator/validators/utils.js';
import { Router } from 'express';
import { Low, Memory } from 'lowdb';

const FIRST_ID = 48_211;
const { data: state } = new Low(new Memory(), { balanceTrx: 1000, orders: [] });

const description = new URL('../../dist/prepared/energy-rental-v1.json', import.meta.url);
const { operations } = JSON.parse(readFileSync(description, 'utf8'));
const schemaOf = (id, part) => operations.find(operation => operation.id === id).parts[part];
const validate = (schema, value) => prism.validateAgainstSchema(value, schema, false, 0, 'body');

const order = schemaOf('createOrder', 'body');
const bulk = schemaOf('createOrdersBulk', 'body');
const query = schemaOf('getOrderStatus', 'query');
// Prepared schemas have a dialect of their own, which allows everything.
validate({ $id: order.$schema, $schema: order.$schema }, null);

/** Sends what `handle` returns for a value, if the value satisfies the schema. */
function respond(response, schema, value, handle) {
  const isRefused = schema !== null && validate(schema, value)._tag === 'Some';
  const text = JSON.stringify({ success: !isRefused, data: isRefused ? null : handle(value) });
  response.writeHead(isRefused ? 422 : 200, { 'Content-Type': 'application/json' });
  response.end(text);
}

const withBody = (schema, handle) => (request, response) => {
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => respond(response, schema, JSON.parse(Buffer.concat(chunks)), handle));
};

function place({ external_id, package_id, address }) {
  const id = FIRST_ID + state.orders.push({ external_id, package_id, address, status: 'processing' }) - 1;
  return { id, external_id, status: 'processing' };
}

const router = Router();
router.get('/api/v1/balance/', (_request, response) =>
  respond(response, null, null, () => ({ balance_trx: state.balanceTrx })),
);
router.get('/api/v1/status/', (request, response) => {
  const id = Number(new URLSearchParams(request.url.split('?')[1]).get('id'));
  respond(response, query, { id }, () => state.orders[id - FIRST_ID]);
});
router.post('/api/v1/order/', withBody(order, place));
router.post(
  '/api/v1/orders/bulk/',
  withBody(bulk, ({ orders }) => ({ results: orders.map(place) })),
);

createServer((request, response) => router(request, response, () => response.writeHead(404).end())).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);
