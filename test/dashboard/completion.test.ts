import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type JsonSchema,
  suggestionsFor,
  yamlContext,
} from '../../src/dashboard/pages/scenarios/completion.ts';

const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../scenarios/scenario.schema.json'), 'utf8'),
) as JsonSchema;

/** The context at the mark | of a text. */
const contextOf = (marked: string) => yamlContext(marked.replace('|', ''), marked.indexOf('|'));

/** The words that fit at the mark | of a text and begin with what is typed there. */
function wordsAt(marked: string): string[] {
  const context = contextOf(marked);
  if (!context) return [];
  return suggestionsFor(SCHEMA, context)
    .map(({ label }) => label)
    .filter(label => label.startsWith(context.word));
}

describe('the place in a YAML text', () => {
  test.each([
    ['na|', [], null, 'na'],
    ['name: x\nsum|', [], null, 'sum'],
    ['orders:\n  - |', ['orders', '[]'], null, ''],
    ['orders:\n  - life|', ['orders', '[]'], null, 'life'],
    ['orders:\n- life|', ['orders', '[]'], null, 'life'],
    [
      'orders:\n  - match:\n      x: 1\n    lifecycle:\n      - { after: 3s, to: fa|',
      ['orders', '[]', 'lifecycle', '[]'],
      'to',
      'fa',
    ],
    ['requests:\n  # a note: {\n  - match: { operation: |', ['requests', '[]', 'match'], 'operation', ''],
    [
      'requests:\n  - match: { operation: [createOrder, get|',
      ['requests', '[]', 'match', 'operation', '[]'],
      null,
      'get',
    ],
    ['requests:\n  - match: { a: b }\n    fault: |', ['requests', '[]'], 'fault', ''],
    ['given: { key: { sc|', ['given', 'key'], null, 'sc'],
    ['given:\n  key:\n    |', ['given', 'key'], null, ''],
    ['a: "{ x"\nb: |', [], 'b', ''],
  ])('%j', (marked, path, key, word) => {
    expect(contextOf(marked)).toMatchObject({ path, key, word });
  });

  test('is none in comments and quoted texts', () => {
    expect(contextOf('name: x # na|')).toBeNull();
    expect(contextOf('summary: "a na|')).toBeNull();
  });
});

describe('completion from the schema of scenario files', () => {
  test('offers the keys of a rule, and no others', () => {
    expect(wordsAt('requests:\n  - |')).toEqual(
      expect.arrayContaining(['match', 'times', 'per', 'set', 'reply', 'fault', 'commit']),
    );
    expect(wordsAt('webhooks:\n  - fau|')).toEqual([]);
  });

  test('offers the values of enumerations and booleans, in block and flow style', () => {
    expect(wordsAt('requests:\n  - fault: h|')).toEqual(['hang', 'html-502']);
    expect(wordsAt('requests:\n  - commit: |')).toEqual(['true', 'false']);
    expect(wordsAt('orders:\n  - lifecycle:\n      - { after: 3s, to: f|')).toEqual(['failed']);
    expect(wordsAt('requests:\n  - match: { operation: createO|')).toEqual([
      'createOrder',
      'createOrdersBulk',
    ]);
    expect(wordsAt('given:\n  assumptions:\n    custom_s|')).toEqual(['custom_sixty_only']);
  });
});
