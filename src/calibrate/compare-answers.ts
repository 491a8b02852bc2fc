import { isDeepStrictEqual } from 'node:util';
import { type Fields, isFields } from './recording.ts';
import { shown } from './verdicts.ts';

/** Fields of which only the presence is compared: instants, and values that are random. */
const PRESENCE_ONLY: readonly string[] = [
  'created_at',
  'delivered_at',
  'completed_at',
  'updated_at',
  'txid',
  'event_id',
];

const ORDER_IDS: readonly string[] = ['id', 'order_id'];

/** How values of the recording are named in the replay. */
export interface Names {
  /** The order in the sandbox for an order of the recording. Learns the pair if neither is known. */
  readonly matchOrder: (recorded: number, replayed: number) => boolean;
  /** The address that the replay uses for one of the recording. */
  readonly address: (recorded: string) => string;
}

/** A field in which two JSON values differ. */
export interface FieldDifference {
  readonly field: string;
  readonly observed: string;
  readonly sandbox: string;
}

const isOrderId = (name: string, path: string): boolean =>
  ORDER_IDS.includes(name) && !path.endsWith('recommended_package');

function compareLeaf(observed: unknown, sandbox: unknown, name: string, path: string, names: Names): boolean {
  if (PRESENCE_ONLY.includes(name))
    return typeof observed === typeof sandbox && (observed === null) === (sandbox === null);
  if (isOrderId(name, path) && typeof observed === 'number' && typeof sandbox === 'number')
    return names.matchOrder(observed, sandbox);
  if (name === 'address' && typeof observed === 'string') return names.address(observed) === sandbox;
  return isDeepStrictEqual(observed, sandbox);
}

const MISSING = 'missing';

function compareFields(observed: Fields, sandbox: Fields, path: string, names: Names): FieldDifference[] {
  const keys = [...new Set([...Object.keys(observed), ...Object.keys(sandbox)])];
  return keys.flatMap(key => {
    const field = `${path}.${key}`;
    if (!Object.hasOwn(sandbox, key)) return [{ field, observed: shown(observed[key]), sandbox: MISSING }];
    if (!Object.hasOwn(observed, key)) return [{ field, observed: MISSING, sandbox: shown(sandbox[key]) }];
    return compareJson(observed[key], sandbox[key], path, names, key);
  });
}

/**
 * The fields in which a JSON value of the recording differs from that of the sandbox, ids and times aside.
 * @param path of the value, such as `body`; with `name`, of the object that it is a field of
 */
export function compareJson(
  observed: unknown,
  sandbox: unknown,
  path: string,
  names: Names,
  name = '',
): FieldDifference[] {
  const field = name === '' ? path : `${path}.${name}`;
  if (isFields(observed) && isFields(sandbox)) return compareFields(observed, sandbox, field, names);
  if (Array.isArray(observed) && Array.isArray(sandbox) && observed.length === sandbox.length)
    return observed.flatMap((item, index) => compareJson(item, sandbox[index], `${field}[${index}]`, names));
  if (compareLeaf(observed, sandbox, name, path, names)) return [];
  return [{ field, observed: shown(observed), sandbox: shown(sandbox) }];
}
