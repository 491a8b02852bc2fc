import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { cli, type Outcome } from './support.ts';

let sandbox: TestSandbox;

/** Runs a command against the test's server. */
const ask = (...words: string[]): Promise<Outcome> =>
  cli(words, { environment: { ENERGY_SANDBOX_URL: sandbox.baseUrl } });

/** The parsed JSON output of a command. */
const askJson = async <T>(...words: string[]): Promise<T> =>
  JSON.parse((await ask(...words, '--json')).out) as T;

const order = (externalId: string): Promise<unknown> =>
  sandbox.api.order({ external_id: externalId, package_id: 1, address: RECIPIENT });

beforeEach(async () => {
  sandbox = await startTestSandbox({ webhooksAsDescribed: false });
});

afterEach(() => sandbox.close());

describe('advance', () => {
  it('prints what happened, in order, with virtual times', async () => {
    await sandbox.receive();
    await order('inv-1');
    const { code, out, err } = await ask('advance', '12s');
    expect(code).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map(line => line.replace(/ {2,}/g, ' | ')),
    ).toEqual([
      '2026-01-01 00:00:03 | order 1 | delegating | scenarios/happy-path.yaml:7:5',
      '2026-01-01 00:00:03 | order 1 | order.delegating → 204 | attempt 1',
      '2026-01-01 00:00:12 | order 1 | delegated | scenarios/happy-path.yaml:7:5',
      '2026-01-01 00:00:12 | order 1 | order.delegated → 204 | attempt 1',
    ]);
    expect(err).toBe('The clock is now at 2026-01-01 00:00:12.\n');
  });

  it('advances until an event of an order, whose name may be shortened', async () => {
    await order('inv-1');
    await order('inv-2');
    const { out } = await ask('advance', '--until', 'completed', '--order', '2');
    expect(out).toContain('order 2  completed');
    expect((await ask('clock')).out).toBe('2026-01-01 01:00:21 UTC  manual\n');
  });

  it('advances until an event of the order with an external_id', async () => {
    await order('inv-1');
    await order('inv-2');
    const { out } = await ask('advance', '--until', 'delegating', '--order', 'inv-2');
    expect(out).toContain('order 2  delegating');
  });

  it('advances to a time, and until nothing is due', async () => {
    await order('inv-1');
    await ask('advance', '--to', '2026-01-01T00:00:05Z');
    expect((await ask('clock')).out).toContain('00:00:05');
    await ask('advance', '--until', 'idle');
    expect(await ask('advance', '5m')).toMatchObject({
      out: '',
      err: expect.stringContaining('Nothing was due.'),
    });
  });

  it('prints everything that happened with --json', async () => {
    await order('inv-1');
    const { fired, fired_total } = await askJson<{ fired: object[]; fired_total: number }>('advance', '3s');
    expect(fired_total).toBe(fired.length);
    expect(fired).toContainEqual(
      expect.objectContaining({ kind: 'order', status: 'delegating', order_id: 1 }),
    );
  });

  it.each([
    ['no goal', [], 'give exactly one of by (a duration), to (an instant) and until'],
    ['two goals', ['1h', '--until', 'idle'], '--until: by and until are given together; give only one'],
    ['an invalid duration', ['soon'], 'duration: expected a duration such as'],
    ['an invalid time', ['--to', 'tomorrow'], '--to: expected an instant such as'],
    [
      'a date that does not exist',
      ['--to', '2026-02-30T00:00:00Z'],
      '"2026-02-30T00:00:00Z" is a date or time that',
    ],
    ['a time after 9999', ['--to', '9999-12-31T23:59:59-01:00'], 'is not in the years 1970 to 9999 (UTC)'],
    [
      'an order without an event',
      ['1h', '--order', '1'],
      '--order: order applies only to until with an event',
    ],
    [
      'an order of idle',
      ['--until', 'idle', '--order', '1'],
      '--order: order applies only to until with an event',
    ],
  ])('exits with 2 for %s', async (_what, words, message) => {
    const { code, err } = await ask('advance', ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('clock', () => {
  it('shows and sets the mode', async () => {
    expect((await ask('clock')).out).toBe('2026-01-01 00:00:00 UTC  manual\n');
    expect((await ask('clock', '60x')).out).toMatch(/ {2}60x\n$/);
    expect(await askJson('clock', 'manual')).toMatchObject({ mode: 'manual', speed: 0 });
  });
});

describe('orders and order', () => {
  it('lists the newest first, optionally with one status only', async () => {
    await order('inv-1');
    await ask('move', '1', 'review');
    await order('inv-2');
    const { out } = await ask('orders');
    expect(out.split('\n')[1]).toMatch(
      /^2 +processing +inv-2 +65,000 +60 min +3\.9 TRX +2026-01-01 00:00:00/,
    );
    expect((await askJson<{ id: number }[]>('orders', '--status', 'review')).map(({ id }) => id)).toEqual([
      1,
    ]);
  });

  it('says that there are none', async () => {
    expect(await ask('orders')).toEqual({ code: 0, out: '', err: 'Account demo has no matching orders.\n' });
  });

  it('shows an order with statuses, causes, webhooks and the next step', async () => {
    const receiver = await sandbox.receive();
    receiver.next(500);
    await order('inv-1');
    await ask('advance', '5s');
    const { out } = await ask('order', 'inv-1');
    const picture = out.replace(/-[0-9a-f]{12} /g, '-ID ').replace(/\d+ ms/g, 'N ms');
    expect(picture.slice(picture.indexOf('●'))).toBe(`● processing      2026-01-01 00:00:00                api
│   order-1-order.processing-ID  delivered
│     attempt 1  → 500  N ms
│     attempt 2  +5 s  → 204  N ms
● delegating      2026-01-01 00:00:03  +3 s          scenarios/happy-path.yaml:7:5
│   order-1-order.delegating-ID  delivered
│     attempt 1  → 204  N ms
○ delegated       2026-01-01 00:00:12  +9 s          due

Move it: energy-sandbox move 1 delegated|review|failed
`);
  });

  it('moves an order only along allowed transitions, with the given refund', async () => {
    await order('inv-1');
    expect((await ask('move', 'inv-1', 'failed', '--refund', '5s')).out).toContain('● failed');
    expect((await ask('advance', '5s')).out).toContain('refunded');
    const { code, err } = await ask('move', '1', 'review');
    expect(code).toBe(1);
    expect(err).toContain('order 1 cannot go from failed to review');
  });

  it('refunds a failed order', async () => {
    await order('inv-1');
    await ask('move', '1', 'failed');
    expect((await ask('refund', '1')).out).toBe('order 1: refunded 3.9 TRX at 2026-01-01 00:00:00\n');
    expect((await ask('balance')).out).toBe('1,000 TRX\n');
  });
});

describe('requests and request', () => {
  it('lists requests and why they were refused', async () => {
    await order('inv-1');
    await sandbox.api.order({ package_id: 1, address: 'nonsense' });
    const [first, why, second] = (await ask('requests')).out.split('\n');
    expect(first).toMatch(/req-2 +POST \/api\/v1\/order\/ +422 INVALID_TRON_ADDRESS$/);
    expect(why).toContain('"nonsense"');
    expect(second).toMatch(/req-1 +POST \/api\/v1\/order\/ +202 +order 1$/);
    const refused = await askJson<{ id: string }[]>('requests', '--status', '422');
    expect(refused.map(({ id }) => id)).toEqual(['req-2']);
  });

  it('shows a request with headers, body, response and reason, but not the key', async () => {
    await sandbox.api.order({ package_id: 1, address: 'nonsense\u001b[2J' });
    const { out } = await ask('request', 'req-1');
    expect(out).toContain('[redacted]');
    expect(out).not.toContain(sandbox.apiKey);
    expect(out).not.toContain('\u001b');
    expect(out).toContain('"error": "INVALID_TRON_ADDRESS"');
    expect(out).toMatch(/^why +/m);
    expect(await ask('request', 'req-99')).toMatchObject({ code: 1 });
  });
});

describe('webhooks', () => {
  it('triggers an event and prints the response to its webhook', async () => {
    await sandbox.receive();
    const { code, out } = await ask('trigger', 'failed', '--refund', 'now', '--external-id', 'inv-1');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^order 1 {2}order-1-order\.failed-[0-9a-f]{12} {2}delivered\n {2}attempt 1 {2}→ 204 /,
    );
  });

  it('says how to set a missing destination', async () => {
    const { out, err } = await ask('trigger', 'order.processing');
    expect(out).toContain('unsent');
    expect(err).toContain('set one with: energy-sandbox webhook http://…');
  });

  it('sends an event again, optionally corrupted', async () => {
    const receiver = await sandbox.receive();
    await ask('trigger', 'order.processing');
    const [event] = await askJson<{ event_id: string }[]>('events', '--order', '1');
    expect((await ask('resend', event!.event_id)).out).toContain('resend  → 204');
    const wrong = await ask('resend', event!.event_id, '--corrupt', 'missing-prefix');
    expect(wrong.out).toContain('missing-prefix');
    expect(receiver.deliveries.at(-1)!.headers['x-webhook-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect((await ask('resend', event!.event_id, '--corrupt', 'mising-prefix')).err).toContain(
      'did you mean "missing-prefix"?',
    );
  });

  it('sets the destination', async () => {
    expect((await ask('webhook', 'http://127.0.0.1:9/')).out).toMatch(
      /^http:\/\/127\.0\.0\.1:9\/ {2}secret whsec/,
    );
    expect(await askJson('webhook', 'none', '--secret', 'other')).toEqual({ url: null, secret: 'other' });
    expect((await ask('webhook')).out).toBe('none  secret other\n');
    expect(await ask('webhook', 'localhost')).toMatchObject({ code: 2 });
  });

  it('calls an event retrying after a failed attempt, and says when the service gave up', async () => {
    const receiver = await sandbox.receive();
    receiver.always(500);
    await order('inv-1');
    await sandbox.quiet();
    expect((await ask('events')).out).toMatch(/order\.processing-[0-9a-f]{12} {2}retrying, 2 of 9 {2}1\n$/);
    const { out } = await ask('order', '1');
    expect(out).toMatch(/order\.processing-[0-9a-f]{12} {2}retrying\n/);
    expect(out).toContain('attempt 2 of 9 is due at 2026-01-01 00:00:05');
    await sandbox.settle();
    expect((await ask('events', '--state', 'exhausted', '--limit', '1')).out).toMatch(/ {2}gave up {2}9\n/);
    expect((await ask('order', '1')).out).toMatch(/ {2}gave up\n/);
  });

  it('lists events in one state', async () => {
    await ask('trigger', 'order.delegating');
    const { out } = await ask('events', '--state', 'unsent', '--event', 'delegating');
    expect(out).toMatch(/order-1-order\.delegating-[0-9a-f]{12} {2}unsent {2}0\n$/);
  });
});

describe('filters by external_id', () => {
  it('select the events and the requests of the orders that match', async () => {
    await order('inv-1');
    await order('other-1');
    const events = await askJson<{ readonly order_id: number }[]>('events', '--external-id', 'inv-*');
    expect(events.map(({ order_id }) => order_id)).toEqual([1]);
    const requests = await askJson<{ readonly orders: number[] }[]>('requests', '--external-id', 'inv-?');
    expect(requests.map(({ orders }) => orders)).toEqual([[1]]);
  });
});

describe('the table of requests', () => {
  it('shows how a request deviates from the specification although it succeeded', async () => {
    await sandbox.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT, colour: 'red' });
    const { out } = await ask('requests');
    expect(out).toMatch(/^ {21}violation: .*colour/m);
  });

  it('does not repeat a violation that is the reason for the response', async () => {
    await sandbox.api.order({ external_id: 'inv-1', package_id: 'one', address: RECIPIENT });
    const { out } = await ask('requests');
    expect(out.split('\n').filter(line => line.includes('package_id'))).toHaveLength(1);
  });
});

describe('order --diagram', () => {
  beforeEach(async () => {
    await sandbox.receive();
    await order('inv-1');
    await sandbox.advance(3_000);
  });

  it('prints Mermaid for bug reports, and SVG for a file', async () => {
    const mermaid = await ask('order', '1', '--diagram=mermaid');
    expect(mermaid.out).toMatch(/^sequenceDiagram\n {4}title Order 1, inv-1, 2026-01-01 UTC\n/);
    expect(mermaid.out).toContain('    S->>R: order.processing\n');
    const svg = await ask('order', '1', '--diagram=svg');
    expect(svg.out).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*<\/svg>\n$/);
  });

  it('names the formats if an unknown one or none is given, and is not combined with --json', async () => {
    const unknown = await ask('order', '1', '--diagram=mermade');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      'energy-sandbox: --diagram: unknown format "mermade"; did you mean "mermaid"?\n',
    ]);
    const none = await ask('order', '1', '--diagram');
    expect([none.code, none.err]).toEqual([
      2,
      'energy-sandbox: --diagram: name a format: --diagram=mermaid for an issue, or --diagram=svg for a file; without the flag, the timeline is printed\n',
    ]);
    const both = await ask('order', '1', '--diagram=mermaid', '--json');
    expect(both.code).toBe(2);
    expect(both.err).toContain('--json');
  });
});

describe('wallet', () => {
  it('prints what an address has on the chain, and the orders that delegate to it', async () => {
    await order('inv-1');
    await ask('advance', '12s');
    const { code, out } = await ask('wallet', RECIPIENT);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^TRX +100 TRX\nUSDT +[\d,.]+ USDT\nEnergy +65,000 of 65,000 left\nbandwidth +600 of 600 left\n/,
    );
    expect(out).toMatch(/1 +inv-1 +65,000 +2026-01-01 00:00:12/);
  });
});
