import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_ACTIVE_RULES } from '../../../src/core/engine/account-scenarios.ts';
import { MAX_COUNTERS } from '../../../src/core/scenario/choose-rule.ts';
import { MAX_PATTERN } from '../../../src/core/scenario/glob.ts';
import { MAX_VALUES } from '../../../src/core/scenario/value-schemas.ts';
import { MAX_PART_CHARACTERS, MAX_PART_VALUES } from '../../../src/host/snapshots/import-check.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { type Answer, MeasuredServer } from './measured-server.ts';

/** No call may block the event loop for longer. */
const LONGEST_BLOCK_MS = 50;
/** No import may block the event loop for longer, whatever it contains. */
const HOSTILE_BLOCK_MS = 20;
/** A block that the work itself causes occurs every time; a collection of garbage does not. */
const ROUNDS = 3;
/** What else happens on the machine only adds to a block, so further rounds show whether the work is too long. */
const MOST_ROUNDS = 10;
const ORDERS = 20_000;
const BULK = 50;

let server: MeasuredServer;
beforeAll(async () => {
  server = await MeasuredServer.start(['--clock', 'manual', '--balance', '1000000000']);
  await server.control('PATCH', '', { rate_limit_per_minute: 1_000_000_000 });
});
/** The figures of all tests, which are printed at the end. */
const figures: string[] = [];
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  console.info(figures.join('\n'));
});

/**
 * Makes the same call several times. Returns its last response and the shortest of the longest blocks.
 * @param prepare makes the call possible once more; it is not measured
 */
async function measured(
  call: () => Promise<Answer>,
  rounds = ROUNDS,
  prepare = async (): Promise<unknown> => undefined,
): Promise<Answer & { blockMs: number }> {
  const blocks: number[] = [];
  let answer: Answer | null = null;
  const isTooLong = (): boolean => Math.min(...blocks) >= LONGEST_BLOCK_MS;
  while (blocks.length < rounds || (rounds > 1 && blocks.length < MOST_ROUNDS && isTooLong())) {
    await prepare();
    await server.longestBlock();
    answer = await call();
    blocks.push(await server.longestBlock());
  }
  const rounded = blocks.map(ms => ms.toFixed(1)).join(' ');
  figures.push(`${rounded} ms: ${expect.getState().currentTestName}`);
  return { ...answer!, blockMs: Math.min(...blocks) };
}

const repeat = (count: number, textOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => textOf(index)).join('');

const many = <Item>(count: number, itemOf: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => itemOf(index));

const keysOf = (count: number): object => Object.fromEntries(many(count, index => [`key ${index}`, 1]));

const HEAD = 'name: x\nsummary: x\n';
const LONG_TEXT = 'x'.repeat(200_000);

