import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestBytes, Wire } from '../../load/wire.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

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
