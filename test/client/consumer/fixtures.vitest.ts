import { test } from 'energy-rental-sandbox/vitest';
import { describe, expect, inject } from 'vitest';

const seen = new Set<string>();

describe('the fixtures', () => {
  test.for([1, 2])('give each test a separate account (%i)', async (_, { account, sandbox }) => {
    expect(seen.has(account.name)).toBe(false);
    seen.add(account.name);
    expect((await account.clock.read()).mode).toBe('manual');
    expect((await sandbox.accounts()).map(({ name }) => name).filter(name => seen.has(name))).toEqual([
      account.name,
    ]);
  });

  test('use the sandbox of the global setup if there is one', ({ sandbox }) => {
    const shared = inject('energy_sandbox') as { url: string } | undefined;
    if (process.env.EXPECT_SHARED) expect(sandbox.url).toBe(shared?.url);
    else expect(shared).toBeUndefined();
  });
});

const rich = test.extend({ account_options: { balance_trx: 7 } });

rich('accept account options', async ({ account }) => {
  expect(await account.read()).toMatchObject({ balance_trx: 7, clock: { mode: 'manual' } });
});
