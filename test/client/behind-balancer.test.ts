import { expect, test } from 'vitest';
import { connectSandbox } from '../../src/client/remote-sandbox.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { order } from './sandboxes.ts';

test('the library follows the redirect of a load-balanced server to the path of a new account', async () => {
  await using local = await createSandbox({ behindBalancer: true });
  await using remote = await connectSandbox(local.url);
  for (const sandbox of [local, remote]) {
    const name = `shop-${sandbox === local ? 'local' : 'remote'}`;
    const named = await sandbox.createAccount({ name, balanceTrx: 7 });
    const unnamed = await sandbox.createAccount({ balanceTrx: 8 });
    expect([named.name, unnamed.name]).toEqual([name, expect.stringMatching(/^account-[0-9a-f]{12}$/)]);
    expect((await named.read()).balanceTrx).toBe(7);
    expect((await unnamed.read()).balanceTrx).toBe(8);
    expect(await order(unnamed, { external_id: 'one' })).toMatchObject({ status: 202 });
    await expect(sandbox.createAccount({ name })).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' });
  }
});
