import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { InlineScenario } from '../../src/client/data-types.ts';
import { scenarioSchema } from '../../src/core/scenario/scenario-schema.ts';

type FileInput = z.input<typeof scenarioSchema>;
/** A type with all fields required and writable, so that only names and values are compared. */
type Plain<Value> = Value extends readonly (infer Item)[]
  ? Plain<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]-?: Plain<Exclude<Value[Key], undefined>> }
    : Value;

test('an inline scenario has exactly the keys of a scenario file', () => {
  expectTypeOf<Plain<InlineScenario>>().toExtend<Plain<FileInput>>();
  expectTypeOf<Plain<FileInput>>().toExtend<Plain<InlineScenario>>();
  const scenario: InlineScenario = {
    name: 'all-at-once',
    summary: 'A rule of each kind.',
    given: { balance_trx: 5, key: { scopes: ['quote'] } },
    requests: [{ match: { operation: 'createOrder', nth: 2 }, commit: true, fault: 'connection-reset' }],
    orders: [{ lifecycle: [{ after: '3s', to: 'failed', refund: { after: '5s' } }] }],
    webhooks: [{ match: { event: 'order.*', attempt: 1 }, deliver: { copies: 2 }, corrupt: 'wrong-secret' }],
  };
  expect(scenarioSchema.safeParse(scenario).success).toBe(true);
});
