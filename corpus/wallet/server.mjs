import { bug } from './bug.mjs';
import { Receiver, serve } from './receiver.mjs';
import { Store } from './store.mjs';

/* The receiver as a process, for `energy-sandbox audit`. */
const { PORT = '3000', DATA, ENERGY_SANDBOX_WEBHOOK_SECRET: secret } = process.env;
const store = new Store(bug('orders-in-memory') ? undefined : DATA, { orders: {}, events: [] });
await serve(new Receiver({ secret, store }), { port: Number(PORT) });
