import { readFile } from 'node:fs/promises';
import type { OpenAPIV3 } from 'openapi-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Contract, Description, PreparedContract } from '../../src/contract/contract-types.ts';
import { type BuiltinName, builtinContract } from '../../src/contract/load-contract.ts';
import { ERRORS, type ErrorCode } from '../../src/core/domain/error-codes.ts';
import { OPERATION_IDS, SCOPES } from '../../src/core/domain/operations.ts';
import { preparedContract } from '../support/prepared.ts';
import { constraintsOf, listedCodes } from './constraints.ts';
import { ADDRESS, contractOf, descriptionText } from './requests.ts';

/** A script without types of its own. */
const GENERATOR: string = '../../scripts/generate-types.mjs';
interface TypeGenerator {
  generatedTypes(): Promise<readonly { readonly file: URL; readonly content: string }[]>;
}

let text: string;
let prepared: PreparedContract;
beforeAll(async () => {
  text = await descriptionText();
  prepared = await preparedContract('energy-rental-v1');
});

/** The text with one change; throws if the place to change is missing. */
function edited(search: string | RegExp, replacement: string): string {
  const changed = text.replace(search, replacement);
  expect(changed).not.toBe(text);
  return changed;
}

describe('the description', () => {
  test('describes the six operations, each with a scope that a key can have', async () => {
    const { operations } = await builtinContract('energy-rental-v1');
    expect(operations.map(({ id }) => id)).toEqual([...OPERATION_IDS]);
    for (const { scope } of operations) expect(SCOPES).toContain(scope);
  });

  test.each<BuiltinName>(['energy-rental-v1', 'control-v1'])(
    'gives every constraint on every request a response that its operation lists: %s',
    async name => {
      for (const operation of (await preparedContract(name)).operations) {
        const listed = listedCodes(operation);
        const constraints = constraintsOf(operation).filter(
          // The sandbox itself creates the object of parameters, so its type cannot be wrong.
          ({ path, keyword }) => !['query type', 'params type'].includes(`${path} ${keyword}`),
        );
        for (const { path, keyword, responses, inItem } of constraints) {
          const where = `${operation.id} ${path} ${keyword}`;
          expect(keyword, `${where}: validators disagree on formats; use a pattern`).not.toBe('format');
          expect(responses, `${where}: no x-violation here or above defines the response`).not.toEqual([]);
          for (const { status, error } of responses) {
            expect(listed.get(inItem ? '*' : String(status)), where).toContain(error);
            if (name === 'energy-rental-v1') expect(ERRORS[error as ErrorCode]?.status, where).toBe(status);
          }
        }
      }
    },
  );

  test('has constraints on the requests of every operation but the balance', () => {
    const free = prepared.operations.filter(operation => constraintsOf(operation).length < 4);
    expect(free.map(({ id }) => id)).toEqual(['getBalance']);
  });

  test('lists each error code under the status that the catalogue has for it', () => {
    for (const operation of prepared.operations) {
      for (const [status, codes] of listedCodes(operation)) {
        // A bulk request gets 422 if all its items failed, whatever the code of the first item.
        if (status === '*' || (operation.id === 'createOrdersBulk' && status === '422')) continue;
        for (const code of codes) expect(ERRORS[code as ErrorCode]?.status).toBe(Number(status));
      }
    }
  });

  test.each(['401', '403', '405', '429', '503'])('has every operation list %s', status => {
    for (const { responses } of prepared.operations)
      expect(responses.map(({ code }) => code)).toContain(status);
  });

  test('requires the rate limit headers on every response, Retry-After on 429 and Allow on 405', () => {
    for (const { responses } of prepared.operations) {
      for (const { code, headers } of responses) {
        const names = (headers as { name: string; required?: boolean }[])
          .filter(({ required }) => required)
          .map(({ name }) => name);
        const extra = code === '429' ? ['Retry-After'] : code === '405' ? ['Allow'] : [];
        expect(names.sort()).toEqual(['X-RateLimit-Limit', 'X-RateLimit-Remaining', ...extra].sort());
      }
    }
  });

  test('has an example of every response, and examples that conform to it', async () => {
    const contract = await builtinContract('energy-rental-v1');
    const headers = {
      'content-type': 'application/json',
      'x-ratelimit-limit': '6000',
      'x-ratelimit-remaining': '5999',
      'retry-after': '12',
      allow: 'GET',
    };
    let checked = 0;
    for (const operation of contract.operations) {
      const { requestBody, responses } = operation.described;
      for (const body of requestBody ? examplesIn(requestBody) : []) {
        expect(operation.check({ query: {}, body })).toEqual([]);
        checked++;
      }
      for (const [status, response] of Object.entries(responses)) {
        const examples = examplesIn(resolved(contract.document, response));
        expect(examples, `${operation.id} ${status}`).not.toEqual([]);
        for (const body of examples) {
          expect(await contract.validateResponse(operation.id, Number(status), headers, body)).toEqual([]);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(50);
  });

  test('has generated types that are up to date', async () => {
    const { generatedTypes }: TypeGenerator = await import(GENERATOR);
    for (const { file, content } of await generatedTypes()) {
      const isFresh = (await readFile(file, 'utf8')) === content;
      expect(isFresh, `${file} is outdated; run npm run generate-types`).toBe(true);
    }
  });
});

describe('behavior follows the description:', () => {
  const order = { external_id: 'x'.repeat(11), package_id: 1, address: ADDRESS };

  test('a lower limit for external_id refuses what was accepted', async () => {
    const before = await builtinContract('energy-rental-v1');
    const after = await contractOf(edited(/(OrderRequest:[\s\S]*?)maxLength: 128/, '$1maxLength: 10'));
    expect(before.byId('createOrder').check({ query: {}, body: order })).toEqual([]);
    expect(after.byId('createOrder').check({ query: {}, body: order })).toMatchObject([
      {
        status: 422,
        error: 'EXTERNAL_ID_INVALID',
        message: 'body.external_id must have at most 10 characters, but has 11',
      },
    ]);
  });

  test('another order of properties changes the order of violations', async () => {
    const body = { external_id: 'a b', package_id: 1, address: 5 };
    const pathsOf = (contract: Contract): string[] =>
      contract
        .byId('createOrder')
        .check({ query: {}, body })
        .map(({ path }) => path);
    const address = /( {8}address:\n {10}type: string\n.*\n.*INVALID_TRON_ADDRESS \}\n)(\n {4}ProductChoice)/;
    const moved = edited(
      /(OrderFields:[\s\S]*?properties:\n)/,
      '$1        address: { type: string, x-violation: { status: 422, error: INVALID_TRON_ADDRESS } }\n',
    ).replace(address, '$2');
    const before = await builtinContract('energy-rental-v1');
    expect(pathsOf(before)).toEqual(['body.external_id', 'body.address']);
    expect(pathsOf(await contractOf(moved))).toEqual(['body.address', 'body.external_id']);
  });
});

/** A response, resolved if it is a reference. */
function resolved(
  { components }: Description,
  response: OpenAPIV3.ReferenceObject | OpenAPIV3.ResponseObject,
): OpenAPIV3.ReferenceObject | OpenAPIV3.ResponseObject {
  if (!('$ref' in response)) return response;
  return components!.responses![response.$ref.replace('#/components/responses/', '')]!;
}

function examplesIn(
  node: OpenAPIV3.ReferenceObject | OpenAPIV3.RequestBodyObject | OpenAPIV3.ResponseObject,
): unknown[] {
  if ('$ref' in node) throw new Error(`${node.$ref} is referred to, and must be looked up first`);
  const { example, examples = {} } = node.content?.['application/json'] ?? {};
  const named = Object.values(examples).map(one => {
    if ('$ref' in one) throw new Error(`${one.$ref} is referred to, and must be looked up first`);
    return one.value;
  });
  return example === undefined ? named : [example, ...named];
}

interface Node {
  readonly [key: string]: unknown;
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isId = (name: unknown): boolean => /^(id|order|\w+_id)$/.test(String(name));

/** The paths and formats of all integers in a description that are called an id: properties and parameters, not rules. */
function idsIn(node: unknown, path = ''): [path: string, format: unknown][] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'oneOf') return [];
    const at = `${path}/${key}`;
    const name = key === 'schema' ? node.name : path.endsWith('/properties') ? key : undefined;
    if (isObject(value) && value.type === 'integer' && isId(name)) return [[at, value.format]];
    return idsIn(value, at);
  });
}

