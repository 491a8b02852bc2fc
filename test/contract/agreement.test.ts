import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js';
import { validateInput } from '@stoplight/prism-http/dist/validator/index.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listedCodes } from '../../src/contract/audit.ts';
import { readParameters } from '../../src/contract/parameters.ts';
import { prepareContract } from '../../src/contract/prepare.ts';
import { diagnose } from '../../src/contract/prism.ts';
import type { Contract, PreparedContract } from '../../src/contract/types.ts';
import { bodies, contractOf, descriptionText, queries } from './requests.ts';

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

let contract: Contract;
let prepared: PreparedContract;
let prismOperations: PrismOperation[];

beforeAll(async () => {
  const text = await descriptionText();
  contract = await contractOf(text);
  prepared = await prepareContract(text);
  prismOperations = await getHttpOperationsFromSpec(parse(text));
});

const prismAccepts = (id: string, query: Record<string, string>, body: unknown): boolean => {
  const resource = prismOperations.find(operation => operation.iid === id)!;
  const element = {
    method: 'post',
    url: { path: resource.path, query },
    headers: {},
    body,
  } as const;
  return validateInput({ resource, element })._tag === 'Right';
};

describe('the compiled schemas and prism, asked about its own operations, agree', () => {
  test.each(Object.keys(bodies))('on every body of %s', async id => {
    const operation = contract.byId(id);
    await fc.assert(
      fc.asyncProperty(bodies[id]!, async body => {
        const accepted = operation.check({ query: {}, body }) === null;
        expect(accepted).toBe(prismAccepts(id, {}, body));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['getQuote', 'getOrderStatus'])('on the rules over the query of %s', async id => {
    const operation = contract.byId(id);
    const schema = prepared.operations.find(one => one.id === id)!.parts.query!;
    await fc.assert(
      fc.asyncProperty(queries[id]!, async query => {
        const accepted = operation.check({ query, body: undefined }) === null;
        expect(accepted).toBe((await diagnose(schema, readParameters(schema, query))).length === 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(Object.keys(queries))('that an accepted query of %s, as it was read, is one', async id => {
    const operation = contract.byId(id);
    await fc.assert(
      fc.asyncProperty(queries[id]!, async query => {
        if (operation.check({ query, body: undefined }) !== null) return;
        const values = Object.entries(operation.queryValues(query)).map(([name, value]) => [
          name,
          String(value),
        ]);
        expect(prismAccepts(id, Object.fromEntries(values), undefined)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('every refusal', () => {
  test.each(['createEstimate', 'createOrder', 'createOrdersBulk', 'getQuote', 'getOrderStatus'])(
    'of %s names a place, says what stands there in plain ASCII, and answers with a listed code',
    async id => {
      const operation = contract.byId(id);
      const listed = listedCodes(prepared.operations.find(one => one.id === id)!);
      const request = fc.record({
        query: queries[id] ?? fc.constant({}),
        body: bodies[id] ?? fc.constant(undefined),
      });
      await fc.assert(
        fc.asyncProperty(request, async parts => {
          const violations = await operation.check(parts);
          if (violations === null) return;
          expect(violations).not.toHaveLength(0);
          for (const { status, error, path, message, item } of violations) {
            expect(listed.get(item === undefined ? String(status) : '*')).toContain(error);
            expect(path).toMatch(/^(query|body)[.[\]\w]*$/);
            expect(message).toMatch(/^[\x20-\x7e]{10,400}$/);
            expect(message).not.toContain('is not as described');
          }
        }),
        { numRuns: 1_000 },
      );
    },
  );
});
