import { expect, test } from 'vitest';
import { startTestSandbox } from '../../support/sandbox.ts';
import { asAfterCrash, freshFolder } from './folders.ts';

test('a change through the control API is on disk when its response is received', async () => {
  const data = await freshFolder();
  await using sandbox = await startTestSandbox({ data });
  const control = (method: string, path: string, body?: object) =>
    sandbox.api.call<Record<string, unknown>>(method, `/_sandbox/accounts${path}`, { body, key: null });
  const { api_key: key } = (await control('POST', '', { name: 'shop', balance_trx: 50 })).data;
  await control('POST', '/shop/deposit', { amount_trx: 5 });
  const made = await asAfterCrash(data);
  await control('POST', '/shop/clock/advance', { by: '61m' });
  const advanced = await asAfterCrash(data);
  await control('DELETE', '/shop');
  const dropped = await asAfterCrash(data);

  await using afterMade = await startTestSandbox({ data: made });
  expect((await afterMade.api.as(String(key)).balance()).data.balance_trx).toBe(55);
  await using afterAdvance = await startTestSandbox({ data: advanced });
  const [before, after] = [afterMade, afterAdvance].map(one =>
    one.core.runner.nowMs(one.core.accounts.get('shop')!),
  );
  expect(after! - before!).toBe(61 * 60_000);
  await using afterDrop = await startTestSandbox({ data: dropped });
  expect((await afterDrop.api.as(String(key)).balance()).outcome).toBe('401 UNAUTHORIZED');
});