test.each([
  ['energy-rental-v1', 11],
  ['control-v1', 18],
])('%s gives ids 64 bits, so that generated clients do not cut them off', async (name, least) => {
  const described = await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8');
  const ids = idsIn(parse(described));
  expect(ids.length).toBeGreaterThanOrEqual(least);
  expect(ids.filter(([, format]) => format !== 'int64')).toEqual([]);
});

test('the description of the service shares no array between two places, which some readers refuse', () => {
  const seen = new Set<unknown>();
  const shared: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (!isObject(node)) return;
    if (Array.isArray(node) && seen.has(node)) shared.push(path);
    seen.add(node);
    for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`);
  };
  visit(parse(text), '');
  expect(shared).toEqual([]);
});

/** The places of all lists below a node that have no maximum length. */
function unlimitedLists(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, maxItems } = node as { type?: unknown; maxItems?: unknown };
  const isList = !Array.isArray(node) && [type].flat().includes('array');
  const below = Object.entries(node).flatMap(([name, one]) => unlimitedLists(one, `${place}.${name}`));
  return isList && maxItems === undefined ? [place, ...below] : below;
}

test.each<BuiltinName>(['energy-rental-v1', 'control-v1'])(
  '%s limits the length of every list, in requests and in responses',
  async name => {
    expect(unlimitedLists((await builtinContract(name)).document, name)).toEqual([]);
  },
);
