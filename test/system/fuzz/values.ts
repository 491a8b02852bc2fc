import { addressNumber } from '../../support/addresses.ts';
import type { Random } from '../simulation/random.ts';

const repeated = (text: string, times: number): string => text.repeat(times);

/** JSON texts at and beyond every limit of a field. They are texts because not all of them have a JavaScript value. */
const EDGES: readonly string[] = [
  ...'null true false 0 -0 1 -1 1.5 1.0 5 7 15 60 65000 1e3 1E400 -1e400 1e-400 0.1e1 2147483648'.split(' '),
  ...'9007199254740991 9007199254740992 -9007199254740993'.split(' '),
  ...'"" "1" "0x10" "true" "null" "a/b" "é" "\\u0000" "\\ud800" "\\n" "__proto__"'.split(' '),
  ...'[] {} [null] [[]] {"a":1} {"__proto__":{"polluted":1}}'.split(' '),
  '" "',
  '{"constructor":{"prototype":{"polluted":1}}}',
  ...[119, 120, 121, 127, 128, 129, 5_000].map(length => `"${repeated('x', length)}"`),
  `"${repeated('😀', 64)}"`,
  repeated('9', 400),
  `${repeated('[', 500)}${repeated(']', 500)}`,
  `${repeated('{"a":', 500)}1${repeated('}', 500)}`,
];

const KEYS: readonly string[] = [
  ...'external_id package_id energy_amount duration_minutes address recipient_address has_usdt'.split(' '),
  ...'orders __proto__ constructor toString hasOwnProperty 0 length Address'.split(' '),
  '',
];

/** JSON text from fields, so that keys can be duplicated and values need not be JavaScript values. */
export type Fields = [key: string, text: string][];

const written = (fields: Fields): string =>
  `{${fields.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;

/** A valid order or bulk item. */
function orderFields(random: Random): Fields {
  const fields: Fields = [];
  if (random.chance(0.8)) fields.push(['external_id', JSON.stringify(`fuzz-${random.below(4_000)}`)]);
  if (random.chance(0.7)) fields.push(['package_id', String(1 + random.below(5))]);
  else fields.push(['energy_amount', String(1_000 * (32 + random.below(60)))]);
  if (random.chance(0.2)) fields.push(['duration_minutes', String(random.pick([5, 10, 15, 60]))]);
  fields.push(['address', JSON.stringify(addressNumber(1 + random.below(20)))]);
  return fields;
}

const estimateFields = (random: Random): Fields => [
  ['recipient_address', JSON.stringify(addressNumber(1 + random.below(20)))],
  ...(random.chance(0.5) ? [['has_usdt', random.pick(['true', 'false', 'null'])] as [string, string]] : []),
];

/** Replaces, omits, adds, duplicates or moves some fields. */
function bent(random: Random, fields: Fields): Fields {
  let bentFields = [...fields];
  for (let times = 1 + random.below(3); times > 0; times--) {
    const place = random.below(bentFields.length + 1);
    const key = random.chance(0.7) && bentFields[place] ? bentFields[place][0] : random.pick(KEYS);
    const replacement: [string, string] = [key, random.pick(EDGES)];
    bentFields = random.pick([
      () => bentFields.with(Math.min(place, bentFields.length - 1), replacement),
      () => bentFields.toSpliced(place, 1),
      () => bentFields.toSpliced(place, 0, replacement),
      () => [...bentFields, replacement],
    ])();
    if (bentFields.length === 0) return [];
  }
  return bentFields;
}

const sometimesBent = (random: Random, fields: Fields): string =>
  written(random.chance(0.5) ? fields : bent(random, fields));

function bulkText(random: Random): string {
  const count = random.weighted([
    [10, 1 + random.below(4)],
    [1, random.pick([0, 49, 50, 51, 200])],
  ]);
  const items = Array.from({ length: count }, () =>
    random.chance(0.05) ? random.pick(EDGES) : sometimesBent(random, orderFields(random)),
  );
  const fields: Fields = [['orders', `[${items.join(',')}]`]];
  return random.chance(0.9) ? written(fields) : sometimesBent(random, fields);
}

/** Valid and nearly valid bodies of the operations that have one. */
export const BODIES: Readonly<Record<string, (random: Random) => string>> = {
  '/api/v1/order/': random => sometimesBent(random, orderFields(random)),
  '/api/v1/estimate/': random => sometimesBent(random, estimateFields(random)),
  '/api/v1/orders/bulk/': bulkText,
};

const QUERY_KEYS: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/quote/': ['package_id', 'energy_amount', 'duration_minutes'],
  '/api/v1/status/': ['id', 'external_id'],
  '/api/v1/balance/': ['anything'],
};

const QUERY_VALUES: readonly string[] = [
  ...'1 2 5 60 15 65000 0 -1 +1 1.5 007 0x10 1e3 %201 1%20 abc 1,2 9007199254740991'.split(' '),
  ...'9007199254740992 %00 %ff % %D9%A3 [1] fuzz-1 fuzz-2 fuzz-3 %F0%9F%98%80 __proto__ null 1&1'.split(' '),
  '',
  repeated('1', 400),
  repeated('x', 128),
  repeated('x', 129),
];

/** A valid or invalid query; sometimes empty. */
export function queryOf(random: Random, path: string): string {
  const names = [...(QUERY_KEYS[path] ?? ['x']), 'ID', '__proto__', 'constructor', 'id[]', 'id[a]'];
  const count = random.weighted([
    [2, 0],
    [7, 1],
    [3, 2],
    [1, 5],
  ]);
  const pairs = Array.from({ length: count }, () => {
    const name = random.chance(0.85)
      ? names[random.below(QUERY_KEYS[path]?.length ?? 1)]!
      : random.pick(names);
    return random.chance(0.05) ? name : `${name}=${random.pick(QUERY_VALUES)}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
