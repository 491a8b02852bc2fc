import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../scripts/scenario-docs.ts';
import {
  type Counters,
  chooseFrom,
  type Facts,
  type RequestRule,
} from '../../../src/core/scenario/choose-rule.ts';
import { NO_FACTS } from '../../../src/core/scenario/conditions.ts';
import { formatProblem, parseScenarioYaml } from '../../../src/core/scenario/parse-scenario.ts';
import { ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import { prepareLibrary } from '../../../src/host/scenarios/scenario-files.ts';

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const scenarios = await prepareLibrary();
const library = new ScenarioLibrary(scenarios);
const named = (name: string): Scenario => library.get(name)!;

describe('every built-in scenario', () => {
  test.each(scenarios.map(one => [one.name, one] as const))('%s says which bug it finds', (_, one) => {
    expect(one.summary).toMatch(/Catches (clients|receivers) /);
  });

  test.each(scenarios.map(one => one.name))('%s names the schema for editors', async name => {
    const text = await readFile(root(`scenarios/${name}.yaml`), 'utf8');
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./scenario.schema.json');
  });

  test.each(scenarios.map(one => [one.name, one] as const))('%s is plain data', (_, one) => {
    expect(JSON.parse(JSON.stringify(one))).toEqual(one);
  });

  test('with a magic address has only rules, without a given', () => {
    const magic = scenarios.filter(one => one.magic_address !== undefined);
    expect(magic.filter(one => one.given !== undefined)).toEqual([]);
    expect(magic.filter(one => one.requests.length + one.orders.length + one.webhooks.length === 0)).toEqual(
      [],
    );
  });

  test('has its own file, and every file is loaded', async () => {
    const files = (await readdir(root('scenarios'))).filter(name => name.endsWith('.yaml'));
    expect(files.sort()).toEqual(
      library
        .names()
        .map(name => `${name}.yaml`)
        .sort(),
    );
  });
});

test.each([
  ['review', 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK'],
  ['review-then-delivered', 'TReviewThenDeLiveredxxxxxxxxtJpcJR'],
  ['failed-with-refund', 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR'],
  ['failed-without-refund', 'TFaiLedNotRefundedxxxxxxxxxxvAp4wu'],
  ['refund-late', 'TRefundLatexxxxxxxxxxxxxxxxxvLFswR'],
  ['address-not-active', 'TNotActivatedxxxxxxxxxxxxxxy3pp14u'],
  ['insufficient-balance', 'TPaymentRequiredxxxxxxxxxxxxvntz6v'],
  ['service-unavailable', 'TServiceDownxxxxxxxxxxxxxxxxygyS61'],
  ['rate-limited', 'TRateLimitedxxxxxxxxxxxxxxxy3BcKFC'],
  ['response-lost', 'TResponseLostxxxxxxxxxxxxxxxy7brq2'],
  ['stuck-processing', 'TStuckProcessingxxxxxxxxxxxxyWkBmR'],
  ['slow-delivery', 'TSLowDeLiveryxxxxxxxxxxxxxxxuuPoGs'],
  ['webhooks-lost', 'TWebhooksLostxxxxxxxxxxxxxxxvNyAcp'],
  ['webhook-duplicated', 'TWebhookDupLicatedxxxxxxxxxy1SFxc6'],
])('%s is selected by %s', (name, address) => {
  expect(library.byMagicAddress(address)).toBe(named(name));
});

describe('over several requests', () => {
  const create: Facts = { ...NO_FACTS, operation: 'createOrder', externalId: 'a' };
  const repeated: Facts = { ...create, repeat: true };
  const poll: Facts = { ...NO_FACTS, operation: 'getOrderStatus', orderId: 1, repeat: true };
  const aged = (orderAgeMs: number): Facts => ({ ...poll, orderAgeMs });
  const items = [1, 2, 3, 4, 5, 6].map(item => ({ ...create, externalId: `a-${item}`, item }));
  const outcome = (rule: RequestRule | null): string =>
    rule?.fault ?? rule?.reply?.error ?? (rule?.set ? 'set' : rule ? 'other' : '-');

  test.each<[string, readonly Facts[], string]>([
    ['insufficient-balance', [create, repeated, poll], 'INSUFFICIENT_BALANCE - -'],
    ['address-not-active', [create, { ...NO_FACTS, operation: 'createEstimate' }], 'ADDRESS_NOT_ACTIVE -'],
    [
      'response-lost',
      [create, repeated, { ...create, externalId: 'b' }],
      'connection-reset - connection-reset',
    ],
    ['gateway-502-after-commit', [create, repeated], 'html-502 -'],
    ['hang-after-commit', [create, repeated], 'hang -'],
    ['truncated-answer', [create, repeated, poll, poll], 'truncated-json - empty-reply -'],
    ['slow-answer', [create, repeated], 'other -'],
    [
      'service-unavailable',
      [create, create, create, poll, poll],
      'SERVICE_UNAVAILABLE SERVICE_UNAVAILABLE - SERVICE_UNAVAILABLE -',
    ],
    ['rate-limited', [create, create, poll, poll, poll], 'RATE_LIMITED - - - RATE_LIMITED'],
    ['not-found-after-accept', [aged(0), aged(10_000), aged(10_001)], 'NOT_FOUND NOT_FOUND -'],
    ['key-expires', [create, poll, poll, poll], '- - set -'],
    ['scope-missing', [create, create], 'set -'],
    ['ip-not-allowed', [poll, create, create], '- set -'],
    ['custom-energy-disabled', [create, { ...create, energyAmount: 65_000 }], '- set'],
    ['price-gone', [create, { ...create, packageId: 1 }], '- set'],
    [
      'bulk-partial',
      [create, ...items],
      '- - ADDRESS_NOT_ACTIVE - INSUFFICIENT_BALANCE - DURATION_PRICE_UNAVAILABLE',
    ],
  ])('%s', (name, requests, expected) => {
    const counters: Counters = {};
    const asked = requests.map(facts => chooseFrom([named(name)], 'requests', facts, counters, () => 0));
    expect(asked.map(outcome).join(' ')).toBe(expected);
  });
});

describe('generated from the schema and the files', () => {
  const outOfDate = 'is out of date; run `npm run generate-scenarios`';
  const paths = [
    'scenarios/scenario.schema.json',
    'docs/scenarios.md',
    'src/core/scenario/scenario-names.generated.ts',
  ];
  test.each(paths)('%s is up to date', async path => {
    const made = await generate(root('scenarios'));
    expect(await readFile(root(path), 'utf8'), `${path} ${outOfDate}`).toBe(made[path]);
  });

  test('the documentation names every scenario, and its example can be loaded', async () => {
    const text = await readFile(root('docs/scenarios.md'), 'utf8');
    for (const name of library.names()) expect(text).toContain(`[${name}](../scenarios/${name}.yaml)`);
    const [, example] = /```yaml\n(.*?)```/s.exec(text)!;
    const loaded = parseScenarioYaml(example!, 'monday-morning.yaml');
    expect('problems' in loaded ? loaded.problems.map(formatProblem) : []).toEqual([]);
  });
});
