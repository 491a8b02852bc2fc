import {
  type Account,
  createReceiver,
  createSandbox,
  type OrderStatus,
  type Sandbox,
} from 'energy-rental-sandbox';
import { connectSandbox, type SignatureVerdict, verifySignature } from 'energy-rental-sandbox/client';

const sandbox: Sandbox = await createSandbox({ clock: 'manual', balanceTrx: 5 });
const receiver = await createReceiver({ failFirst: 1 });
const account: Account = await sandbox.createAccount({ webhook: receiver, scenarios: ['review'] });
const status: OrderStatus = (await account.order('mine')).status;
const verdict: SignatureVerdict | undefined = receiver.received[0]?.signature;
const isRight: boolean = verifySignature({ body: 'x', header: null, secret: account.webhookSecret });
const remote: Sandbox = await connectSandbox('http://127.0.0.1:4010');
await remote.close();
console.log(status, verdict, isRight);

// @ts-expect-error: not a status
await account.waitForOrder('mine', 'refunded');
// @ts-expect-error: the goal is one of by, to and until
await account.advance({ seconds: 3 });
