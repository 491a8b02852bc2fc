import { createServer } from 'node:http';
import { bug } from './bug.ts';
import { EnergyApi } from './energy-api.ts';
import { receiver } from './receiver.ts';
import { Shop } from './shop.ts';
import { Store } from './store.ts';

/*
 * The shop as a process: webhooks at /webhooks, what is stored of an order at GET /orders/<external_id>, and a purchase at
 * POST /purchases/<id>.
 */

const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

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

shop.deposit('ann', 1_000_000);

createServer(async (request, response) => {
  const [, kind, name = ''] = /^\/(orders|purchases)\/(.+)$/.exec(request.url!) ?? [];
  const id = decodeURIComponent(name);
  if (kind === 'purchases' && request.method === 'POST') {
    const status = await shop.buy({ id, customer: 'ann', packageId: 1, address: ADDRESS }).then(
      purchase => {
        // Whoever buys the same twice gets the money of the second time back.
        if (bug('repeat-paid-back-by-route') && purchase.isRepeat) shop.credit(purchase);
        return 201;
      },
      () => 503,
    );
    return response.writeHead(status).end();
  }
  if (kind !== 'orders') return receive(request, response);
  const purchase = store.purchases().find(({ externalId }) => externalId === id);
  if (!purchase) return response.writeHead(404).end('{}');
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(purchase));
}).listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