/** Just below the limits, so that everything is checked, and far above them. */
const FILES: Readonly<Record<string, string>> = {
  '80,000 lists as keys': `${HEAD}requests: {${'[],'.repeat(80_000)}}`,
  '4,900 lists as keys': `${HEAD}requests: {${'[],'.repeat(4_900)}}`,
  '20,000 keys': HEAD + repeat(20_000, index => `k${index}: 1\n`),
  '3,700 keys': HEAD + repeat(3_700, index => `k${index}: 1\n`),
  '3,700 times the same key': HEAD + 'k: 1\n'.repeat(3_700),
  '7,400 empty keys': ':\n'.repeat(7_400),
  '50,000 documents': '---\n'.repeat(50_000),
  '100,000 comments': HEAD + '#\n'.repeat(100_000),
  '1,600 anchors with an alias each': `${HEAD}requests:\n${repeat(1_600, index => `- &a${index} 1\n- *a${index}\n`)}`,
  'aliases of aliases': `${HEAD}a: &a [1,1,1,1,1,1,1,1,1]\n${repeat(9, index => `${'bcdefghij'[index]}: &${'bcdefghij'[index]} [${`*${'abcdefghi'[index]},`.repeat(9)}]\n`)}`,
  '49 aliases of a text of 200 KB': `${HEAD}a: &a ${LONG_TEXT}\nb: [${'*a,'.repeat(49)}]`,
  'such aliases as a summary': `name: x\na: &a ${LONG_TEXT}\nsummary: [${'*a,'.repeat(49)}]`,
  'such aliases as operations': `${HEAD}a: &a ${LONG_TEXT}\nrequests: [{match: {operation: [${'*a,'.repeat(49)}]}}]`,
  'such aliases as patterns': `${HEAD}a: &a ${LONG_TEXT}\nrequests: [${'{match: {external_id: *a}},'.repeat(49)}]`,
  'such aliases as headers': `${HEAD}a: &a ${LONG_TEXT}\nrequests: [${'{reply: {headers: {X: *a}}},'.repeat(49)}]`,
  '49 aliases of a rule with a key of 200 KB': `${HEAD}a: &a {? ${LONG_TEXT} : 1}\nrequests: [${'*a,'.repeat(49)}]`,
  '20,000 nested lists': `${HEAD}requests: ${'['.repeat(20_000)}`,
  'a text of 240 KB': `${HEAD}x: "${'\\n'.repeat(240_000)}"`,
  '1,500 invalid rules': `${HEAD}requests:\n${'- {fault: x}\n'.repeat(1_500)}`,
  '4,500 unknown operations': `${HEAD}requests: [{match: {operation: [${'x,'.repeat(4_500)}]}}]`,
};

const inline = (fields: object): object => ({ name: 'x', summary: 'x', ...fields });

const INLINE: Readonly<Record<string, object>> = {
  'as many keys as values are allowed': inline(keysOf(MAX_VALUES - 10)),
  'as many unknown operations': inline({
    requests: [{ match: { operation: many(MAX_VALUES - 10, () => 'x') }, fault: 'empty-reply' }],
  }),
  'as many invalid headers': inline({ requests: [{ reply: { headers: keysOf(MAX_VALUES - 10) } }] }),
  'as many unknown settings': inline({ given: { assumptions: keysOf(MAX_VALUES - 10) } }),
  'as many unknown scopes': inline({ given: { key: { scopes: many(MAX_VALUES - 10, () => 'x') } } }),
  '200 rules with unknown keys': inline({ requests: many(200, () => ({ match: keysOf(20) })) }),
};

