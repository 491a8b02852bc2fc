import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { LogicalHost } from '../../support/held-timeouts.ts';
import { Reader } from './stream-reader.ts';
import { startControlled } from './support.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const DEMO = '/_sandbox/accounts/demo/stream';
const ALL = '/_sandbox/stream';

const found = (reader: Reader) =>
  reader.heard.filter(({ event }) => event === 'finding').map(({ data }) => data);
const rules = (reader: Reader) => found(reader).map(({ rule }) => rule);

describe('a finding', () => {
  test('is sent on the streams of its account and of all accounts when it is reported', async () => {
    await using started = await startControlled();
    const { sandbox } = started;
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

  test('of a request without a known key is sent on the stream of all accounts', async () => {
    await using started = await startControlled();
    const { sandbox } = started;
    const reader = await Reader.open(sandbox.baseUrl, ALL);
    for (let times = 0; times < 3; times++) await sandbox.api.as('nobody').balance();
    expect((await reader.until('finding')).data).toMatchObject({ account: null, rule: 'refusal-repeated' });
    reader.response.destroy();
  });

  test('is not sent if it was reported before the stream was opened', async () => {
    await using started = await startControlled();
    const { sandbox } = started;
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

  test('about what has not happened is sent only once it has not happened for ten minutes', async () => {
    await using started = await startControlled();
    const { sandbox } = started;
    const { core } = sandbox;
    core.runner.execute(sandbox.account, 'setScenarios', {
      scenarios: [core.library.get('response-lost')!],
    });
    const reader = await Reader.open(sandbox.baseUrl, DEMO);
    await sandbox.api.order({ ...ORDER, external_id: 'a' }).catch(() => null);
    await sandbox.advance(9 * 60_000);
    await sandbox.api.balance().catch(() => null);
    expect(rules(reader)).not.toContain('never-confirmed');
    await sandbox.settle();
    while (!rules(reader).includes('never-confirmed')) await reader.next();
    reader.response.destroy();
  });

  test('that a deletion makes final is sent before the stream of the account ends', async () => {
    await using started = await startControlled();
    const { sandbox } = started;
    const shop = sandbox.openAccount({ name: 'shop' });
    const reader = await Reader.open(sandbox.baseUrl, '/_sandbox/accounts/shop/stream');
    const lost = { headers: { 'x-sandbox-scenario': 'response-lost' } };
    await shop.api.order({ ...ORDER, external_id: 'a' }, lost).catch(() => null);
    await started.control.of('shop').call('deleteAccount');
    await reader.ended;
    expect(rules(reader)).toEqual(['never-confirmed']);
  });
});

describe('the list of findings', () => {
  test('leaves out rules, and refuses ids that no rule has', async () => {
    await using started = await startControlled();
    const { sandbox, control } = started;
    await sandbox.api.order(ORDER);
    const listed = async (query: Record<string, string>) =>
      (await control.call('listFindings', { query: { final: 'true', ...query } })).items.map(
        ({ rule }) => rule,
      );
    expect(await listed({ except: 'paid-twice' })).toEqual(['order-without-external-id']);
    expect(await listed({ except: 'paid-twice,order-without-external-id' })).toEqual([]);
    for (const [name, value] of [
      ['rule', 'paid-twise'],
      ['except', 'unused-scope,paid-twise'],
    ] as const) {
      expect(await control.refusal('listFindings', { query: { [name]: value } })).toEqual({
        outcome: `400 INVALID_REQUEST query.${name}`,
        message: `query.${name}: there is no rule "paid-twise"; did you mean "paid-twice"?`,
      });
    }
  });
});
