import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  formatProblem,
  parseScenarioJson,
  parseScenarioYaml,
} from '../../../src/core/scenario/parse-scenario.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';

const HEAD = 'name: case\nsummary: A case.\n';
const FILE = 'my/case.yaml';

const read = (text: string): Scenario => {
  const loaded = parseScenarioYaml(text, FILE);
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return loaded.scenario;
};

const problemsIn = (text: string): string[] => {
  const loaded = parseScenarioYaml(text, FILE);
  return 'problems' in loaded ? loaded.problems.map(formatProblem) : [];
};

describe('a scenario file', () => {
  test('is read as it is written, with defaults and the places of its rules', () => {
    const text = `${HEAD}magic_address: TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK
given:
  balance_trx: 1.5
  discount_percent: 12.25
  rate_limit_per_minute: 60
  inactive_addresses: [TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK]
  assumptions: { custom_energy_enabled: false }
  prices: [{ package_id: 1, duration_minutes: 15, price_trx: null }, { package_id: 2, duration_minutes: 5, price_trx: 3 }]
  inactive_packages: [3]
  key: { expired: true, scopes: [quote], ip_allow: [10.0.0.0/8, '::1'] }
requests:
  - match: { operation: [getQuote, createOrder], external_id: "inv-*", package_id: 2, energy_amount: { min: 5 },
             nth: 2, probability: 0.5, order_age: { max: 10s }, item: { every: 2 }, repeat: true }
    times: 3
    per: external_id
    reply: { error: SERVICE_UNAVAILABLE, after: 2s, headers: { Retry-After: 7 } }
orders:
  - lifecycle:
      - { after: 3s, to: delegating }
      - { after: 1.5m, to: failed, refund: { after: 0s } }
webhooks:
  - match: { event: order.de*, attempt: { max: 2 } }
    deliver: { copies: 2, apart: 1s, after: 250ms, hold_until: order.failed, replay: order.review }
    corrupt: extra-field
  - match: { event: order.processing }
    deliver: { before_response: true }
`;
    const { requests, orders, webhooks, sources, ...head } = read(text);
    const written = parse(text);
    expect(head).toEqual({
      name: 'case',
      summary: 'A case.',
      magic_address: written.magic_address,
      given: written.given,
    });
    expect(requests).toEqual([{ ...written.requests[0], commit: false }]);
    expect(orders).toEqual([{ ...written.orders[0], match: {}, per: 'account' }]);
    expect(webhooks).toEqual(written.webhooks.map((rule: object) => ({ ...rule, per: 'account' })));
    expect(sources).toEqual({
      requests: ['my/case.yaml:14:5'],
      orders: ['my/case.yaml:20:5'],
      webhooks: ['my/case.yaml:24:5', 'my/case.yaml:27:5'],
    });
  });

  test('with only a name and a summary has no rules', () => {
    const none = { requests: [], orders: [], webhooks: [] };
    expect(read(HEAD)).toEqual({ name: 'case', summary: 'A case.', ...none, sources: none });
  });

  test('may contain aliases, a byte order mark and Windows line endings', () => {
    const text = `\uFEFF${HEAD}requests:\n  - match: { key: a }\n    reply: &down { error: NOT_FOUND }\n  - reply: *down\n`;
    expect(read(text.replaceAll('\n', '\r\n')).requests.map(rule => rule.reply?.error)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
  });

  test('may contain 50 aliases, also of one anchor', () => {
    const text = `${HEAD}requests:\n  - reply: { status: 418, body: [&x 1${', *x'.repeat(50)}] }\n`;
    expect(read(text).requests[0]?.reply?.body).toEqual(Array(51).fill(1));
  });

  test('contains only values that JSON preserves, so a snapshot restores it unchanged', () => {
    const scenario = read(
      `${HEAD}requests:\n  - reply: { status: 200, body: { a: [1, null, { b: "x" }] } }\n`,
    );
    expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
  });
});

describe('a problem names the line, what was expected, what was found and the nearest word', () => {
  const T = 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYF';
  const NOT_IN_FLOW = 'an order cannot go from';
  test.each([
    ['requests:\n  - mach: {}\n    fault: hang', '4:5: unknown key "mach"; did you mean "match"?'],
    [
      'colour: red',
      '3:1: unknown key "colour"; allowed here: name, summary, magic_address, given, requests, orders, webhooks',
    ],
    ['requests: {}', '3:11: expected a list, found the mapping {}'],
    [
      'orders:\n  - lifecycle: [{ after: 3s, to: failed, refund: true }]',
      '4:50: expected a mapping such as { after: 5s }, found true',
    ],
    ['requests:', '3:10: expected a list, found nothing'],
    [
      'requests:\n  - fault: hangs',
      '4:12: expected one of "connection-reset", "empty-reply", "hang", "truncated-json", "html-502", "slow-drip", found "hangs"; did you mean "hang"?',
    ],
    [
      'requests:\n  - reply: { error: NOTFOUND }',
      '4:21: expected one of 24 values, found "NOTFOUND"; did you mean "NOT_FOUND"?',
    ],
    [
      'requests:\n  - reply: { after: 3 sec }',
      '4:21: expected a duration such as 250ms, 3s, 5m, 1h or 2d, found "3 sec"',
    ],
    [
      'requests:\n  - reply: { after: 3 }',
      '4:21: expected a duration such as 250ms, 3s, 5m, 1h or 2d or a mapping, found the number 3',
    ],
    ['requests:\n  - reply: { after: 2h }', '4:21: expected a duration of at most 1h, found "2h"'],
    [
      'requests:\n  - reply: { status: 42 }',
      '4:22: expected a number that is at least 200, found the number 42',
    ],
    ['requests:\n  - reply: {}', '4:12: this mapping is empty; remove it or add a key'],
    ['requests:\n  - reply: { headers: { "a b": x } }', '4:25: expected a valid header name, found "a b"'],
    [
      'requests:\n  - reply: { headers: { A: "x\\ny" } }',
      '4:28: expected a string of printable characters, or a number, found "x\\ny"',
    ],
    [
      'requests:\n  - reply: { headers: { content-length: 3 } }',
      '4:25: expected a header other than content-length, transfer-encoding, connection, keep-alive, trailer, upgrade (use fault to break the connection), found "content-length"',
    ],
    [
      'requests:\n  - reply: { headers: { Trailer: X-Sum } }',
      '4:25: expected a header other than content-length, transfer-encoding, connection, keep-alive, trailer, upgrade (use fault to break the connection), found "Trailer"',
    ],
    [
      'requests:\n  - match: { operation: createOrder }',
      '4:5: this rule has no effect; add one of set, reply, fault',
    ],
    [
      'requests:\n  - { match: { operation: [getQuote, getQote] }, fault: hang }',
      '4:38: expected one of "getQuote", "createEstimate", "createOrder", "getOrderStatus", "getBalance", "createOrdersBulk", found "getQote"; did you mean "getQuote"?',
    ],
    [
      'requests:\n  - { match: { external_id: 17 }, fault: hang }',
      '4:29: expected a string, found the number 17; put it in quotes',
    ],
    [
      'requests:\n  - { match: { nth: 0 }, fault: hang }',
      '4:21: expected a number that is at least 1, found the number 0',
    ],
    [
      'requests:\n  - { match: { nth: often }, fault: hang }',
      '4:21: expected a number or a mapping, found "often"',
    ],
    [
      'requests:\n  - { match: { nth: { min: 3, max: 2 } }, fault: hang }',
      '4:21: expected a min that is not greater than max, found the mapping {"min":3,"max":2}',
    ],
    [
      'requests:\n  - { match: { nth: { mni: 3 } }, fault: hang }',
      '4:23: unknown key "mni"; did you mean "min"?',
    ],
    [
      'requests:\n  - { match: { order_age: { min: 3s, max: 2s } }, fault: hang }',
      '4:27: expected a min that is not greater than max, found the mapping {"min":"3s","max":"2s"}',
    ],
    [
      'requests:\n  - { match: { probability: 2 }, fault: hang }',
      '4:29: expected a number that is at most 1, found the number 2',
    ],
    [
      `requests:\n  - { match: { address: ${T}X }, fault: hang }`,
      `4:25: expected a TRON address with a valid checksum, or a glob that contains * or ?, found "${T}X"`,
    ],
    [
      `magic_address: ${T}X`,
      `3:16: expected a TRON address: 34 characters starting with T, with a valid checksum, found "${T}X"`,
    ],
    [
      'given: { balance_trx: 0.0000001 }',
      '3:23: expected an amount of TRX with at most six decimal places, found the number 1e-7',
    ],
    ['given: { balance_trx: -1 }', '3:23: expected a number that is at least 0, found the number -1'],
    ['given: { balance_trx: .nan }', '3:23: expected a number, found nothing'],
    [
      'given: { assumptions: { custom_energy_enabld: true } }',
      '3:25: unknown key "custom_energy_enabld"; did you mean "custom_energy_enabled"?',
    ],
    ['given: { assumptions: { custom_energy_enabled: maybe } }', '3:48: expected true or false, got "maybe"'],
    [
      'given: { assumptions: { custom_energy_max: 8, custom_energy_min: 9 } }',
      '3:66: custom_energy_min, 9, is greater than custom_energy_max, 8, so no custom amount is in range; lower the minimum or raise the maximum',
    ],
    [
      'given: { key: { ip_allow: [300.1.1.1] } }',
      '3:28: expected an IPv4 or IPv6 address, or a CIDR range of either, found "300.1.1.1"',
    ],
    [
      'given: { key: { scopes: [orders] } }',
      '3:26: expected one of "quote", "orders:create", "orders:read", "balance", found "orders"; did you mean "orders:read"?',
    ],
    ['orders:\n  - match: {}', '4:5: missing key "lifecycle"; expected a list'],
    [
      'orders:\n  - lifecycle: [{ after: 3s, to: delegated }]',
      `4:34: ${NOT_IN_FLOW} processing to delegated; from processing it can go to delegating, review or failed`,
    ],
    [
      'orders:\n  - lifecycle: [{ after: 3s, to: failed }, { after: 1s, to: review }]',
      `4:61: ${NOT_IN_FLOW} failed to review; failed is a final status`,
    ],
    [
      'orders:\n  - lifecycle: [{ after: 3s, to: processing }]',
      `4:34: ${NOT_IN_FLOW} processing to processing; from processing it can go to delegating, review or failed`,
    ],
    [
      'orders:\n  - lifecycle: [{ after: 3s, to: review, refund: { after: 1s } }]',
      '4:50: only a failed order can be refunded, but this step goes to review',
    ],
    [
      'orders:\n  - lifecycle: [{ after: rentl, to: review }]',
      '4:26: expected a duration such as 250ms, 3s, 5m, 1h or 2d, or rental, found "rentl"',
    ],
    [
      'webhooks:\n  - { match: { event: delegated }, deliver: { drop: true } }',
      '4:23: expected an event such as order.delegated, or a glob that matches one, found "delegated"; did you mean "order.delegated"?',
    ],
    [
      'webhooks:\n  - deliver: { drop: true, copies: 2 }',
      '4:22: drop cannot be combined with other delivery options or with corrupt; remove either drop or the others',
    ],
    [
      'webhooks:\n  - deliver: { apart: 2s }',
      '4:23: apart is the pause between copies; set copies to 2 or more',
    ],
    [
      'webhooks:\n  - { corrupt_copies: wrong-secret, deliver: { before_response: true } }',
      '4:23: without copies, corrupt_copies has no effect; set copies to 2 or more in deliver',
    ],
    [
      'webhooks:\n  - { corrupt_copies: wrong-secret, deliver: { copies: 2, after: 2s } }',
      '4:23: corrupt_copies can be combined with copies and before_response only; remove the other delivery options and corrupt',
    ],
    [
      'webhooks:\n  - { match: { event: order.failed }, deliver: { hold_until: order.failed } }',
      '4:62: order.failed cannot wait for or replay itself; name a different event',
    ],
    [
      'webhooks:\n  - match: { event: order.failed }',
      '4:5: this rule has no effect; add one of deliver, corrupt',
    ],
    [
      '__proto__: { name: x }',
      '3:1: unknown key "__proto__"; allowed here: name, summary, magic_address, given, requests, orders, webhooks',
    ],
  ])('%j', (text, expected) => {
    expect(problemsIn(`${HEAD}${text}\n`)).toEqual([`${FILE}:${expected}`]);
  });

  test.each([
    ['x'.repeat(100_000), `"${'x'.repeat(59)}…`],
    [['y'.repeat(100_000), 1], `the list ["${'y'.repeat(58)}…`],
    [Array.from({ length: 3_000 }, () => 1), `the list [${'1,'.repeat(29)}1…`],
    [{ a: [{ b: null }] }, 'the mapping {"a":[{"b":null}]}'],
  ])('a long value is shown by its beginning: %#', (magic_address, shown) => {
    const loaded = parseScenarioJson({ name: 'x', summary: 'x', magic_address });
    const [problem] = 'problems' in loaded ? loaded.problems : [];
    expect(problem?.message.split(', found ')[1]).toBe(shown);
  });

  test('all of them at once, in the order of the file', () => {
    const text =
      'name: case\nsumary: x\nwebhooks:\n  - corrupt: odd\nrequests:\n  - { times: 0, fault: hang }\n';
    expect(problemsIn(text).map(line => line.split(': ')[0])).toEqual([
      'my/case.yaml:1:1',
      'my/case.yaml:2:1',
      'my/case.yaml:4:14',
      'my/case.yaml:6:14',
    ]);
  });
});

describe('a file that is not a scenario is reported', () => {
  test.each([
    ['', '1:1: the file is empty; expected a scenario with name, summary and rules'],
    ['# nothing but a comment\n', '1:1: the file is empty; expected a scenario with name, summary and rules'],
    ['- name: case\n', '1:1: expected a mapping with name, summary and rules at the top level'],
    ['just text', '1:1: expected a mapping with name, summary and rules at the top level'],
    ['name: case\nname: other\n', '2:1: duplicate key; remove one of the two'],
    [`${HEAD}---\n${HEAD}`, '3:1: a second document starts here; put it in a file of its own'],
    [`name: other\nsummary: x\n`, '1:7: expected "case", the file name without its extension, found "other"'],
    [
      'name: Case 1\nsummary: x\n',
      '1:7: expected a name of lowercase letters, digits and single hyphens, found "Case 1"',
    ],
    [
      `${HEAD}orders: *nowhere\n`,
      '3:9: there is no anchor "&nowhere" before this alias; define it or correct the name',
    ],
    [
      `${HEAD}x: &x [1]\norders: [${'*x,'.repeat(60)}]`,
      '4:160: the file has more than 50 aliases; write some of the values out',
    ],
    [
      `${HEAD}x: &x [1]\ny: &y [2]\norders: [${'*x,'.repeat(25)}${'*y,'.repeat(26)}]`,
      '5:160: the file has more than 50 aliases; write some of the values out',
    ],
    [
      `${HEAD}given: &g { assumptions: *g }\n`,
      '3:26: an alias is used inside the value that it refers to; write the value out',
    ],
    [`${HEAD}orders: !!js/function x\n`, '3:9: Unresolved tag: tag:yaml.org,2002:js/function'],
    [`# ${'x'.repeat(300_000)}`, '1:1: the file is larger than 256 KiB; split the scenario'],
  ])('%#', (text, expected) => {
    expect(problemsIn(text)).toEqual([`${FILE}:${expected}`]);
  });

  test.each(['[', '{a: '])('endless nesting of %j is refused', bracket => {
    expect(problemsIn(`a: ${bracket.repeat(50_000)}`)[0]).toMatch(
      /: the file is nested too deeply; reduce the nesting$/,
    );
  });
});

test.each([
  [
    'webhooks:\n  - match: { attempt: 1 }\n   deliver: { copies: 2 }',
    '5:1: this line does not begin in the column',
  ],
  ['requests:\n  - match:\n      nth: 1\n     reply: {}', '6:1: this line does not begin in the column'],
  ['given: x\n  balance_trx: 1', '3:8: this key has a value on its line'],
  ['requests:\n\t- reply: {}', '4:1: a tab indents this line; use spaces'],
  ['requests', '3:1: a colon is missing'],
  [
    'webhooks:\n  - match: { attempt: "1" }\n    deliver: { copies: 2 }',
    '4:23: expected a number or a mapping, found "1"; remove the quotes',
  ],
])('%j is refused with how to correct it', (text, expected) => {
  expect(problemsIn(`name: a\nsummary: x\n${text}\n`)[0]).toContain(expected);
});

describe('an inline scenario', () => {
  test.each([
    [[], 'scenario: expected a mapping, found the list []'],
    ['review', 'scenario: expected a mapping, found "review"'],
    [null, 'scenario: expected a mapping, found nothing'],
    [{ name: 'x' }, 'scenario: missing key "summary"; expected a string'],
    [
      { name: 'x', summary: 'x', requests: [{ reply: { status: '503' } }] },
      'requests[0].reply.status: expected a number, found "503"; remove the quotes',
    ],
    [
      { name: 'x', summary: 'x', orders: [{ lifecycle: [{ after: '1s', to: 'completed' }] }] },
      'orders[0].lifecycle[0].to: an order cannot go from processing to completed; from processing it can go to delegating, review or failed',
    ],
  ])('%j is refused with a path', (value, expected) => {
    const loaded = parseScenarioJson(value);
    expect('problems' in loaded && loaded.problems.map(formatProblem)).toEqual([expected]);
  });
});
