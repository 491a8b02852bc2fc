import { createSandbox } from 'energy-rental-sandbox';
import { order } from './order.cjs';

const sandbox = await createSandbox({ clock: 'manual' });
const account = await sandbox.createAccount({ balance_trx: 100 });
const status = await order(account);
await account.advance({ until: 'order.completed' });
console.log(status, (await account.order(48_211)).status);
await sandbox.close();
