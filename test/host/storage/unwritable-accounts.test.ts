import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { type ControlledSandbox, startControlled, test } from '../../support/control-api.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { asAfterCrash, freshFolder } from './folders.ts';

const order = (externalId: string) => ({ external_id: externalId, package_id: 1, address: RECIPIENT });
const onRemark = () => undefined;

/** The outcome of a call that fails with a code that the description does not list for each operation. */
async function post({ control }: ControlledSandbox, path: string, body?: object): Promise<string> {
  const answer = await control.raw('POST', `/_sandbox/accounts${path}`, body ? { body } : {});
  return answer.body.success
    ? `${answer.status}`
    : `${answer.status} ${answer.body.error} ${answer.body.message}`;
}

const namesIn = async (data: string): Promise<string[]> =>
  (await readdir(data)).filter(name => !name.startsWith('.') && name !== 'lock').sort();

describe('an account that cannot be written', () => {
  test('is reported as degraded, and neither the probes nor other accounts are affected', async () => {
    const data = await freshFolder();
    await using started = await startControlled({ data, on_remark: onRemark });
    const { sandbox, control } = started;
    await control.call('createAccount', { body: { name: 'other' } });
    const obstacle = join(data, 'demo.log');
    await mkdir(obstacle);
    expect((await sandbox.api.order(order('refused'))).outcome).toBe('503 SERVICE_UNAVAILABLE');

    expect((await control.answer('getHealth')).status).toBe(200);
    expect((await control.answer('getReadiness')).status).toBe(200);
    const { degraded } = await control.call('getInfo');
    expect(degraded).toEqual([
      { account: 'demo', code: 'STORAGE_FAILED', reason: expect.stringMatching(/demo\.log: cannot create/) },
    ]);
    const { items } = await control.call('listAccounts');
    expect(items.map(({ name, trouble }) => [name, trouble?.code])).toEqual([
      ['demo', 'STORAGE_FAILED'],
      ['other', undefined],
    ]);
    expect((await control.call('getAccount')).trouble).toEqual({
      code: 'STORAGE_FAILED',
      reason: degraded[0]!.reason,
    });
    expect(await post(started, '/other/deposit', { amount_trx: 5 })).toBe('200');
    expect(await post(started, '', { name: 'third' })).toBe('201');
    await control.call('listScenarios');
    await rmdir(obstacle);
  });

  test('is not changed by calls of the control API, which name the file and the cause', async () => {
    const data = await freshFolder();
    await using started = await startControlled({ data, on_remark: onRemark });
    const { sandbox } = started;
    await mkdir(join(data, 'demo.log'));
    await sandbox.api.order(order('refused'));
    const { balanceSun } = sandbox.state;
    expect(await post(started, '/demo/deposit', { amount_trx: 5 })).toMatch(
      /^503 STORAGE_FAILED .*demo\.log: cannot create the file: .*EEXIST/,
    );
    expect(await post(started, '/demo/trigger', { event: 'order.failed' })).toMatch(/^503 STORAGE_FAILED /);
    expect(sandbox.state.balanceSun).toBe(balanceSun);
    await rmdir(join(data, 'demo.log'));
  });
});

describe('an account that cannot be stored', () => {
  test('is not created: the error names the file and the cause, and the name stays free', async () => {
    const data = await freshFolder();
    await using started = await startControlled({ data, on_remark: onRemark });
    const { control } = started;
    const obstacle = join(data, 'shop.json');
    await mkdir(obstacle);
    expect(await post(started, '', { name: 'shop' })).toMatch(
      /^503 STORAGE_FAILED the account was not created: .*shop\.json: cannot write the file: /,
    );
    const { items } = await control.call('listAccounts');
    expect(items.map(({ name }) => name)).toEqual(['demo']);
    expect((await control.call('getInfo')).degraded).toEqual([]);
    await rmdir(obstacle);
    expect(await namesIn(data)).toEqual(['demo.json']);
    await control.call('createAccount', { body: { name: 'shop' } });
    expect((await control.of('shop').call('getAccount')).trouble).toBeNull();
  });

  test('prevents the start if it is the demo account', async () => {
    const data = await freshFolder();
    await mkdir(join(data, 'demo.json.tmp', 'x'), { recursive: true });
    await expect(startTestSandbox({ data, on_remark: onRemark })).rejects.toThrow(/demo\.json/);
  });
});

describe('nothing is written for an account after its deletion:', () => {
  test('not for advances before and behind it, nor for calls and deliveries that began before', async () => {
    const data = await freshFolder();
    const started = await startControlled({ data, on_remark: onRemark });
    const { sandbox } = started;
    const shop = sandbox.openAccount({ name: 'shop' });
    const receiver = await sandbox.receive(shop.account);
    let respond = (): void => undefined;
    receiver.always(
      () =>
        new Promise(resolve => {
          respond = () => resolve(500);
        }),
    );
    await shop.api.order(order('a'));
    await expect.poll(() => receiver.deliveries.length).toBe(1);
    const { core } = sandbox;
    const before = expect(shop.advance(3_600_000)).rejects.toThrow('was deleted');
    const deletion = started.control.of('shop').call('deleteAccount');
    const behind = [
      expect(shop.advance(3_600_000)).rejects.toThrow('was deleted'),
      expect(shop.settle()).rejects.toThrow('was deleted'),
    ];
    await deletion;
    respond();
    await Promise.all([before, ...behind]);
    expect(() => core.resetAccount(shop.account)).toThrow('was deleted');
    expect(() => core.makeKey(shop.account, {})).toThrow('was deleted');
    await sandbox.api.order(order('elsewhere'));
    expect(await namesIn(data)).toEqual(['demo.json', 'demo.log', 'demo.seal']);
    const crashed = await asAfterCrash(data);
    await started[Symbol.asyncDispose]();
    expect(await namesIn(data)).toEqual(['demo.json']);
    for (const folder of [crashed, data]) {
      await using next = await startTestSandbox({ data: folder, on_remark: onRemark });
      expect(next.core.accounts.list().map(({ state }) => state.name)).toEqual(['demo']);
      expect((await next.api.as(shop.apiKey).balance()).outcome).toBe('401 UNAUTHORIZED');
    }
  });

  test('a revoked key stays revoked when an earlier snapshot is restored', async ({ sandbox, control }) => {
    const text = sandbox.makeKey({ name: 'second' });
    await control.call('takeSnapshot', { body: { name: 'before' } });
    await control.call('revokeKey', { path: { key: 'key-2' } });
    await control.call('restoreSnapshot', { path: { name: 'before' } });
    expect((await sandbox.api.as(text).balance()).outcome).toBe('401 UNAUTHORIZED');
    await control.call('resetAccount');
    expect((await sandbox.api.as(text).balance()).outcome).toBe('401 UNAUTHORIZED');
  });
});
