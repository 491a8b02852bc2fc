import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderBytes, Wire } from '../../load/wire.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

type Opened = ReturnType<TestSandbox['openAccount']>;

/** Sends the head and half the body of an order, then something happens, then the rest is sent. */
async function orderAcross(
  account: Opened,
  happens: (account: Opened) => unknown,
): Promise<number | undefined> {
  const bytes = orderBytes(account.apiKey, 'in-progress');
  const half = bytes.length - 20;
  const wire = await Wire.open(sandbox.port);
  wire.write(bytes.slice(0, half));
  // The head has been handled once another request on another connection has been answered.
  await sandbox.api.balance();
  await sandbox.api.balance();
  await happens(account);
  wire.write(bytes.slice(half));
  const answer = await wire.answer();
  wire.socket.destroy();
  return answer?.status;
}

test.each<[string, (account: Opened) => unknown]>([
  ['its account is deleted', ({ account }) => sandbox.core.closeAccount(account)],
  [
    'its key is revoked',
    ({ account }) => sandbox.core.runner.execute(account, 'revokeKey', { id: account.state.keys[0]!.id }),
  ],
  [
    'its key expires',
    ({ account }) => sandbox.core.runner.execute(account, 'change', { key: { expired: true } }),
  ],
])(
  'a request is refused with 401 and makes no order if %s while its body arrives',
  async (_what, happens) => {
    const account = sandbox.openAccount();
    expect(await orderAcross(account, happens)).toBe(401);
    expect(account.account.state.orders).toEqual([]);
  },
);

test.each<[string, (account: Opened) => unknown]>([
  ['reset', ({ account }) => sandbox.core.resetAccount(account)],
  [
    'restored',
    ({ account }) => sandbox.core.replaceState(account, structuredClone(account.state), 'restored'),
  ],
])(
  'a request is carried out on the new state if its account is %s while its body arrives',
  async (_what, happens) => {
    const account = sandbox.openAccount();
    expect(await orderAcross(account, happens)).toBe(202);
    expect(account.account.state.orders).toHaveLength(1);
  },
);
