import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScenarioJson, parseScenarioYaml } from '../../../src/core/scenario/parse-scenario.ts';
import { scenarioJsonSchema } from '../../../src/core/scenario/scenario-schema.ts';
import { amount } from '../../support/tier.ts';

const RUNS = { numRuns: amount({ first: 100, long: 5_000 }) };

/** All keys and words of the schema, so that random values resemble scenarios. */
function vocabulary(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, enum: words } = schema as { properties?: object; enum?: unknown[] };
  const own = [...Object.keys(properties ?? {}), ...(words ?? []).map(String)];
  return [...own, ...Object.values(schema).flatMap(vocabulary)];
}

const words = [...new Set(vocabulary(scenarioJsonSchema()))];
const word = fc.oneof(fc.constantFrom(...words, '3s', 'order.*', '__proto__', 'constructor'), fc.string());

const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(word, tie('value'), { maxKeys: 5 }),
  ),
}));

/** The structure of a scenario with random values. */
const almostScenario = fc.record(
  {
    name: fc.constant('x'),
    summary: fc.constant('x'),
    given: value,
    requests: fc.array(
      fc.record({ match: value, reply: value, fault: word, set: value }, { requiredKeys: [] }),
    ),
    orders: fc.array(fc.record({ match: value, lifecycle: value }, { requiredKeys: ['lifecycle'] })),
    webhooks: fc.array(fc.record({ match: value, deliver: value, corrupt: word }, { requiredKeys: [] })),
  },
  { requiredKeys: ['name', 'summary'] },
);

const isSensible = (loaded: ReturnType<typeof parseScenarioJson>): boolean =>
  'scenario' in loaded
    ? loaded.scenario.name === 'x'
    : loaded.problems.length > 0 && loaded.problems.every(one => one.where !== '' && one.message.length > 10);

test('every inline value gives either a scenario or a list of problems', () => {
  fc.assert(
    fc.property(fc.oneof(value, almostScenario), given => isSensible(parseScenarioJson(given))),
    RUNS,
  );
});

test('a file gives the same result as the inline form of its scenario', () => {
  fc.assert(
    fc.property(almostScenario, given => {
      const plain = JSON.parse(JSON.stringify(given));
      const inline = parseScenarioJson(plain);
      const file = parseScenarioYaml(JSON.stringify(plain), 'x.yaml');
      expect(isSensible(file)).toBe(true);
      const messages = (loaded: typeof inline): string[] | null =>
        'problems' in loaded ? loaded.problems.map(one => one.message).sort() : null;
      // If there are more problems than the limit, each form reports those that it finds first.
      fc.pre((messages(inline)?.length ?? 0) < 50);
      expect(messages(file)).toEqual(messages(inline));
    }),
    RUNS,
  );
});

test('every file content is either read or refused', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('- ', '  ', ': ', '{', '[', '&a ', '*a', '|', '"', '\n', '---\n', ...words),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), lines =>
      isSensible(parseScenarioYaml(lines.join(''), 'x.yaml')),
    ),
    RUNS,
  );
});
