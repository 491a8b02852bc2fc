import { describe, expect, test } from 'vitest';
import { canCombine, combine, effectsIn } from '../../src/explore/combination.ts';
import { coveringArray, pairsIn, pairsOf } from '../../src/explore/covering.ts';
import { type Disturbance, disturbancesWith, SHORT } from '../../src/explore/disturbances.ts';
import { explore } from '../../src/explore/explore.ts';
import { mergedRule } from '../../src/explore/merge-rules.ts';
import type { ScenarioContent } from '../../src/explore/render-scenario.ts';
import { scenarioFile } from '../../src/explore/scenario-file.ts';
import type { RunSuite } from '../../src/explore/suite-run.ts';
import { account, event, failing, made, passing } from './fake-suite.ts';
import { readScenarioText } from './read-scenario-text.ts';

const ALL = disturbancesWith(SHORT).filter(({ isOutcome }) => !isOutcome);
const only = (...ids: string[]): Disturbance[] => ids.map(id => ALL.find(one => one.id === id)!);
const OPTIONS = { budget: 60, jobs: 1, pairs: true };

const SHOP = [
  account(
    'shop',
    [made('a'), made('b')],
    ['a', 'b'].flatMap((id, index) =>
      ['processing', 'delegating', 'delegated'].map(status => event(`order.${status}`, index + 1, id)),
    ),
  ),
];

/** Whether a scenario has a rule with this key and value for an order. */
function strikes(scenario: ScenarioContent | null, externalId: string, key: string, value: unknown): boolean {
  const rules = [...(scenario?.requests ?? []), ...(scenario?.webhooks ?? [])];
  return rules.some(rule => {
    const { external_id: id = externalId } = (rule.match ?? {}) as { external_id?: string };
    const flat: Record<string, unknown> = { ...rule, ...(rule.deliver as object), ...(rule.reply as object) };
    return id === externalId && flat[key] === value;
  });
}

const lost = (scenario: ScenarioContent | null, id: string): boolean =>
  strikes(scenario, id, 'commit', true) && strikes(scenario, id, 'fault', 'connection-reset');
const dropped = (scenario: ScenarioContent | null, id: string): boolean =>
  strikes(scenario, id, 'drop', true);

describe('the covering array', () => {
  const pairs = pairsOf(ALL);
  const rows = [...coveringArray(pairs, () => true)];

  test('tries all pairs in a fifth of the runs', () => {
    const tried = new Set(rows.flatMap(row => pairsIn(row, pairs)));
    expect(tried.size).toBe(pairs.length);
    expect(rows.length).toBeLessThanOrEqual(pairs.length / 5);
  });

  test('is the same every time', () => {
    expect([...coveringArray(pairsOf(ALL), () => true)]).toEqual(rows);
  });

  test('contains only combinations that a correct integration survives', () => {
    expect(rows.filter(row => !canCombine(row))).toEqual([]);
    for (const row of rows) {
      const onOrder = row.filter(({ templates }) =>
        templates.some(one => one.point === 'requests' && one.operations.includes('createOrder')),
      );
      expect(onOrder.length).toBeLessThanOrEqual(2);
    }
  });

  test('leaves out what is not allowed', () => {
    const [first] = pairs;
    const isAllowed = (row: readonly Disturbance[]): boolean =>
      !first!.parts.every(part => row.includes(part));
    const without = [...coveringArray(pairs, isAllowed)];
    expect(without.every(isAllowed)).toBe(true);
    const tried = new Set(without.flatMap(row => pairsIn(row, pairs)));
    expect(pairs.filter(pair => !tried.has(pair))).toEqual([first]);
  });
});

describe('disturbances that are combined', () => {
  test('for the same event are one rule with the effects of both', () => {
    expect(
      mergedRule({ match: {}, deliver: { copies: 2 } }, { match: {}, deliver: { after: '30s' } }),
    ).toEqual({
      match: {},
      deliver: { copies: 2, after: '30s' },
    });
  });

  test.each([
    ['drop leaves nothing to copy', { deliver: { drop: true } }, { deliver: { copies: 2 } }],
    [
      'there is one number of copies',
      { deliver: { copies: 2 }, corrupt_copies: 'x' },
      { deliver: { copies: 2 } },
    ],
    [
      'a response cannot wait for the clock',
      { deliver: { before_response: true } },
      { deliver: { after: '30s' } },
    ],
  ])('cannot be one rule where they contradict: %s', (_, one, other) => {
    expect(mergedRule(one, other)).toBeNull();
  });

  test('keep what concerns fewer events, so that both have an effect', () => {
    const [forged, duplicated] = only('webhook-altered', 'webhook-duplicated');
    const effects = effectsIn([duplicated!, forged!]);
    expect([...effects.get('webhook-altered')!]).toEqual(['order.delegated', 'order.completed']);
    expect([...effects.get('webhook-duplicated')!]).not.toContain('order.delegated');
  });

  test('are no pair if one of them is left without effect', () => {
    expect(canCombine(only('webhooks-lost', 'webhook-duplicated'))).toBe(false);
    expect(canCombine(only('slow-delivery', 'review-then-delivered'))).toBe(false);
    expect(canCombine(only('response-lost', 'gateway-502-after-commit'))).toBe(false);
  });

  test('have an id that can name a scenario, however many they are', () => {
    for (const row of coveringArray(pairsOf(ALL), () => true)) {
      const { id, title } = combine(row);
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(id.length).toBeLessThanOrEqual(64);
      expect(title.length).toBeLessThanOrEqual(500);
    }
  });
});

