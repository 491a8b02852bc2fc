import { describe, expect, test } from 'vitest';
import { MAX_ACCOUNTS } from '../../../src/server/control/account-calls.ts';
import { checkOptions } from '../../../src/server/sandbox-options.ts';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled } from '../../support/control-api.ts';
import type { TestOptions } from '../../support/sandbox.ts';
import { SimulatedHost } from '../../system/integrators/simulated-host.ts';
import { Reader } from './stream-reader.ts';

const MINUTE_MS = 60_000;
/** The accounts are checked every five seconds. */
const SWEEP_MS = 5_000;

/** A server whose host's time the test lets pass, in steps between which the server can finish its work. */
async function started(options: TestOptions = {}) {
  const host = new SimulatedHost();
  const controlled = await startControlled({ ...options, hostClock: host });
  const { control } = controlled;
  return {
    ...controlled,
    host,
    create: (name: string, idle_ttl?: string) =>
      control.call('createAccount', { body: { name, ...(idle_ttl && { idle_ttl }) } }),
    names: async () => (await control.call('getInfo')).accounts,
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += SWEEP_MS) {
        await host.isAwaited(1);
        host.pass(SWEEP_MS);
        await new Promise(resolve => setImmediate(resolve));
      }
    },
  };
}

describe('an account with an idle time', () => {
  test('is removed once nobody has used it for that time, with its key and whatever its clock', async () => {
    await using server = await started();
    const { create, names, pass, sandbox, control } = server;
    const { api_key, account } = await create('idle', '10m');
    expect(account.idle_ttl).toBe('10m');
    await create('kept');
    await control.of('idle').call('advanceClock', { body: { by: '30d' } });
    await pass(9 * MINUTE_MS);
    expect(await names()).toEqual(['demo', 'idle', 'kept']);
    await pass(MINUTE_MS + SWEEP_MS);
    expect(await names()).toEqual(['demo', 'kept']);
    expect((await sandbox.api.as(api_key).balance()).outcome).toBe('401 UNAUTHORIZED');
    expect((await create('idle')).account.idle_ttl).toBeNull();
  });

  test.each([
    ['a request of the service', async ({ sandbox }, key) => void (await sandbox.api.as(key).balance())],
    ['a refused request', async ({ sandbox }, key) => void (await sandbox.api.as(key).order({}))],
    ['a control call about it', async ({ control }) => void (await control.of('idle').call('getAccount'))],
  ] satisfies [string, (server: Awaited<ReturnType<typeof started>>, key: string) => Promise<void>][])(
    'is kept for its idle time after %s',
    async (_use, use) => {
      await using server = await started();
      const { create, names, pass } = server;
      const { api_key } = await create('idle', '1m');
      for (let round = 0; round < 3; round++) {
        await pass(MINUTE_MS - SWEEP_MS);
        await use(server, api_key);
      }
      expect(await names()).toContain('idle');
      await pass(MINUTE_MS + SWEEP_MS);
      expect(await names()).not.toContain('idle');
    },
  );

  test('is kept while one of its live streams is open, and for its idle time afterwards', async () => {
    await using server = await started();
    const { create, names, pass, sandbox } = server;
    await create('idle', '1m');
    const reader = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/idle/stream');
    await pass(5 * MINUTE_MS);
    expect(await names()).toContain('idle');
    reader.response.destroy();
    await reader.ended;
    await pass(2 * MINUTE_MS);
    expect(await names()).not.toContain('idle');
  });

  test('is removed although work is scheduled in it', async () => {
    await using server = await started();
    const { create, names, pass, sandbox } = server;
    const { api_key } = await create('idle', '1m');
    await sandbox.api.as(api_key).order({ package_id: 1, address: RECIPIENT });
    await pass(MINUTE_MS + 2 * SWEEP_MS);
    expect(await names()).not.toContain('idle');
  });

  test('keeps its idle time over a restart of the server, after which the time begins again', async () => {
    const data = await freshFolder();
    {
      await using first = await started({ data });
      await first.create('idle', '1m');
      await first.control.of('idle').call('resetAccount');
      await first.pass(MINUTE_MS - 2 * SWEEP_MS);
    }
    {
      await using second = await started({ data });
      expect((await second.control.of('idle').call('getAccount')).idle_ttl).toBe('1m');
      await second.pass(MINUTE_MS + 2 * SWEEP_MS);
      expect(await second.names()).toEqual(['demo']);
    }
    await using third = await started({ data });
    expect(await third.names()).toEqual(['demo']);
  });
});

test('the default of the server applies to accounts without an idle time, stored ones included, and never to demo', async () => {
  const data = await freshFolder();
  {
    await using first = await started({ data });
    await first.create('old');
  }
  await using server = await started({ data, account_ttl: '1h' });
  const { create, names, pass, control } = server;
  expect((await control.of('old').call('getAccount')).idle_ttl).toBe('1h');
  await create('longer', '1d');
  await create('shorter', '1m');
  await pass(2 * MINUTE_MS);
  expect(await names()).toEqual(['demo', 'old', 'longer']);
  await pass(60 * MINUTE_MS);
  expect(await names()).toEqual(['demo', 'longer']);
  expect((await control.call('getAccount')).idle_ttl).toBeNull();
});

test.each(['0s', '999ms', '366d', '10', 'never', ''])('an idle time of %j is refused', async idle_ttl => {
  await using server = await started();
  const { outcome, message } = await server.control.refusal('createAccount', { body: { idle_ttl } });
  expect(outcome).toBe('400 INVALID_REQUEST body.idle_ttl');
  expect(message).toMatch(/^body\.idle_ttl/);
  expect(() => checkOptions({ account_ttl: idle_ttl })).toThrow(
    `account_ttl: expected a duration from 1s to 365d, such as 10m or 1d, got ${JSON.stringify(idle_ttl)}`,
  );
});

test('the refusal of one account too many names what frees accounts', async () => {
  await using server = await started();
  const { sandbox, control } = server;
  while (sandbox.core.accounts.size < MAX_ACCOUNTS) sandbox.openAccount();
  const { outcome, message } = await control.refusal('createAccount');
  expect(outcome).toBe('409 LIMIT_REACHED');
  expect(message).toMatch(/DELETE \/_sandbox\/accounts\/\{account\}.* idle_ttl.* --account-ttl/);
});
