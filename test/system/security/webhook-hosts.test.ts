import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { DestinationPolicy, readDestination } from '../../../src/host/node/webhook-destination.ts';
import { createSandbox } from '../../../src/testing/create-sandbox.ts';
import { WebhookSender } from '../../../src/webhooks/webhook-sender.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled } from '../../support/control-api.ts';
import { WebhookReceiver } from '../../support/receiver.ts';

const isAllowed = (url: string, hosts: readonly string[]): boolean =>
  !('problem' in readDestination(url, new DestinationPolicy({ allowHosts: hosts })));

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
    await using started = await startControlled({ webhook_hosts: ['localhost'] });
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

const ADMIN_TOKEN = 'admin-token-of-a-shared-server';
const SHARED = { host: '0.0.0.0', admin_token: ADMIN_TOKEN };
const ADMIN = { headers: { 'x-admin-token': ADMIN_TOKEN } };
const messageTo = (url: string) => ({
  account: 'demo',
  url,
  render: () => ({ headers: {}, body: Buffer.from('{}') }),
});

describe('a server that other machines can reach', () => {
  const guarded = new DestinationPolicy({ isGuarded: true });

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'a link-local address'],
    ['http://169.254.0.1:8080/', 'a link-local address'],
    ['http://[fe80::1]/', 'a link-local address'],
    ['http://[febf::1]/', 'a link-local address'],
    ['http://127.0.0.1:4010/', 'a loopback address'],
    ['http://127.99.0.1/', 'a loopback address'],
    ['http://[::1]/', 'a loopback address'],
    ['http://2130706433/', 'a loopback address'],
    ['http://0x7f.1/', 'a loopback address'],
    ['http://0177.0.0.1/', 'a loopback address'],
    ['http://127.1/', 'a loopback address'],
    ['http://127.0.0.1./', 'a loopback address'],
    ['http://%31%32%37.0.0.1/', 'a loopback address'],
    ['http://①②⑦.⓪.⓪.①/', 'a loopback address'],
    ['http://[::ffff:127.0.0.1]/', 'a loopback address'],
    ['http://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'a link-local address'],
    ['http://[::ffff:10.0.0.1]/', 'an address of a private network'],
    ['http://2852039166/', 'a link-local address'],
    ['http://0251.0376.0251.0376/', 'a link-local address'],
    ['http://10.1.2.3/', 'an address of a private network'],
    ['http://172.31.255.255/', 'an address of a private network'],
    ['http://192.168.0.1/', 'an address of a private network'],
    ['http://100.64.0.1/', 'an address of a private network'],
    ['http://[fd00::1]/', 'an address of a private network'],
    ['http://[fec0::1]/', 'an address of a private network'],
    ['http://0/', 'a reserved address'],
    ['http://0.0.0.0:4010/', 'a reserved address'],
    ['http://[::]/', 'a reserved address'],
    ['http://[::127.0.0.1]/', 'a reserved address'],
    ['http://[64:ff9b::a9fe:a9fe]/', 'a reserved address'],
    ['http://[2002:7f00:1::]/', 'a reserved address'],
    ['http://224.0.0.1/', 'a reserved address'],
    ['http://255.255.255.255/', 'a reserved address'],
    ['http://user:word@169.254.169.254/', 'a link-local address'],
  ])('refuses %s as %s', (url, kind) => {
    expect(readDestination(url, guarded)).toEqual({ problem: expect.stringContaining(` is ${kind}; `) });
  });

  test('refuses the other addresses of its machine', () => {
    const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
    expect(all.length).toBeGreaterThan(0);
    for (const { address, family } of all) {
      const url = family === 'IPv6' ? `http://[${address}]/` : `http://${address}/`;
      expect(readDestination(url, guarded)).toHaveProperty('problem');
    }
  });

  test.each([
    'http://203.0.113.7/',
    'http://172.32.0.1/',
    'http://[2001:db8::1]/',
    'https://11.0.0.1:8443/x',
  ])('sends to %s', url => {
    expect(readDestination(url, guarded)).toMatchObject({ checkAddress: null });
  });

  test.each([
    ['http://10.1.2.3:4020/', ['10.0.0.0/8']],
    ['http://[::ffff:10.1.2.3]/', ['10.0.0.0/8']],
    ['http://[fd00::7]/', ['fd00::/8']],
    ['http://169.254.1.1:80/', ['169.254.1.1:80']],
    ['http://receiver:4020/', ['receiver']],
  ])('sends to %s if its operator allows %j', (url, allowHosts) => {
    const policy = new DestinationPolicy({ isGuarded: true, allowHosts });
    expect(readDestination(url, policy)).not.toHaveProperty('problem');
  });

  test.each([
    ['http://11.1.2.3/', ['10.0.0.0/8']],
    ['http://203.0.113.7/', ['10.0.0.0/8']],
    ['http://169.254.1.1:81/', ['169.254.1.1:80']],
    ['http://[fd00::7]/', ['10.0.0.0/8', 'receiver']],
  ])('does not send to %s if its operator allows only %j', (url, allowHosts) => {
    const policy = new DestinationPolicy({ isGuarded: true, allowHosts });
    expect(readDestination(url, policy)).toEqual({
      problem: expect.stringContaining(`is not among the allowed hosts (${allowHosts.join(', ')})`),
    });
  });

  test.each([
    [
      undefined,
      ['127.0.0.1'],
      /^ADDRESS_NOT_ALLOWED rebound\.example:\d+: it resolves to 127\.0\.0\.1, which is a loopback address; /,
    ],
    [undefined, ['::ffff:127.0.0.1'], /it resolves to ::ffff:127\.0\.0\.1, which is a loopback address; /],
    [undefined, ['203.0.113.7', '127.0.0.1'], /it resolves to 127\.0\.0\.1, which is a loopback address; /],
    [
      ['10.0.0.0/8'],
      ['127.0.0.1'],
      /it resolves to 127\.0\.0\.1, which is not among the allowed hosts \(10\.0\.0\.0\/8\)/,
    ],
    [['127.0.0.0/8'], ['127.0.0.1'], null],
    [['rebound.example'], ['127.0.0.1'], null],
  ])('checks what a name resolves to when it sends: %j %j', async (allowHosts, addresses, error) => {
    const receiver = await WebhookReceiver.start();
    const found = addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
    const policy = new DestinationPolicy({ isGuarded: true, ...(allowHosts ? { allowHosts } : {}) });
    const sender = new WebhookSender({ policy, lookUp: async () => found, clock: systemClock });
    const url = receiver.url.replace('127.0.0.1', 'rebound.example');
    const outcome = await sender.deliver(messageTo(url), 1_000);
    expect(outcome).toMatchObject(
      error
        ? { kind: 'unreachable', status: null, error: expect.stringMatching(error) }
        : { kind: 'acknowledged', error: null },
    );
    expect(receiver.deliveries.length).toBe(error ? 0 : 1);
    await sender.close();
    await receiver.close();
  });

  test('lets no key, snapshot, name or redirect reach its machine, and records why the attempt failed', async () => {
    const receiver = await WebhookReceiver.start();
    await using started = await startControlled({ ...SHARED, public_url: 'https://sandbox.example' });
    const { sandbox, control } = started;
    const key = { headers: { authorization: `Bearer ${sandbox.apiKey}` } };
    const mine = control.of('me');
    for (const url of [receiver.url, `http://169.254.169.254/`, `http://0.0.0.0:${sandbox.port}/`]) {
      const refused = await mine.refusal('setWebhook', { ...key, body: { url } });
      expect(refused.outcome).toBe('400 INVALID_REQUEST body.url');
      expect(refused.message).toContain('only if its operator allows it with --webhook-host');
    }
    await mine.call('takeSnapshot', { ...key, body: { name: 'then' } });
    const snapshot = await mine.call('exportSnapshot', { ...key, path: { name: 'then' } });
    const webhook = { url: receiver.url, secret: 'whsec_of_the_snapshot' };
    const body = { ...snapshot, state: { ...snapshot.state, webhook } };
    const edited = { ...key, path: { name: 'edited' } };
    await mine.call('importSnapshot', { ...edited, query: { force: 'true' }, body });
    await mine.call('restoreSnapshot', edited);
    await sandbox.api.order({ package_id: 1, address: RECIPIENT });
    await sandbox.quiet();
    const localhost = receiver.url.replace('127.0.0.1', 'localhost');
    await mine.call('setWebhook', { ...key, body: { url: localhost } });
    await sandbox.api.order({ package_id: 1, address: RECIPIENT });
    await sandbox.quiet();
    const { items } = await mine.call('listDeliveries', key);
    expect(items.map(({ outcome, error }) => [outcome, error])).toEqual([
      ['unreachable', expect.stringMatching(/^127\.0\.0\.1:\d+ is a loopback address; .* --webhook-host$/)],
      [
        'unreachable',
        expect.stringMatching(
          /^ADDRESS_NOT_ALLOWED localhost:\d+: it resolves to \S+, which is a loopback address; /,
        ),
      ],
    ]);
    expect(receiver.deliveries).toEqual([]);
    await receiver.close();
  });

  test('sends to the destination that its operator set, and to the receiver of its demo', async () => {
    const receiver = await WebhookReceiver.start();
    await using started = await startControlled({ ...SHARED, webhook_url: receiver.url, demo: true });
    const { sandbox, control } = started;
    await sandbox.api.order({ package_id: 1, address: RECIPIENT });
    await sandbox.quiet();
    expect(receiver.deliveries.length).toBe(1);
    const naive = await control.of('naive').call('getWebhook', ADMIN);
    expect(naive.url).toBe('sandbox:receiver');
    expect(
      (await control.of('naive').answer('setWebhook', { ...ADMIN, body: { url: naive.url } })).status,
    ).toBe(200);
    await receiver.close();
  });
});

test.each([
  '',
  'shop.example/x',
  'http://shop.example',
  '*.example',
  'shop example',
  '10.0.0.0/33',
  'shop.example:port',
])('a server does not start with %j as a webhook host', async host => {
  await expect(createSandbox({ webhook_hosts: [host] })).rejects.toThrow(
    `webhook_hosts: expected a host, a host with a port or a CIDR range, such as shop.example, 10.1.2.3:4020 or 10.0.0.0/8, got "${host}"`,
  );
});
