import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { Feed, STORED_MESSAGES } from '../../../src/host/live-feed.ts';
import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';
import { LiveStreams } from '../../../src/server/control/live-streams.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled, test } from '../../support/control-api.ts';
import { LogicalHost } from '../../support/held-timeouts.ts';
import { httpServer } from '../../support/http-server.ts';
import { SimulatedHost } from '../../system/integrators/simulated-host.ts';
import { Reader } from './stream-reader.ts';

const ORDER = { package_id: 1, address: RECIPIENT };

const DEMO = '/_sandbox/accounts/demo/stream';

describe('a feed', () => {
  const filled = (count: number): Feed => {
    const feed = new Feed();
    for (let index = 0; index < count; index++) feed.publish('order', { index });
    return feed;
  };

  test('returns the messages after an id, in order', () => {
    const { messages, lost } = filled(5).since(2);
    expect([messages.map(({ id }) => id), lost]).toEqual([[3, 4, 5], 0]);
  });

  test('reports how many messages were lost when it no longer keeps them', () => {
    const { messages, lost } = filled(STORED_MESSAGES + 10).since(3);
    expect([messages[0]?.id, messages.length, lost]).toEqual([11, STORED_MESSAGES, 7]);
  });

  test('reports an unknown number lost for an id that it did not assign', () => {
    expect(filled(5).since(6)).toEqual({ messages: [], lost: null });
  });
});

