import {
  type Account,
  connectSandbox,
  createReceiver,
  type SignatureVerdict,
} from 'energy-rental-sandbox/client';

export async function open(): Promise<Account> {
  const sandbox = await connectSandbox('http://127.0.0.1:4010');
  return sandbox.createAccount({ webhook: await createReceiver(), scenarios: ['review'] });
}

// @ts-expect-error: the types are found, so this is not any
export const verdict: SignatureVerdict = 'valid';
