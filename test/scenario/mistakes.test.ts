import { describe, expect, it } from 'vitest';
import { type Loaded, parseScenarioJson, parseScenarioYaml } from '../../src/scenario/parse-scenario.ts';

const scenario = (rules: object): object => ({ name: 'mine', summary: 'Mine.', ...rules });

const errorsOf = (loaded: Loaded): readonly string[] =>
  'problems' in loaded ? loaded.problems.map(({ where, message }) => `${where}: ${message}`) : [];
const warningsOf = (loaded: Loaded): readonly string[] =>
  'scenario' in loaded ? loaded.warnings.map(({ where, message }) => `${where}: ${message}`) : ['refused'];

const errors = (rules: object): readonly string[] => errorsOf(parseScenarioJson(scenario(rules)));
const warnings = (rules: object): readonly string[] => warningsOf(parseScenarioJson(scenario(rules)));

const hold = (event: string, until: string, match: object = {}, rule: object = {}): object => ({
  match: { event: `order.${event}`, ...match },
  deliver: { hold_until: `order.${until}` },
  ...rule,
});
const refused = { reply: { error: 'SERVICE_UNAVAILABLE' } };
const endsAt = (...statuses: string[]): object => ({
  lifecycle: statuses.map(to => ({ after: '1s', to })),
});

describe('rules that are never reached', () => {
  it.each([
    ['a match-all', [refused, { match: { operation: 'getBalance' }, ...refused }]],
    [
      'the same match',
      [
        { match: { key: 'a' }, ...refused },
        { match: { key: 'a' }, times: 1, ...refused },
      ],
    ],
    [
      'a wider glob',
      [
        { match: { external_id: 'x*' }, ...refused },
        { match: { external_id: 'xy?' }, ...refused },
      ],
    ],
    [
      'a wider range',
      [
        { match: { package_id: { max: 5 } }, ...refused },
        { match: { package_id: { min: 2, max: 4 } }, ...refused },
      ],
    ],
    [
      'more operations',
      [
        { match: { operation: ['getQuote', 'getBalance'] }, ...refused },
        { match: { operation: 'getBalance' }, ...refused },
      ],
    ],
    [
      'a probability of 1',
      [
        { match: { probability: 1 }, ...refused },
        { match: { key: 'a' }, ...refused },
      ],
    ],
    [
      'nth from 1 on',
      [
        { match: { nth: { min: 1 } }, ...refused },
        { match: { key: 'a' }, ...refused },
      ],
    ],
  ])('are refused behind %s', (_what, requests) => {
    expect(errors({ requests })).toEqual([
      'requests[1]: this rule is never reached: every request that it matches is taken by requests[0], which applies first; move this rule above, or narrow the match of the other',
    ]);
  });

  it('are refused behind several rules that take everything together', () => {
    const [message] = errors({
      requests: [
        { match: { operation: 'getQuote' }, ...refused },
        { match: { operation: 'getBalance' }, ...refused },
        { match: { operation: ['getBalance', 'getQuote'], key: 'a' }, ...refused },
      ],
    });
    expect(message).toContain('requests[2]: this rule is never reached');
    expect(message).toContain('taken by requests[0] and requests[1], which apply first');
  });

  it('are refused among orders and webhooks alike, with the line of the rule above', () => {
    const yaml = `name: mine
summary: Mine.
orders:
  - lifecycle: [{ after: 1s, to: review }]
  - match: { package_id: 2 }
    lifecycle: []
webhooks:
  - match: { attempt: { min: 1 } }
    deliver: { after: 1s }
  - match: { event: order.review, attempt: 2 }
    corrupt: none
`;
    expect(errorsOf(parseScenarioYaml(yaml, 'mine.yaml'))).toEqual([
      expect.stringMatching(
        /^mine\.yaml:5:5: this rule is never reached: every order .* orders\[0\] on line 4,/,
      ),
      expect.stringMatching(/^mine\.yaml:10:5: .*every delivery attempt .* webhooks\[0\] on line 8,/),
    ]);
  });

  it.each([
    ['that is counted', [{ times: 1, ...refused }, refused]],
    ['that is drawn', [{ match: { probability: 0.5 }, ...refused }, refused]],
    ['for another operation', [{ match: { operation: 'getQuote' }, ...refused }, refused]],
    [
      'with a narrower glob',
      [
        { match: { external_id: 'a?' }, ...refused },
        { match: { external_id: 'a*' }, ...refused },
      ],
    ],
    [
      'with a condition on a fact that may be missing',
      [{ match: { external_id: '*' }, ...refused }, refused],
    ],
    [
      'that commits, so that a repeat reaches the next',
      [
        { commit: true, fault: 'hang' },
        { match: { key: 'a' }, ...refused },
      ],
    ],
  ])('are not reported behind a rule %s', (_what, requests) => {
    expect(warnings({ requests })).toEqual([]);
  });
});