describe('checking a scenario does not block the event loop', () => {
  test.each(Object.entries(FILES))('as a file with %s', async (_, yaml) => {
    const answer = await measured(() => server.send('POST', '/_sandbox/scenarios/check', { yaml }));
    expect(answer).toMatchObject({ status: 200, body: { data: { valid: false } } });
    expect(answer.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  test.each(Object.entries(INLINE))('as JSON with %s', async (_, scenario) => {
    const answer = await measured(() => server.send('POST', '/_sandbox/scenarios/check', { scenario }));
    expect(answer).toMatchObject({ status: 200, body: { data: { valid: false } } });
    expect(answer.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  });
});

const LONG_ID = 'a'.repeat(60_000);
const order = (external_id: string): object => ({ package_id: 1, address: RECIPIENT, external_id });
/** Matches nothing, and only the end of a text shows it. */
const SLOW_PATTERN = `${'*a?'.repeat(MAX_PATTERN / 3 - 1)}b`;

describe('matching patterns does not block the event loop', () => {
  test('of an assertion, against a journal full of long external_ids', async () => {
    for (let index = 0; index < 140; index++) await server.send('POST', '/api/v1/order/', order(LONG_ID));
    const match = { external_id: SLOW_PATTERN, body: { external_id: SLOW_PATTERN } };
    const answer = await measured(() => server.control('POST', '/requests/verify', { match }));
    expect(answer).toMatchObject({ status: 200, body: { data: { ok: false, matched: 0 } } });
    expect(answer.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
    const listed = await measured(() => server.control('GET', '/requests?limit=1000'));
    expect(listed.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  test('of an assertion that is longer than a pattern may be: it is refused at once', async () => {
    const match = { external_id: `${'*a'.repeat(15_000)}b` };
    const answer = await measured(() => server.control('POST', '/requests/verify', { match }));
    expect(answer).toMatchObject({ status: 400, body: { path: 'body.match.external_id' } });
    expect(answer.body.message).toContain(`at most ${MAX_PATTERN}`);
    expect(answer.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  test('of 200 rules, against an order with a very long external_id and a bulk request', async () => {
    // The rules differ in their last characters, so that none covers another.
    const rules = many(200, index => ({
      match: { external_id: `${SLOW_PATTERN.slice(0, -4)}${1_000 + index}` },
      fault: 'empty-reply',
    }));
    const added = await server.control('POST', '/scenarios', {
      scenario: { name: 'patterns', summary: 'x', requests: rules },
    });
    expect(added.status).toBe(200);
    const single = await measured(() => server.send('POST', '/api/v1/order/', order(LONG_ID)));
    expect(single.status).toBe(422);
    expect(single.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
    const orders = many(BULK, index => order(`${'a'.repeat(110)}${index}`));
    const bulk = await measured(() => server.send('POST', '/api/v1/orders/bulk/', { orders }));
    expect(bulk.status).toBe(202);
    expect(bulk.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
    await server.control('DELETE', '/scenarios/patterns');
  });
});

/** As large as an import may be, or as a part of it may be. */
const HOSTILE: Readonly<Record<string, (state: Record<string, object[]>) => object>> = {
  'as many attempts of an event as a part may have': ({ events = [] }) => {
    const outcome = { kind: 'timeout', status: null, headers: {}, body: '', error: null, durationMs: 1 };
    const plan = {
      kind: 'resend',
      event: 0,
      corrupt: null,
      source: null,
      replay: null,
      beforeResponse: false,
    };
    const attempts = many(MAX_PART_VALUES / 20, ordinal => ({
      plan: { ...plan, ordinal },
      atMs: 0,
      url: '',
      outcome,
    }));
    return { events: events.map((event, index) => (index === 0 ? { ...event, attempts } : event)) };
  },
  'as many addresses as an account may have': () => ({ inactiveAddresses: many(10_000, () => RECIPIENT) }),
  'as many keys with as many ranges as an account may have': ({ keys = [] }) => ({
    keys: many(100, () => ({
      ...keys[0],
      digest: '0'.repeat(64),
      ipAllow: many(1_000, () => '10.0.0.0/8'),
    })),
  }),
  'as many characters as a part may have': () => ({
    scripted: { x: '\u2028'.repeat(MAX_PART_CHARACTERS / 2), y: '"'.repeat(MAX_PART_CHARACTERS / 4) },
  }),
  'a million rows of the ledger': ({ ledger = [] }) => ({ ledger: many(500_000, () => ledger[0]) }),
  '100,000 lifecycles': () => ({ lifecycles: many(100_000, () => ({ rule: 'x', source: 'x', steps: [] })) }),
  'as many counts as an account may have': () => ({
    counters: Object.fromEntries(
      many(MAX_COUNTERS, index => [`x${index}`, { matched: 1, applied: 1, drawn: 1 }]),
    ),
  }),
};

describe('the import of a hostile snapshot does not block the event loop', () => {
  test.each(Object.entries(HOSTILE))(
    'with %s',
    async (_, change) => {
      await server.send('POST', '/api/v1/order/', order('hostile'));
      await server.control('POST', '/snapshots', { name: 'base' });
      const { checksum: __, state, ...file } = (await server.control('GET', '/snapshots/base')).body.data;
      const text = JSON.stringify({ ...file, state: { ...state, ...change(state) } });
      expect(text.length).toBeLessThan(64 * 1024 * 1024);
      const { status, blockMs, body } = await measured(() =>
        server.control('PUT', '/snapshots/hostile', text),
      );
      expect([status, body.message]).toEqual([200, undefined]);
      const restored = await measured(() => server.control('POST', '/snapshots/hostile/restore'));
      expect([restored.status, restored.body.message]).toEqual([200, undefined]);
      await server.control('POST', '/reset');
      await server.control('DELETE', '/snapshots/hostile');
      expect(blockMs).toBeLessThan(HOSTILE_BLOCK_MS);
      expect(restored.blockMs).toBeLessThan(LONGEST_BLOCK_MS);
    },
    240_000,
  );
});

describe(`an account with ${ORDERS.toLocaleString('en')} orders does not block the event loop`, () => {
  beforeAll(async () => {
    for (let index = 0; index < ORDERS; index += BULK) {
      const orders = many(BULK, item => order(`order-${index + item}`));
      expect((await server.send('POST', '/api/v1/orders/bulk/', { orders })).status).toBe(202);
    }
  }, 240_000);

  /** In this order; each makes what the next one needs. */
  const CALLS: readonly (readonly [name: string, rounds: number, call: () => Promise<Answer>])[] = [
    ['when its orders are filtered', 3, () => server.control('GET', '/orders?external_id=*a*b?c*')],
    ['when its deliveries are listed', 3, () => server.control('GET', '/deliveries?limit=1000')],
    ['when its events are listed', 3, () => server.control('GET', '/events?event=order.failed')],
    [
      'when its webhooks are verified',
      3,
      () =>
        server.control('POST', '/webhooks/verify', { match: { external_id: '*a*b?c*', body: { id: 0 } } }),
    ],
    ['when a snapshot is taken', 3, () => server.control('POST', '/snapshots', { name: 'one' })],
    ['when a snapshot is exported', 3, () => server.control('GET', '/snapshots/one')],
    ['when a snapshot is restored', 3, () => server.control('POST', '/snapshots/one/restore')],
    ['when it is reset', 1, () => server.control('POST', '/reset')],
  ];

  test('when its clock advances', async () => {
    expect((await server.control('POST', '/snapshots', { name: 'placed' })).status).toBe(201);
    const { status, blockMs } = await measured(
      () => server.control('POST', '/clock/advance', { until: 'idle' }),
      ROUNDS,
      () => server.control('POST', '/snapshots/placed/restore'),
    );
    expect(status).toBe(200);
    expect(blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  }, 240_000);

  test.each(CALLS)(
    '%s',
    async (_, rounds, call) => {
      const { status, blockMs } = await measured(call, rounds);
      expect([200, 201]).toContain(status);
      expect(blockMs).toBeLessThan(LONGEST_BLOCK_MS);
    },
    240_000,
  );

  test('when a snapshot is imported', async () => {
    const exported = await server.control('GET', '/snapshots/one');
    const text = JSON.stringify(exported.body.data);
    expect(text.length).toBeGreaterThan(10_000_000);
    const { status, blockMs } = await measured(() => server.control('PUT', '/snapshots/two', text));
    expect(status).toBe(200);
    expect(blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  }, 240_000);

  test('when an account starts with many scenarios', async () => {
    const library = await server.send('GET', '/_sandbox/scenarios');
    const scenarios = library.body.data.items.map((one: { name: string }) => one.name).slice(0, 40);
    let index = 0;
    const { status, blockMs } = await measured(() =>
      server.send('POST', '/_sandbox/accounts', { name: `new-${index++}`, scenarios }),
    );
    expect(status).toBe(201);
    expect(scenarios.length).toBeLessThan(MAX_ACTIVE_RULES);
    expect(blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  test('when it is deleted', async () => {
    await server.control('POST', '/snapshots/one/restore');
    const { status, blockMs } = await measured(() => server.send('DELETE', '/_sandbox/accounts/demo'), 1);
    expect(status).toBe(200);
    expect(blockMs).toBeLessThan(LONGEST_BLOCK_MS);
  });
});
