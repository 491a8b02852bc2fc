import { createServer } from 'node:http';
import { EnergyApi } from './energy-api.ts';
import { receiver } from './receiver.ts';
import { Shop } from './shop.ts';
import { Store } from './store.ts';

/* The shop as a process: webhooks at /webhooks, and what is stored of an order at GET /orders/<external_id>. */

const {
  PORT = '3000',
  DATA,
  ENERGY_SANDBOX_URL: baseUrl = 'http://127.0.0.1:4010',
  ENERGY_SANDBOX_API_KEY: apiKey = 'ersk_demo_0123456789abcdef',
  ENERGY_SANDBOX_WEBHOOK_SECRET: secret = 'whsec_demo',
} = process.env;

const store = new Store(DATA);
const shop = new Shop({ api: new EnergyApi({ baseUrl, apiKey }), store });
const receive = receiver({ shop, secret });

createServer((request, response) => {
  const [, externalId] = /^\/orders\/(.+)$/.exec(request.url!) ?? [];
  if (externalId === undefined) return receive(request, response);
  const purchase = store.get(decodeURIComponent(externalId));
  if (!purchase) return response.writeHead(404).end('{}');
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(purchase));
}).listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
