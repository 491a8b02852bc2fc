import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { Contract } from '../../src/contract/contract-types.ts';
import { loadContract } from '../../src/contract/load-contract.ts';
import { prepareContract } from '../../src/contract/prepare-contract.ts';
import { anyCharacter } from '../support/any-character.ts';

/** Valid Base58Check, for requests that should pass. */
export const ADDRESS = 'TExampLeRecipientxxxxxxxxxxxzqBov8';

const FILE = new URL('../../openapi/energy-rental-v1.yaml', import.meta.url);

/** The description's text. */
export const descriptionText = (): Promise<string> => readFile(FILE, 'utf8');

/** A contract from a description's text. */
export const contractOf = async (text: string): Promise<Contract> =>
  loadContract(await prepareContract(text));

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Values at and around every limit, and some that are always invalid. */
const edgeValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, '', ' ', 'a', '1', '0x10', '1e3', [], {}, [null], { a: 1 }, ADDRESS],
    ...[0, -0, 1, -1, 1.5, 5, 7, 15, 60, 65_000, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e30, JSON.parse('1e400')],
    ...['é', '\u0000', '\ud800', '😀'.repeat(64), '😀'.repeat(128), 'a\n', 'a/b', '~0', '__proto__'],
  ),
  fc.constantFrom(119, 120, 121, 127, 128, 129).map(length => 'x'.repeat(length)),
  fc.string({ unit: anyCharacter }),
  fc.integer(),
  fc.double(),
  fc.constant(deep(2_000)),
  fc.jsonValue(),
);

const hostileKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', 'length', 'Address'],
);

/** An object as JSON.parse creates it: `__proto__` is an ordinary property. */
const parsed = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> => {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
};

/** A valid object with some fields replaced, omitted or added. */
function mutated(valid: Readonly<Record<string, unknown>>, fields: readonly string[]): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(...fields);
  const changes = fc.array(fc.tuple(fc.oneof({ weight: 5, arbitrary: field }, hostileKey), edgeValue), {
    maxLength: 3,
  });
  return fc.record({ changes, dropped: fc.subarray([...fields]), drop: fc.boolean() }).map(it => {
    const kept = Object.entries(valid).filter(([name]) => !it.drop || !it.dropped.includes(name));
    return parsed([...kept, ...it.changes]);
  });
}

const orderFields = ['external_id', 'package_id', 'energy_amount', 'duration_minutes', 'address'];
const validOrder = { external_id: 'invoice-1', package_id: 1, address: ADDRESS };
const bulkItem = mutated(validOrder, orderFields);

const oneOf = (...bodies: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc.oneof(...bodies.map(arbitrary => ({ weight: 4, arbitrary })), edgeValue, fc.constant(undefined));

/** Valid and invalid bodies, by operation. */
export const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  createEstimate: oneOf(
    mutated({ recipient_address: ADDRESS, has_usdt: true }, ['recipient_address', 'has_usdt']),
  ),
  createOrder: oneOf(
    mutated(validOrder, orderFields),
    mutated({ energy_amount: 65_000, address: ADDRESS }, orderFields),
  ),
  createOrdersBulk: oneOf(
    fc.array(bulkItem, { minLength: 1, maxLength: 3 }).map(orders => ({ orders })),
    fc.constantFrom(0, 49, 50, 51).map(length => ({ orders: Array(length).fill(validOrder) })),
    fc.array(fc.oneof(bulkItem, edgeValue), { maxLength: 60 }).map(orders => ({ orders })),
    mutated({ orders: [validOrder] }, ['orders']),
  ),
};

const text = fc.oneof(
  fc.constantFrom(
    ...['', '0', '1', '17', '007', '-1', '+1', '1.5', '0x10', '1e3', ' 1 ', '1 ', '٣', '1'.repeat(400)],
    ...[
      String(2 ** 53 - 1),
      String(2 ** 53),
      'abc',
      'x'.repeat(128),
      'x'.repeat(129),
      'é',
      'true',
      '[1]',
      '1,2',
    ],
  ),
  fc.string({ unit: anyCharacter }),
  fc.nat().map(String),
);

const queryOf = (...names: string[]): fc.Arbitrary<Record<string, string>> =>
  fc
    .array(fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, hostileKey), text), {
      maxLength: 4,
    })
    .map(entries => parsed(entries) as Record<string, string>);

/** Valid and invalid queries, by operation. */
export const queries: Readonly<Record<string, fc.Arbitrary<Record<string, string>>>> = {
  getQuote: queryOf('package_id', 'energy_amount', 'duration_minutes', 'PACKAGE_ID'),
  getOrderStatus: queryOf('id', 'external_id', 'ID'),
  getBalance: queryOf('id'),
};
