import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Contract } from '../../src/contract/contract-types.ts';
import { builtinContract } from '../../src/contract/load-contract.ts';
import { ADDRESS, descriptionText } from './requests.ts';

/** Each body, and whether types that were generated from the description accept it. The server must agree. */
const ORDERS: readonly (readonly [name: string, body: object, accepted: boolean])[] = [
  ['a package', { address: ADDRESS, package_id: 1 }, true],
  ['a custom amount', { address: ADDRESS, energy_amount: 65_000 }, true],
  ['null for the other product', { address: ADDRESS, package_id: 1, energy_amount: null }, true],
  ['null for the external_id', { address: ADDRESS, package_id: 1, external_id: null }, true],
  ['a duration', { address: ADDRESS, package_id: 1, duration_minutes: 15 }, true],
  ['no address', { package_id: 1 }, false],
  ['no product', { address: ADDRESS }, false],
  ['null for both products', { address: ADDRESS, package_id: null, energy_amount: null }, false],
  ['both products', { address: ADDRESS, package_id: 1, energy_amount: 65_000 }, false],
  ['a package in quotes', { address: ADDRESS, package_id: '1' }, false],
  ['an address that is a number', { address: 1, package_id: 1 }, false],
];

const ITEMS: readonly (readonly [name: string, body: object, accepted: boolean])[] = [
  ['no duration', { external_id: 'a', address: ADDRESS, package_id: 1 }, true],
  ['a custom amount', { external_id: 'a', address: ADDRESS, energy_amount: 65_000 }, true],
  ['a duration of 5', { external_id: 'a', address: ADDRESS, package_id: 1, duration_minutes: 5 }, true],
  ['a duration of 7', { external_id: 'a', address: ADDRESS, package_id: 1, duration_minutes: 7 }, false],
  ['no external_id', { address: ADDRESS, package_id: 1 }, false],
  ['no address', { external_id: 'a', package_id: 1 }, false],
  ['no product', { external_id: 'a', address: ADDRESS }, false],
  ['both products', { external_id: 'a', address: ADDRESS, package_id: 1, energy_amount: 65_000 }, false],
];

const ESTIMATES: readonly (readonly [name: string, body: object, accepted: boolean])[] = [
  ['an address only', { recipient_address: ADDRESS }, true],
  ['null as the hint', { recipient_address: ADDRESS, has_usdt: null }, true],
  ['no address', { has_usdt: true }, false],
  ['a hint in quotes', { recipient_address: ADDRESS, has_usdt: 'true' }, false],
];

const CASES = [
  ...ORDERS.map(([name, body, accepted]) => ({ name, body, accepted, operation: 'createOrder' })),
  ...ITEMS.map(([name, item, accepted]) => {
    return { name, body: { orders: [item] }, accepted, operation: 'createOrdersBulk' };
  }),
  ...ESTIMATES.map(([name, body, accepted]) => ({ name, body, accepted, operation: 'createEstimate' })),
];

/** The messages of the compiler about each source file, which may import the other ones. */
function compile(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    // Without those of browsers, which take most of the time.
    lib: ['lib.es2023.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = name => sources.has(name) || fileExists(name);
  host.readFile = name => sources.get(name) ?? readFile(name);
  host.getSourceFile = (name, target) => {
    const text = sources.get(name);
    return text === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  const messagesOn = (name: string): string[] =>
    program
      .getSemanticDiagnostics(program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return new Map([...sources.keys()].map(name => [name, messagesOn(name)]));
}

const fileOf = (index: number): string => `/case-${index}.ts`;

describe('types that openapi-typescript generates with its default options', () => {
  let contract: Contract;
  let messages: Map<string, string[]>;

  beforeAll(async () => {
    contract = await builtinContract('energy-rental-v1');
    const types = astToString(await openapiTS(parse(await descriptionText())));
    const calls = CASES.map(({ operation, body }, index): [string, string] => [
      fileOf(index),
      `import type { operations } from './types';
export const body: operations['${operation}']['requestBody']['content']['application/json'] = ${JSON.stringify(body)};`,
    ]);
    messages = compile(new Map([['/types.ts', types], ...calls]));
  });

  test('compile', () => {
    expect(messages.get('/types.ts')).toEqual([]);
  });

  test.each(CASES.map((one, index) => ({ ...one, index })))(
    'of $operation with $name are accepted: $accepted, as by the server',
    ({ operation, body, accepted, index }) => {
      const found = messages.get(fileOf(index))!;
      expect(found.length === 0, found.join('\n')).toBe(accepted);
      expect(contract.byId(operation).check({ query: {}, body }).length === 0).toBe(accepted);
    },
  );
});
