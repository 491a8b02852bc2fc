import { expect } from 'vitest';
import { DEMO_ACCOUNT } from '../../../src/server/sandbox-options.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled, test } from '../../support/control-api.ts';
import { IMPATIENT_HOST } from '../../support/impatient-host.ts';

const KEY = 'ersk_key_that_must_not_leak';
const ADMIN_TOKEN = 'admin-token-that-must-not-leak';
const SECRET = 'whsec_secret_that_must_not_leak';
const ORDER = { package_id: 1, address: RECIPIENT };

/** Each way in which clients send a key, including common mistakes. */
const HELD_OUT: Readonly<Record<string, string>>[] = [
  { authorization: `Bearer ${KEY}` },
  { authorization: `bearer   ${KEY}` },
  { authorization: KEY },
  { authorization: `${KEY} ${KEY}` },
  { authorization: `Token ${KEY}` },
  { authorization: `Bearer:${KEY}` },
  { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` },
  { 'proxy-authorization': `Bearer ${KEY}` },
  { 'x-api-key': KEY },
  { 'api-key': KEY },
  { 'x-auth-token': KEY },
  { cookie: `key=${KEY}; other=${KEY}` },
  { 'x-session-token': KEY },
  { referer: `http://user:${KEY}@shop.example/?id_token=${KEY}` },
  { 'x-admin-token': ADMIN_TOKEN },
  { authorization: `Bearer ${ADMIN_TOKEN}` },
];

/** The first occurrence of a string with its surroundings; empty if there is none. */
function whereIs(text: string, all: string): string {
  const at = all.indexOf(text);
  return at < 0 ? '' : all.slice(Math.max(0, at - 300), at + 60);
}

test('no response, journal, stream or error text contains a key, an admin token or a secret', async () => {
  const options = { apiKey: KEY, adminToken: ADMIN_TOKEN, webhookSecret: SECRET, hostClock: IMPATIENT_HOST };
  await using started = await startControlled(options);
  const { sandbox, control } = started;
  const receiver = await sandbox.receive();
  const admin = { headers: { 'x-admin-token': ADMIN_TOKEN } };
  const { api, baseUrl } = sandbox;

  const streamed: string[] = [];
  const ending = new AbortController();
  const stream = await fetch(`${baseUrl}/_sandbox/stream`, { ...admin, signal: ending.signal });
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream.body!) streamed.push(decoder.decode(chunk));
  })().catch(() => undefined);

  const answers: string[] = [];
  /** Responses with an account's settings, including its webhook secret. */
  const settings: string[] = [];
  for (const headers of HELD_OUT) {
    const holding = headers.authorization ? { key: null, headers } : { headers };
    for (const answer of [
      await api.order(ORDER, holding),
      await api.balance(holding),
      await api.call('GET', `/api/v1/balance?api_key=${KEY}&key=${KEY}`, holding),
      await api.call('GET', `/api/v1/quote/?package_id=1&access_token=${KEY}`, holding),
      await api.call('GET', `/api/v1/balance/?api%5Fkey=${KEY}&%73ecret=${KEY}&PassWord=${KEY}`, holding),
      await api.call(
        'GET',
        `/api/v1/balance/?x-api-key=${KEY}&refreshToken=${KEY}&api%255Fkey=${KEY}`,
        holding,
      ),
      await api.call(
        'GET',
        `/api/v1/balance/?a?token=${KEY}&next=http://x?key=${KEY}&pwd=${KEY}#&auth=${KEY}`,
        holding,
      ),
      await api.call('PUT', '/api/v1/order/', holding),
      await api.call('POST', '/api/v1/order/', { ...holding, body: '{' }),
    ]) {
      answers.push(JSON.stringify(answer.headers), answer.text);
    }
    for (const call of ['getInfo', 'listAccounts', 'getAccount'] as const) {
      settings.push(JSON.stringify(await control.answer(call, { headers })));
    }
  }
  await sandbox.settle();

  const orders = await control.call('listOrders', { ...admin, query: { limit: 1000 } });
  const requests = await control.call('listRequests', { ...admin, query: { limit: 1000 } });
  const unknownCallers = [...sandbox.core.unknownCallers.list()];
  expect(orders.items.length).toBeGreaterThan(3);
  expect(requests.items.length).toBeGreaterThan(20);
  expect(unknownCallers.length).toBeGreaterThan(10);
  for (const { id } of requests.items) {
    answers.push(JSON.stringify(await control.answer('getRequest', { ...admin, path: { request: id } })));
  }
  for (const call of [
    ...(['listRequests', 'listEvents', 'listDeliveries', 'listKeys', 'listLedger'] as const),
    ...(['listAssumptions', 'getActiveScenarios', 'getClock'] as const),
  ]) {
    answers.push(JSON.stringify(await control.answer(call, admin)));
  }
  const verified = await control.answer('verifyRequests', {
    ...admin,
    body: { match: { operation: 'createOrder' }, count: { exactly: 0 } },
  });
  expect(verified.status).toBe(200);
  answers.push(JSON.stringify(verified));
  for (const match of [
    ...['authorization', 'cookie', 'x-api-key', 'referer'].map(name => ({ headers: { [name]: 'other' } })),
    ...['api_key', 'key', 'pwd'].map(name => ({ query: { [name]: 'other' } })),
  ]) {
    const missed = await control.answer('verifyRequests', { ...admin, body: { match } });
    expect(missed.body).toMatchObject({ data: { ok: false } });
    answers.push(JSON.stringify(missed));
  }
  ending.abort();
  await reading;
  const all = [...answers, ...streamed, ...receiver.deliveries.map(one => JSON.stringify(one))].join('\n');
  expect(streamed.join('')).toContain('"kind":"request"');
  expect(whereIs(SECRET, all)).toBe('');
  for (const secret of [KEY, ADMIN_TOKEN]) expect(whereIs(secret, `${all}\n${settings.join('\n')}`)).toBe('');
});

