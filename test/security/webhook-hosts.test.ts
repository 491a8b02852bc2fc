import { describe, expect, test } from 'vitest';
import { readDestination } from '../../src/webhooks/destination.ts';
import { startControlled } from '../http/control/support.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { WebhookReceiver } from '../support/receiver.ts';

const isAllowed = (url: string, hosts: readonly string[]): boolean =>
  !('problem' in readDestination(url, hosts));

describe('a list of allowed webhook hosts', () => {
  test.each([
    ['http://shop.example/x', ['shop.example']],
    ['http://SHOP.example/x', ['shop.example']],
    ['http://shop.example/x', ['SHOP.example']],
    ['http://shop.example:4020/x', ['shop.example']],
    ['http://shop.example:4020/x', ['shop.example:4020']],
    ['https://shop.example/x', ['shop.example:443']],
    ['http://[::1]:4020/x', ['::1']],
    ['http://[0:0:0:0:0:0:0:1]:4020/x', ['::1']],
    ['http://[::1]:4020/x', ['[::1]']],
    ['http://[::1]:4020/x', ['[::1]:4020']],
    ['http://0x7f.1/x', ['127.0.0.1']],
    ['http://2130706433/x', ['127.0.0.1']],
    ['http://user:word@shop.example/x', ['shop.example']],
  ])('%s is allowed by %j', (url, hosts) => {
    expect(isAllowed(url, hosts)).toBe(true);
  });

  test.each([
    ['http://evil.example/x', ['shop.example']],
    ['http://shop.example.evil.example/x', ['shop.example']],
    ['http://evil-shop.example/x', ['shop.example']],
    ['http://sub.shop.example/x', ['shop.example']],
    ['http://shop.example@evil.example/x', ['shop.example']],
    ['http://shop.example:80@evil.example/x', ['shop.example']],
    ['http://evil.example#@shop.example/', ['shop.example']],
    ['http://evil.example\\@shop.example/', ['shop.example']],
    ['http://evil.example/?shop.example', ['shop.example']],
    ['http://shop.example./x', ['shop.example']],
    ['http://SHOP.EXAMPLE.:80/x', ['shop.example']],
    ['http://shop.example:4021/x', ['shop.example:4020']],
    ['https://shop.example/x', ['shop.example:80']],
    ['http://127.0.0.1/x', ['localhost']],
    ['http://localhost/x', ['127.0.0.1']],
    ['http://[::ffff:127.0.0.1]/x', ['127.0.0.1']],
    ['http://①②⑦.⓪.⓪.①/x', ['shop.example']],
    ['http://shop.example/x', []],
    ['http://shop.example/x', ['']],
    ['http://shop.example/x', ['*']],
    ['file:///etc/passwd', ['']],
    ['ftp://shop.example/', ['shop.example']],
  ])('%s is refused by %j', (url, hosts) => {
    expect(isAllowed(url, hosts)).toBe(false);
  });

  test('no call, snapshot or redirect leads to another host', async () => {
    await using forbidden = {
      receiver: await WebhookReceiver.start(),
      [Symbol.asyncDispose]: () => forbidden.receiver.close(),
    };
    await using started = await startControlled({ webhookHosts: ['localhost'] });
    const { sandbox, control } = started;
    const url = forbidden.receiver.url;
    const outcomes = [
      await control.refusal('setWebhook', { body: { url } }),
      await control.refusal('createAccount', { body: { name: 'a', webhook_url: url } }),
    ];
    for (const { outcome, message } of outcomes) {
      expect(outcome).toContain('400 INVALID_REQUEST');
      expect(message).toContain('not among the allowed hosts');
    }
    await control.call('takeSnapshot', { body: { name: 'then' } });
    const snapshot = await control.call('exportSnapshot', { path: { name: 'then' } });
    const state = { ...snapshot.state, webhook: { url, secret: 'x' } };
    await control.answer('importSnapshot', { path: { name: 'evil' }, body: { ...snapshot, state } });
    await control.answer('restoreSnapshot', { path: { name: 'evil' } });
    await sandbox.api.order({ package_id: 1, address: RECIPIENT });
    await sandbox.quiet();

    const receiver = await WebhookReceiver.start();
    receiver.always({ redirectTo: url });
    await control.call('setWebhook', { body: { url: receiver.url.replace('127.0.0.1', 'localhost') } });
    await sandbox.api.order({ package_id: 1, address: RECIPIENT });
    await sandbox.quiet();
    expect(receiver.deliveries.length).toBeGreaterThan(0);
    expect(forbidden.receiver.deliveries).toEqual([]);
    await receiver.close();
  });
});