describe('a stream', () => {
  test('reports requests and happenings of its account as they occur, with ascending ids', async ({
    sandbox,
    control,
  }) => {
    const reader = await Reader.open(sandbox.baseUrl, DEMO);
    expect(reader.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const other = sandbox.openAccount();
    await other.api.order(ORDER);
    await sandbox.api.order(ORDER);
    await control.call('advanceClock', { body: { until: 'order.delegating' } });
    await control.call('setBalance', { body: { balance_trx: 1 } });
    await control.call('changeAccount', { body: { discount_percent: 1 } });
    while (!reader.heard.some(({ data }) => data.change === 'changed')) await reader.next();
    expect(reader.heard.map(({ id }) => Number(id))).toEqual(reader.heard.map((_one, index) => index + 1));
    expect(new Set(reader.heard.map(({ data }) => data.account))).toEqual(new Set(['demo']));
    expect(reader.heard.filter(({ event }) => event === 'order').map(({ data }) => data.status)).toEqual([
      'processing',
      'delegating',
    ]);
    expect(await reader.until('request')).toMatchObject({
      data: { operation: 'createOrder', status: 202, orders: [1] },
    });
    reader.response.destroy();
  });

  test('of all accounts reports each of them, and requests without a known key', async ({ sandbox }) => {
    const reader = await Reader.open(sandbox.baseUrl, '/_sandbox/stream');
    const other = sandbox.openAccount({ name: 'other' });
    await sandbox.api.as('nobody').balance();
    await other.api.order(ORDER);
    await reader.until('order');
    const accounts = reader.heard.map(({ data }) => data.account);
    expect(accounts).toContain('other');
    expect(accounts).toContain(null);
    reader.response.destroy();
  });

  test('continues after the last id, and reports a gap that it cannot fill', async ({ sandbox }) => {
    const first = await Reader.open(sandbox.baseUrl, DEMO);
    await sandbox.api.order(ORDER);
    await first.until('finding');
    const [second, ...others] = first.heard.slice(1);
    first.response.destroy();
    const again = await Reader.open(sandbox.baseUrl, DEMO, { 'Last-Event-ID': second!.id! });
    await again.until('finding');
    expect(again.heard).toEqual(others);
    again.response.destroy();
    const byQuery = await Reader.open(sandbox.baseUrl, `${DEMO}?last_event_id=${second!.id}`);
    await byQuery.until('finding');
    expect(byQuery.heard).toEqual(others);
    byQuery.response.destroy();
    const stranger = await Reader.open(sandbox.baseUrl, DEMO, { 'Last-Event-ID': 'x' });
    expect((await stranger.until('gap')).data).toEqual({ lost: null });
    stranger.response.destroy();
  });

  test('ends when its account is deleted', async ({ sandbox, control }) => {
    await control.call('createAccount', { body: { name: 'x' } });
    const reader = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/x/stream');
    await control.of('x').call('deleteAccount');
    await reader.ended;
    expect(reader.response.complete).toBe(true);
  });

  test('ends when the key with which it was opened is revoked, and tells that key nothing more', async ({
    sandbox,
    control,
  }) => {
    const { api_key, key } = await control.call('createKey');
    const bearer = { authorization: `Bearer ${api_key}` };
    const ofKey = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/me/stream', bearer);
    const byName = await Reader.open(sandbox.baseUrl, DEMO);
    await control.call('revokeKey', { path: { key: key.id } });
    await ofKey.ended;
    expect([ofKey.response.complete, ofKey.heard]).toEqual([true, []]);
    await sandbox.api.order(ORDER);
    await byName.until('order');
    byName.response.destroy();
    const again = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/me/stream', bearer);
    expect(again.response.statusCode).toBe(401);
  });

  test('ends when the key with which it was opened has expired, before it tells what happened since', async ({
    sandbox,
    control,
  }) => {
    const { api_key } = await control.call('createKey', { body: { expires_at: '2026-01-01T01:00:00Z' } });
    const bearer = { authorization: `Bearer ${api_key}` };
    const reader = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/me/stream', bearer);
    await sandbox.api.order(ORDER);
    await reader.until('order');
    await control.call('advanceClock', { body: { to: '2026-01-01T01:00:00Z' } });
    await sandbox.api.order({ ...ORDER, external_id: 'afterwards' });
    await reader.ended;
    expect(reader.response.complete).toBe(true);
    expect(JSON.stringify(reader.heard)).not.toContain('afterwards');
  });

  test('of a key that has expired ends with the next heartbeat if nothing happens', async () => {
    const host = new SimulatedHost();
    await using started = await startControlled({ hostClock: host, clock: 'real' });
    const { sandbox, control } = started;
    const { api_key } = await control.call('createKey', { body: { expires_at: '2031-01-01T00:00:10Z' } });
    const bearer = { authorization: `Bearer ${api_key}` };
    const reader = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/me/stream', bearer);
    await host.isAwaited(15_000);
    host.pass(15_000);
    await reader.ended;
    expect(reader.heard).toEqual([]);
  });

  test('does not keep the server from closing', async () => {
    const started = await startControlled();
    const reader = await Reader.open(started.sandbox.baseUrl, DEMO);
    await started[Symbol.asyncDispose]();
    await reader.ended;
    expect(reader.response.complete).toBe(true);
  });
});

/** A server that responds to every request with a feed. */
async function serveFeed(feed: Feed, clock: HostClock): Promise<AsyncDisposable & { readonly url: string }> {
  const streams = new LiveStreams(clock);
  const { url, close } = await httpServer((request, response) =>
    streams.open(request, response, feed, () => undefined),
  );
  return {
    url,
    [Symbol.asyncDispose]: () => {
      streams.end();
      return close();
    },
  };
}

describe('a client of a stream', () => {
  test('that reads too slowly is disconnected, with a notice', async () => {
    const feed = new Feed();
    await using served = await serveFeed(feed, systemClock);
    const request = get(served.url, { agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const pad = 'x'.repeat(100_000);
    for (let round = 0; round < 200; round++) {
      feed.publish('order', { pad });
      await setImmediate();
    }
    const reader = new Reader(response);
    expect((await reader.until('dropped')).data).toMatchObject({ reason: 'the client reads too slowly' });
    await reader.ended;
    expect(reader.heard.length).toBeLessThan(200);
    expect(reader.heard.at(-1)?.event).toBe('dropped');
  });

  test('gets a heartbeat every 15 s', async () => {
    const waits: { readonly afterMs: number; readonly ring: () => void }[] = [];
    const clock: HostClock = {
      ...systemClock,
      wake: (afterMs, ring) => {
        waits.push({ afterMs, ring });
        return () => undefined;
      },
    };
    await using served = await serveFeed(new Feed(), clock);
    const request = get(served.url, { agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    expect(waits.map(({ afterMs }) => afterMs)).toEqual([15_000]);
    waits[0]!.ring();
    while (!text.includes(': still here\n\n')) await once(response, 'data');
    expect(waits.map(({ afterMs }) => afterMs)).toEqual([15_000, 15_000]);
    response.destroy();
  });
});

const ALL = '/_sandbox/stream';

const found = (reader: Reader) =>
  reader.heard.filter(({ event }) => event === 'finding').map(({ data }) => data);
const rules = (reader: Reader) => found(reader).map(({ rule }) => rule);

describe('a finding', () => {
  test('is sent on the streams of its account and of all accounts when it is reported', async ({
    sandbox,
  }) => {
    const [own, all] = await Promise.all([DEMO, ALL].map(path => Reader.open(sandbox.baseUrl, path)));
    await sandbox.api.order(ORDER);
    const expected = {
      kind: 'finding',
      account: 'demo',
      rule: 'order-without-external-id',
      severity: 'warning',
      orders: [1],
      count: 1,
    };
    expect((await own!.until('finding')).data).toMatchObject(expected);
    expect((await all!.until('finding')).data).toMatchObject(expected);
    own!.response.destroy();
    all!.response.destroy();
  });

  test('of a request without a known key is sent on the stream of all accounts', async ({ sandbox }) => {
    const reader = await Reader.open(sandbox.baseUrl, ALL);
    for (let times = 0; times < 3; times++) await sandbox.api.as('nobody').balance();
    expect((await reader.until('finding')).data).toMatchObject({ account: null, rule: 'refusal-ignored' });
    reader.response.destroy();
  });

  test('is not sent if it was reported before the stream was opened', async ({ sandbox }) => {
    await sandbox.api.order(ORDER);
    const reader = await Reader.open(sandbox.baseUrl, DEMO);
    await sandbox.api.balance();
    await reader.until('request');
    expect(found(reader)).toEqual([]);
    reader.response.destroy();
  });

  test('is sent again each time its count has doubled', async () => {
    await using started = await startControlled({ hostClock: new LogicalHost() });
    const { sandbox } = started;
    const reader = await Reader.open(sandbox.baseUrl, DEMO);
    await sandbox.api.order({ ...ORDER, external_id: 'a' });
    const polls = 210;
    for (let times = 0; times < polls; times++) await sandbox.api.status({ external_id: 'a' });
    await sandbox.api.balance();
    while (!reader.heard.some(({ data }) => data.operation === 'getBalance')) await reader.next();
    const counts = found(reader)
      .filter(({ rule }) => rule === 'polled-too-often')
      .map(({ count }) => Number(count));
    expect(counts).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    reader.response.destroy();
  });

  test('about what has not happened is sent only once it has not happened for ten minutes', async ({
    sandbox,
  }) => {
    const { core } = sandbox;
    core.runner.execute(sandbox.account, 'setScenarios', {
      scenarios: [core.library.get('response-lost')!],
    });
    const reader = await Reader.open(sandbox.baseUrl, DEMO);
    await sandbox.api.order({ ...ORDER, external_id: 'a' }).catch(() => null);
    await sandbox.advance(9 * 60_000);
    await sandbox.api.balance().catch(() => null);
    expect(rules(reader)).not.toContain('order-abandoned');
    await sandbox.settle();
    while (!rules(reader).includes('order-abandoned')) await reader.next();
    reader.response.destroy();
  });

  test('that a deletion makes final is sent before the stream of the account ends', async ({
    sandbox,
    control,
  }) => {
    const shop = sandbox.openAccount({ name: 'shop' });
    const reader = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/shop/stream');
    const lost = { headers: { 'x-sandbox-scenario': 'response-lost' } };
    await shop.api.order({ ...ORDER, external_id: 'a' }, lost).catch(() => null);
    await control.of('shop').call('deleteAccount');
    await reader.ended;
    expect(rules(reader)).toEqual(['order-abandoned']);
  });
});

describe('the list of findings', () => {
  test('leaves out rules, and refuses ids that no rule has', async ({ sandbox, control }) => {
    await sandbox.api.order(ORDER);
    const listed = async (query: Record<string, string>) =>
      (await control.call('listFindings', { query: { final: 'true', ...query } })).items.map(
        ({ rule }) => rule,
      );
    expect(await listed({ except: 'paid-twice' })).toEqual(['order-without-external-id']);
    expect(await listed({ except: 'paid-twice,order-without-external-id' })).toEqual([]);
    for (const [name, value] of [
      ['rule', 'paid-twise'],
      ['except', 'hung-up-early,paid-twise'],
    ] as const) {
      expect(await control.refusal('listFindings', { query: { [name]: value } })).toEqual({
        outcome: `400 INVALID_REQUEST query.${name}`,
        message: `query.${name}: there is no rule "paid-twise"; did you mean "paid-twice"?`,
      });
    }
  });
});