test('the query of a redirect is redacted in the journal, but not in the redirect', async () => {
  await using started = await startControlled({ assumptions: { trailing_slash: 'redirect' } });
  const { sandbox, control } = started;
  const answer = await sandbox.api.call('GET', `/api/v1/balance?page=2&api%5Fkey=${KEY}`);
  expect(answer.headers.location).toBe(`/api/v1/balance/?page=2&api%5Fkey=${KEY}`);
  const [request] = (await control.call('listRequests')).items;
  const detail = await control.call('getRequest', { path: { request: request!.id } });
  expect(detail.url).toBe('/api/v1/balance?page=2&api%5Fkey=[redacted]');
  expect(detail.answer.headers).toMatchObject({ Location: '/api/v1/balance/?page=2&api%5Fkey=[redacted]' });
});

test('deliveries and accounts are shown without the secrets in webhook URLs and in redirects of receivers', async ({
  sandbox,
  control,
}) => {
  const receiver = await sandbox.receive();
  receiver.always({ redirectTo: `https://user:${KEY}@shop.example/in?access_token=${KEY}&page=2` });
  const url = `${receiver.url.replace('//', `//shop:${KEY}@`)}&client_secret=${KEY}&tenant=7`;
  await control.call('setWebhook', { body: { url } });
  await sandbox.api.order(ORDER);
  await sandbox.quiet();
  const { items } = await control.call('listDeliveries');
  expect(items[0]).toMatchObject({
    outcome: 'redirected',
    url: `${receiver.url.replace('//', '//[redacted]@')}&client_secret=[redacted]&tenant=7`,
    error: 'redirects are not followed: https://[redacted]@shop.example/in?access_token=[redacted]&page=2',
  });
  const shown = [items, await control.call('listEvents'), await control.call('listAccounts')];
  expect(whereIs(KEY, JSON.stringify(shown))).toBe('');
  expect((await control.call('getWebhook')).url).toBe(url);
});

test('a webhook URL that is sent back as it was shown keeps its secrets', async ({ control }) => {
  const url = `http://shop:${KEY}@127.0.0.1:9/in?token=${KEY}`;
  await control.call('setWebhook', { body: { url } });
  const shown = (await control.call('getAccount')).webhook;
  await control.call('setWebhook', { body: { url: shown.url, secret: 'whsec_another' } });
  expect(await control.call('getWebhook')).toEqual({ url, secret: 'whsec_another' });
});

test('an exported snapshot contains the webhook secret, which is needed to sign, but no key', async () => {
  await using started = await startControlled({ api_key: KEY, webhook_secret: SECRET });
  const { control } = started;
  await control.call('takeSnapshot', { body: { name: 'then' } });
  const text = JSON.stringify(await control.call('exportSnapshot', { path: { name: 'then' } }));
  expect(text).toContain(SECRET);
  expect(text).not.toContain(KEY);
});

test('pages that are served without the admin token contain no key', async () => {
  await using started = await startControlled({ api_key: KEY, admin_token: ADMIN_TOKEN });
  for (const path of ['/_sandbox/docs', '/_sandbox/docs/start.js', '/_sandbox/', '/healthz', '/readyz']) {
    const text = await (await fetch(started.sandbox.baseUrl + path)).text();
    expect(text, path).not.toContain(KEY);
    expect(text, path).not.toContain(ADMIN_TOKEN);
  }
  expect(started.sandbox.core.accounts.get(DEMO_ACCOUNT)).not.toBeNull();
});
