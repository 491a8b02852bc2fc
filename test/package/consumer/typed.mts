import { createSandbox, type Sandbox } from 'energy-rental-sandbox';
import { connectSandbox, verifySignature } from 'energy-rental-sandbox/client';

const near: Sandbox = await createSandbox({ clock: 'manual' });
const far: Sandbox = await connectSandbox(near.url);
const account = await far.createAccount({ balanceTrx: 100 });
export const signed: boolean = verifySignature({ body: '', header: null, secret: account.webhookSecret });
// @ts-expect-error: amounts are numbers
await near.createAccount({ balanceTrx: '100' });