describe('the search for pairs', () => {
  test('finds a bug that needs two disturbances at once among all of them, and reduces it to both', async () => {
    const run: RunSuite = async scenario =>
      lost(scenario, 'b') && dropped(scenario, 'b') ? failing(SHOP) : passing(SHOP);
    const { trials, runs } = await explore(run, ALL, OPTIONS);
    const [found, ...others] = trials.filter(({ verdict }) => verdict === 'broke');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ disturbance: { id: 'response-lost-and-webhooks-lost' }, note: '' });
    expect(found!.break!.points.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['createOrder', { externalId: 'b' }],
      ['order.processing', { externalId: 'b' }],
    ]);
    expect(runs).toBeLessThanOrEqual(60);
    const text = scenarioFile(found!, 'npm test').replaceAll('\n# ', ' ');
    expect(text).toContain('2 things happen: the order is created and debited');
    expect(text).toContain('although it passes undisturbed and if any one of these is left out.');
    expect(readScenarioText(scenarioFile(found!, 'npm test'))).toMatchObject({
      requests: [{ match: { externalId: 'b' } }],
      webhooks: [{ match: { externalId: 'b' } }],
    });
  });

  test('looks for a further pair first where an earlier one breaks the suite', async () => {
    const unanswered = (scenario: ScenarioContent | null): boolean =>
      lost(scenario, 'b') ||
      (strikes(scenario, 'b', 'commit', true) && strikes(scenario, 'b', 'fault', 'html-502'));
    const run: RunSuite = async scenario =>
      unanswered(scenario) && dropped(scenario, 'b') ? failing(SHOP) : passing(SHOP);
    const chosen = only('response-lost', 'gateway-502-after-commit', 'webhooks-lost');
    const { trials } = await explore(run, chosen, OPTIONS);
    const [first, second, ...others] = trials.filter(({ verdict }) => verdict === 'broke');
    expect(others).toEqual([]);
    expect(second!.break!.points.map(({ kind }) => kind)).toEqual(['createOrder', 'order.processing']);
    expect([first!.runs, second!.runs]).toEqual([12, 8]);
  });

  test('strikes where only the first disturbance leads the suite', async () => {
    const status = { operation: 'getOrderStatus', external_id: 'a', made: false } as const;
    const asking = [account('shop', [made('a'), status])];
    const run: RunSuite = async scenario => {
      if (!lost(scenario, 'a')) return passing([account('shop', [made('a')])]);
      return strikes(scenario, 'a', 'error', 'NOT_FOUND') ? failing(asking) : passing(asking);
    };
    const found = await explore(run, only('response-lost', 'not-found-after-accept'), OPTIONS);
    expect(found.trials.map(({ disturbance: { id }, verdict }) => [id, verdict])).toEqual([
      ['response-lost', 'survived'],
      ['not-found-after-accept', 'not-met'],
      ['response-lost-and-not-found-after-accept', 'broke'],
    ]);
  });

  test('does not report a client that gives up after two failures, whatever they are', async () => {
    const run: RunSuite = async scenario => {
      const onA = (scenario?.requests ?? []).filter(
        ({ match }) => (match as { external_id?: string }).external_id === 'a',
      );
      return onA.length >= 2 ? failing(SHOP) : passing(SHOP);
    };
    const chosen = only('reset-before-commit', 'service-unavailable', 'rate-limited');
    const { trials, pairs } = await explore(run, chosen, OPTIONS);
    expect(trials.filter(({ verdict }) => verdict === 'broke')).toEqual([]);
    expect(pairs!.remarks.join()).toContain('does not survive two failures of the same request in a row');
  });

  test('does not believe a combination that fails only once', async () => {
    let combined = 0;
    const run: RunSuite = async scenario =>
      scenario?.name.includes('-and-') && ++combined === 1 ? failing(SHOP) : passing(SHOP);
    const { trials, pairs } = await explore(run, only('response-lost', 'webhooks-lost'), OPTIONS);
    expect(trials.filter(({ verdict }) => verdict === 'broke')).toEqual([]);
    expect(pairs!.remarks).toEqual(['1 of the combinations failed only sometimes.']);
  });

  test('names a combination that it could not reduce within its budget', async () => {
    const run: RunSuite = async scenario =>
      lost(scenario, 'b') && dropped(scenario, 'b') ? failing(SHOP) : passing(SHOP);
    const chosen = only('response-lost', 'webhook-reordered', 'webhooks-lost');
    const { trials, pairs, endedBy } = await explore(run, chosen, { ...OPTIONS, budget: 7 });
    expect(endedBy).toBe('budget');
    expect(trials.filter(({ verdict }) => verdict === 'broke')).toEqual([]);
    expect(pairs!.remarks.join()).toMatch(
      /failed under response-lost, .*webhooks-lost at once, but there was no time/,
    );
  });

  test('finds the same with several runs at the same time', async () => {
    const run: RunSuite = async scenario =>
      lost(scenario, 'a') && dropped(scenario, 'a') ? failing(SHOP) : passing(SHOP);
    const idsWith = async (jobs: number): Promise<string[]> =>
      (await explore(run, ALL, { ...OPTIONS, jobs })).trials
        .filter(({ verdict }) => verdict === 'broke')
        .map(({ disturbance: { id } }) => id);
    expect(await idsWith(4)).toEqual(await idsWith(1));
  });

  test('is left out where it is not wanted', async () => {
    const found = await explore(async () => passing(SHOP), ALL, { ...OPTIONS, pairs: false });
    expect(found.pairs).toBeNull();
    expect(found.runs).toBeLessThanOrEqual(2 + ALL.length);
  });
});
