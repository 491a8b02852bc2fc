import { afterAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { orderBytes, requestBytes, Wire } from '../system/load/wire.ts';

const sandbox = await startTestSandbox();
// The first call loads the code of the control API, which takes longer than the requests that the tests wait for.
await fetch(`${sandbox.baseUrl}/_sandbox/info`);
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

const CALLS: readonly [call: string, path: string, body: object][] = [
  ['a deposit', 'deposit', { amount_trx: 5 }],
  ['a new key', 'keys', { name: 'late' }],
  ['a scenario', 'scenarios', { name: 'failed-with-refund' }],
];

/** Sends the head and half the body of a call, has something happen, and sends the rest. */
async function callAcross(path: string, body: object, happens: () => unknown): Promise<string> {
  const bytes = requestBytes(sandbox.apiKey, 'POST', path, body);
  const wire = await Wire.open(sandbox.port);
  wire.write(bytes.slice(0, -5));
  // The head has been handled once other requests have been answered.
  await sandbox.api.balance();
  await sandbox.api.balance();
  await happens();
  wire.write(bytes.slice(-5));
  const answer = await wire.answer();
  wire.socket.destroy();
  return `${answer?.status} ${JSON.parse(answer!.body).error}`;
}

test.each(CALLS)(
  '%s is refused if its account is deleted while the body arrives',
  async (_call, path, body) => {
    const { account } = sandbox.openAccount();
    const { name } = account.state;
    const outcome = await callAcross(`/_sandbox/accounts/${name}/${path}`, body, () =>
      sandbox.core.closeAccount(account),
    );
    expect(outcome).toBe('404 ACCOUNT_NOT_FOUND');
  },
);

test.each(CALLS)(
  '%s does not reach a new account of the same name that is created while the body arrives',
  async (_call, path, body) => {
    const { account } = sandbox.openAccount();
    const { name } = account.state;
    const outcome = await callAcross(`/_sandbox/accounts/${name}/${path}`, body, async () => {
      await sandbox.core.closeAccount(account);
      sandbox.core.openAccount({ name });
    });
    expect(outcome).toBe('404 ACCOUNT_NOT_FOUND');
  },
);