describe('matches that never hold', () => {
  it.each([
    ['getBalance', { external_id: 'a' }, 'getBalance never has external_id'],
    ['getBalance', { address: 'T*' }, 'getBalance never has address'],
    ['getQuote', { external_id: '*' }, 'getQuote never has external_id'],
    ['createEstimate', { package_id: 1 }, 'createEstimate never has package_id'],
    ['createOrdersBulk', { external_id: 'a' }, 'the items of a bulk request match createOrder'],
    ['createOrdersBulk', { item: 1 }, 'the items of a bulk request match createOrder'],
    ['getOrderStatus', { repeat: true }, 'repeat is known for createOrder only'],
    ['getQuote', { order_age: { min: '1s' } }, 'order_age is known for createOrder and getOrderStatus only'],
  ])('are refused for %s with %j', (operation, match, message) => {
    const found = errors({ requests: [{ match: { operation, ...match }, ...refused }] });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^requests\\[0\\]\\.match\\.${Object.keys(match)[0]}: `));
    expect(found[0]).toContain(message);
  });

  it('are a warning if another operation of the list has the field', () => {
    expect(
      warnings({
        requests: [{ match: { operation: ['getBalance', 'createOrder'], external_id: 'a' }, ...refused }],
      }),
    ).toEqual([expect.stringContaining('requests[0].match.external_id: getBalance never has external_id')]);
  });

  it('are refused for the age of an order that does not exist yet', () => {
    const match = { operation: 'createOrder', order_age: { min: '1s' } };
    expect(errors({ requests: [{ match, commit: true, fault: 'hang' }] })).toEqual([
      expect.stringContaining('requests[0].match.order_age: a createOrder request that is not a repeat'),
    ]);
    expect(warnings({ requests: [{ match: { ...match, repeat: true }, ...refused }] })).toEqual([]);
  });

  it.each([
    [{ nth: { min: 3, max: 3, every: 2 } }, 'nth'],
    [{ operation: 'createOrder', item: { max: 4, every: 5 } }, 'item'],
  ])('are refused for a range without a number: %j', (match, field) => {
    expect(errors({ requests: [{ match, ...refused }] })).toEqual([
      expect.stringMatching(new RegExp(`^requests\\[0\\]\\.match\\.${field}: no number is a multiple of`)),
    ]);
  });

  it('are refused for probability 0, times 0, and a minimum above the maximum', () => {
    expect(errors({ requests: [{ match: { probability: 0 }, ...refused }] })).toEqual([
      'requests[0].match.probability: probability 0 means that this rule never applies; raise it, or remove the rule',
    ]);
    expect(errors({ requests: [{ times: 0, ...refused }] })[0]).toContain(
      'expected a number that is at least 1',
    );
    expect(errors({ requests: [{ match: { nth: { min: 3, max: 2 } }, ...refused }] })[0]).toContain('min');
  });

  it('are refused for an item that no bulk request has', () => {
    expect(errors({ requests: [{ match: { operation: 'createOrder', item: 51 }, ...refused }] })).toEqual([
      expect.stringContaining('a bulk request has at most 50 items'),
    ]);
    expect(warnings({ requests: [{ match: { operation: 'createOrder', item: 50 }, ...refused }] })).toEqual(
      [],
    );
  });

  it('are refused for an order of a package and of a custom amount', () => {
    const match = { package_id: 1, energy_amount: { min: 1 } };
    expect(errors({ orders: [{ match, lifecycle: [] }] })).toEqual([
      expect.stringContaining(
        'orders[0].match.energy_amount: an order is for a package or for a custom amount',
      ),
    ]);
    expect(warnings({ webhooks: [{ match, corrupt: 'wrong-secret' }] })).toEqual([]);
  });
});

describe('parts of rules without an effect', () => {
  it.each([
    ['times beyond nth', { match: { nth: { max: 2 } }, times: 3, ...refused }, 'times 3 is never reached'],
    ['per without a count', { per: 'order', ...refused }, 'per has no effect'],
    [
      'commit of a request that changes nothing',
      { match: { operation: 'getBalance' }, commit: true, fault: 'hang' },
      'commit has no effect',
    ],
  ])('are a warning: %s', (_what, rule, message) => {
    expect(warnings({ requests: [rule] })).toEqual([expect.stringContaining(message)]);
  });

  it('are not reported for an nth beyond times, because times counts only what applied', () => {
    expect(warnings({ requests: [{ match: { nth: 5 }, times: 1, ...refused }] })).toEqual([]);
  });

  it('are refused for an attempt that is never made, and a warning if the retries of the scenario are too few', () => {
    const webhooks = (attempt: number): object => ({
      webhooks: [{ match: { attempt }, corrupt: 'wrong-secret' }],
    });
    expect(errors(webhooks(10))).toEqual([expect.stringContaining('an event has at most 9 attempts')]);
    expect(warnings(webhooks(9))).toEqual([]);
    const given = { assumptions: { webhook_retry_delays_ms: [1_000] } };
    expect(warnings({ ...webhooks(2), given })).toEqual([]);
    expect(warnings({ ...webhooks(3), given })).toEqual([
      expect.stringContaining('there are only 2 attempts'),
    ]);
  });
});

describe('holds', () => {
  it.each([
    ['each other', [hold('delegating', 'delegated'), hold('delegated', 'delegating')]],
    [
      'each other in a circle of three',
      [hold('delegating', 'delegated'), hold('delegated', 'completed'), hold('completed', 'delegating')],
    ],
    [
      'a narrower one',
      [hold('delegating', 'delegated'), hold('delegated', 'delegating', { external_id: 'a' })],
    ],
  ])('are refused if they wait for %s', (_what, webhooks) => {
    expect(errors({ webhooks })).toEqual([
      expect.stringMatching(
        /^webhooks\[\d\]\.deliver\.hold_until: .* waits for .* and .* waits for .*; remove one/,
      ),
    ]);
  });

  it('are refused if a glob makes an event wait for itself', () => {
    expect(errors({ webhooks: [hold('*', 'completed')] })).toEqual([
      expect.stringContaining('this rule also holds back order.completed itself'),
    ]);
  });

  it('are accepted if a rule above takes the event that is waited for', () => {
    const above = { match: { event: 'order.completed' }, corrupt: 'none' };
    expect(errors({ webhooks: [above, hold('*', 'completed', { external_id: 'a' })] })).toEqual([]);
  });

  it('are a warning if they wait for each other for some orders only', () => {
    const webhooks = [
      hold('delegating', 'delegated', { external_id: 'a*' }),
      hold('delegated', 'delegating', { package_id: 1 }),
    ];
    expect(warnings({ webhooks })).toEqual([
      expect.stringContaining('where these rules apply: order.delegating waits for order.delegated and'),
    ]);
  });

  it.each([
    [
      'different orders',
      [
        hold('delegating', 'delegated', { external_id: 'a' }),
        hold('delegated', 'delegating', { external_id: 'b' }),
      ],
    ],
    ['a retry', [hold('delegating', 'delegated'), hold('delegated', 'completed', { attempt: 2 })]],
    ['an event without a hold', [hold('delegating', 'delegated'), hold('undelegating', 'completed')]],
  ])('are accepted if they concern %s', (_what, webhooks) => {
    expect(warnings({ webhooks })).toEqual([]);
  });

  it.each([
    ['failed', 'completed'],
    ['delegated', 'failed'],
    ['completed', 'failed'],
  ])('are refused if no order has both: %s until %s', (event, until) => {
    expect(errors({ webhooks: [hold(event, until)] })).toEqual([
      `webhooks[0].deliver.hold_until: no order has both order.${event} and order.${until}, so order.${event} is never sent; name an event that comes before or after it`,
    ]);
  });

  it('are refused if the lifecycle of the scenario never emits the event', () => {
    expect(errors({ orders: [endsAt('failed')], webhooks: [hold('processing', 'delegated')] })).toEqual([
      expect.stringContaining(
        'no lifecycle of this scenario emits order.delegated, so what is held is never sent',
      ),
    ]);
  });

  it('are a warning if the order can still be moved there, or another scenario can do it', () => {
    const webhooks = [hold('processing', 'failed')];
    expect(warnings({ orders: [endsAt('review')], webhooks })).toEqual([
      expect.stringContaining('waits until an order is moved there by hand'),
    ]);
    expect(warnings({ webhooks })).toEqual([
      expect.stringContaining('neither this scenario nor happy-path emits order.failed'),
    ]);
    expect(warnings({ orders: [endsAt('review', 'failed')], webhooks })).toEqual([]);
  });

  it('for an event that already came are a warning, unless that event is late', () => {
    const held = hold('completed', 'delegated');
    expect(warnings({ webhooks: [held] })).toEqual([expect.stringContaining('so nothing is held')]);
    const late = { match: { event: 'order.delegated' }, deliver: { after: '1h' } };
    expect(warnings({ webhooks: [late, held] })).toEqual([]);
  });
});

describe('other deliveries', () => {
  it('are refused if they replay an event that no such order has', () => {
    const rule = { match: { event: 'order.completed' }, deliver: { replay: 'order.failed' } };
    expect(errors({ webhooks: [rule] })).toEqual([expect.stringContaining('so nothing is ever replayed')]);
  });

  it('are a warning if they replay a later event', () => {
    const rule = { match: { event: 'order.processing' }, deliver: { replay: 'order.completed' } };
    expect(warnings({ webhooks: [rule] })).toEqual([expect.stringContaining('there is nothing to replay')]);
  });

  it.each([
    [{ after: '1s' }, 'after'],
    [{ hold_until: 'order.delegated' }, 'hold_until'],
  ])('are refused if they must precede the response and are delayed: %j', (delay, name) => {
    const rule = { match: { event: 'order.processing' }, deliver: { before_response: true, ...delay } };
    expect(errors({ webhooks: [rule] })).toEqual([
      expect.stringContaining(`remove before_response or ${name}`),
    ]);
  });

  it('are a warning for an event that no lifecycle emits', () => {
    const webhooks = [{ match: { event: 'order.failed' }, corrupt: 'wrong-secret' }];
    expect(warnings({ webhooks })).toEqual([
      expect.stringContaining(
        'webhooks[0].match.event: neither this scenario nor happy-path emits order.failed',
      ),
    ]);
    expect(warnings({ webhooks, orders: [endsAt('failed')] })).toEqual([]);
  });
});
