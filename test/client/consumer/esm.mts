import {
  type Account,
  createReceiver,
  createSandbox,
  type OrderStatus,
  type Sandbox,
  tronAddress,
} from 'energy-rental-sandbox';
import { connectSandbox, type SignatureVerdict, verifySignature } from 'energy-rental-sandbox/client';

const sandbox: Sandbox = await createSandbox({ clock: 'manual', balance_trx: 5 });
const receiver = await createReceiver({ fail_first: 1 });
const account: Account = await sandbox.createAccount({ webhook: receiver, scenarios: ['review'] });
await account.webhook.set(receiver);
await account.webhook.set({ url: null });
await account.advance({ until: 'order.completed', order: 'mine' });
await account.expectRequest({ operation: 'createOrder', external_id: 'mine' }, { at_least: 1, at_most: 2 });
await sandbox.createAccount({ scenarios: ['one-of-mine'], assumptions: { bulk_rate_cost: 'item' } });
const recipient: string = tronAddress({ like: 'Buyer' });
const status: OrderStatus = (await account.order('mine')).status;
const verdict: SignatureVerdict | undefined = receiver.received[0]?.signature;
const isRight: boolean = verifySignature({ body: 'x', header: null, secret: account.webhook_secret });
const remote: Sandbox = await connectSandbox('http://127.0.0.1:4010');
await remote.close();
console.log(recipient, status, verdict, isRight);

// @ts-expect-error: not a status
await account.waitForOrder('mine', 'refunded');
// @ts-expect-error: not an operation
await account.expectRequest({ operation: 'getBalanse' }, { never: true });
// @ts-expect-error: a count has no such field
await account.expectRequest({}, { time: 1 });
// @ts-expect-error: contradictory
await account.expectRequest({}, { exactly: 0, at_least: 3 });
// @ts-expect-error: not a setting
await sandbox.createAccount({ assumptions: { bulk_rate: 'item' } });
// @ts-expect-error: not a value of the setting
await createSandbox({ assumptions: { bulk_rate_cost: 'items' } });
// @ts-expect-error: a webhook destination has no such field
await account.webhook.set({ uri: 'http://127.0.0.1:4020/' });
// @ts-expect-error: two goals
await account.advance({ by: '1h', until: 'idle' });
// @ts-expect-error: the goal is one of by, to and until
await account.advance({ seconds: 3 });
