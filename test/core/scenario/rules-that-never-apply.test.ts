import { describe, expect, it } from 'vitest';
import {
  type Loaded,
  parseScenarioJson,
  parseScenarioYaml,
} from '../../../src/core/scenario/parse-scenario.ts';

const scenario = (rules: object): object => ({ name: 'mine', summary: 'Mine.', ...rules });

const errorsOf = (loaded: Loaded): readonly string[] =>
  'problems' in loaded ? loaded.problems.map(({ where, message }) => `${where}: ${message}`) : [];
const warningsOf = (loaded: Loaded): readonly string[] =>
  'scenario' in loaded ? loaded.warnings.map(({ where, message }) => `${where}: ${message}`) : ['refused'];

const errors = (rules: object): readonly string[] => errorsOf(parseScenarioJson(scenario(rules)));
const warnings = (rules: object): readonly string[] => warningsOf(parseScenarioJson(scenario(rules)));

const refused = { reply: { error: 'SERVICE_UNAVAILABLE' } };

describe('a rule whose nth does not count what an earlier rule takes', () => {
  const drop = (match: object) => ({
    match: { event: 'order.delegated', ...match },
    deliver: { drop: true },
  });
  const copy = (match: object) => ({ match: { event: 'order.delegated', ...match }, deliver: { copies: 2 } });

  it.each([
    ['the next number', [drop({ nth: 1 }), copy({ nth: 2 })]],
    ['the same number', [drop({ nth: 2 }), copy({ nth: 2 })]],
    ['a limit instead of a number', [{ ...drop({}), times: 1 }, copy({ nth: 2 })]],
    ['multiples', [drop({ nth: { every: 2 } }), copy({ nth: { min: 3 } })]],
  ])('is loaded with a warning: %s', (_what, webhooks) => {
    expect(warnings({ webhooks })).toEqual([
      'webhooks[1].match.nth: nth does not count what webhooks[0] takes, which has the same conditions and applies first, so this rule applies later than its number says; put the rule with the larger number first',
    ]);
  });

  it.each([
    ['the larger number first', [drop({ nth: 2 }), copy({ nth: 1 })]],
    ['other conditions', [drop({ nth: 1, external_id: 'a' }), copy({ nth: 2, external_id: 'b' })]],
    ['another count', [{ ...drop({ nth: 1 }), per: 'order' }, copy({ nth: 2 })]],
  ])('is none with %s', (_what, webhooks) => {
    expect(warnings({ webhooks })).toEqual([]);
  });
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
      'the same match in another order, without its count',
      [
        { match: { key: 'a', account: 'b' }, ...refused },
        { match: { nth: 2, account: 'b', key: 'a' }, ...refused },
      ],
    ],
  ])('are refused behind %s', (_what, requests) => {
    expect(errors({ requests })).toEqual([
      'requests[1]: this rule is never reached: every request that it matches is taken by requests[0], which applies first; move this rule above, or narrow the match of the other',
    ]);
  });

  it('are refused among orders and webhooks alike, with the line of the rule above', () => {
    const yaml = `name: mine
summary: Mine.
orders:
  - lifecycle: [{ after: 1s, to: review }]
  - match: { package_id: 2 }
    lifecycle: []
webhooks:
  - match: { event: order.review }
    deliver: { after: 1s }
  - match: { event: order.review }
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

describe('ranges', () => {
  it.each([
    [{ nth: { min: 3, max: 3, every: 2 } }, 'nth'],
    [{ operation: 'createOrder', item: { max: 4, every: 5 } }, 'item'],
  ])('are refused if they have no number: %j', (match, field) => {
    expect(errors({ requests: [{ match, ...refused }] })).toEqual([
      expect.stringMatching(new RegExp(`^requests\\[0\\]\\.match\\.${field}: no number is a multiple of`)),
    ]);
  });

  it('are refused for an item that no bulk request has', () => {
    const items = (item: number): object => ({ requests: [{ match: { item }, ...refused }] });
    expect(errors(items(51))).toEqual([expect.stringContaining('a bulk request has at most 50 items')]);
    expect(warnings(items(50))).toEqual([]);
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
