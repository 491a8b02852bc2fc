import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js';
import { validateInput } from '@stoplight/prism-http/dist/validator/index.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Contract, PreparedContract, RequestSchema } from '../../src/contract/contract-types.ts';
import { builtinContract, loadContract } from '../../src/contract/load-contract.ts';
import { diagnose } from '../../src/contract/prism-validator.ts';
import { preparedContract } from '../support/prepared.ts';
import { amount } from '../support/tier.ts';
import { listedCodes } from './constraints.ts';
import { bodies, descriptionText, queries } from './requests.ts';

const RUNS = { numRuns: amount({ first: 500, long: 5_000 }) };

describe('a description with a schema that Prism cannot apply', () => {
  const withBody = async (body: RequestSchema): Promise<PreparedContract> => {
    const prepared = await preparedContract('energy-rental-v1');
    const operations = prepared.operations.map(one =>
      one.id === 'createOrder' ? { ...one, parts: { ...one.parts, body } } : one,
    );
    return { ...prepared, operations };
  };

  test.each<[string, RequestSchema]>([
    [
      'a pattern that is not a regular expression',
      { type: 'object', properties: { orders: { type: 'array', items: { type: 'string', pattern: '[' } } } },
    ],
    [
      'a type that JSON Schema does not have',
      { type: 'object', anyOf: [{ properties: { id: { type: 'text' } } }] },
    ],
    ['a reference that leads nowhere', { type: 'object', $ref: '#/missing' }],
    ['no type at all', { properties: { id: { type: 'string' } } }],
  ])('with %s decides nothing', async (_name, body) => {
    const prepared = await withBody(body);
    const message = 'createOrder: the schema of its body rejects nothing';
    const operation = loadContract(prepared).byId('createOrder');
    for (const _attempt of [1, 2]) {
      expect(() => operation.check({ query: {}, body: {} })).toThrow(message);
    }
  });

  test('is none of those that come with the sandbox', async () => {
    for (const name of ['energy-rental-v1', 'control-v1'] as const) {
      for (const { check } of loadContract(await preparedContract(name)).operations)
        check({ query: {}, body: {} });
    }
  });
});

interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
}

/** Prism's reasons, apart from the format int64 of a value that is refused at the same place for its type or size. */
const withoutRepetitions = (reasons: readonly Diagnostic[]): readonly Diagnostic[] =>
  reasons.filter(
    ({ code, message, path }) =>
      !(code === 'format' && message.endsWith('must match format "int64"')) ||
      !reasons.some(other => ['type', 'maximum'].includes(other.code) && other.path.join() === path.join()),
  );

describe('what the contract decides', () => {
  let prepared: PreparedContract;
  let contract: Contract;
  let prismOperations: Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

  beforeAll(async () => {
    prepared = await preparedContract('energy-rental-v1');
    contract = await builtinContract('energy-rental-v1');
    prismOperations = await getHttpOperationsFromSpec(parse(await descriptionText()));
  });

  const askPrism = (id: string, query: Record<string, string>, body: unknown): readonly Diagnostic[] => {
    const resource = prismOperations.find(operation => operation.iid === id)!;
    const element = { method: 'post', url: { path: resource.path, query }, headers: {}, body } as const;
    const result = validateInput({ resource, element });
    return result._tag === 'Left' ? (result.left as unknown as readonly Diagnostic[]) : [];
  };

  test.each(Object.keys(bodies))(
    "is what Prism's validateInput decides about every body of %s, for the same reasons",
    id => {
      const operation = contract.byId(id);
      const schema = prepared.operations.find(one => one.id === id)!.parts.body!;
      fc.assert(
        fc.property(bodies[id]!, body => {
          const expected = askPrism(id, {}, body);
          expect(operation.check({ query: {}, body }).length > 0).toBe(expected.length > 0);
          // For null, 0, false and '', validateInput only reports that the body is missing.
          if (body) expect(diagnose('body', schema, body)).toEqual(withoutRepetitions(expected));
        }),
        RUNS,
      );
    },
  );

  test.each(Object.keys(queries))(
    "is what Prism's validateInput decides about every accepted query of %s",
    id => {
      const operation = contract.byId(id);
      fc.assert(
        fc.property(queries[id]!, query => {
          if (operation.check({ query, body: undefined }).length > 0) return;
          const values = Object.entries(operation.queryValues(query)).map(([name, value]) => [
            name,
            String(value),
          ]);
          expect(askPrism(id, Object.fromEntries(values), undefined)).toEqual([]);
        }),
        RUNS,
      );
    },
  );

  test.each(['createEstimate', 'createOrder', 'createOrdersBulk', 'getQuote', 'getOrderStatus'])(
    'names for every refused %s a place, says in plain ASCII what stands there, and answers with a listed code',
    id => {
      const operation = contract.byId(id);
      const listed = listedCodes(prepared.operations.find(one => one.id === id)!);
      const request = fc.record({
        query: queries[id] ?? fc.constant({}),
        body: bodies[id] ?? fc.constant(undefined),
      });
      fc.assert(
        fc.property(request, parts => {
          for (const { status, error, path, message, item } of operation.check(parts)) {
            expect(listed.get(item === undefined ? String(status) : '*')).toContain(error);
            expect(path).toMatch(/^(query|body)[.[\]\w]*$/);
            expect(message).toMatch(/^[\x20-\x7e]{10,400}$/);
            expect(message).not.toContain('does not match the description');
          }
        }),
        RUNS,
      );
    },
  );
});
