import { didYouMean, unknownOption } from '../core/text/nearest-word.ts';
import { invalidOption, shown } from './errors.ts';

type KeyOf<Value> = Value extends unknown ? keyof Value & string : never;

/**
 * Refuses options that a call does not have, because the server does not see them.
 * @throws SandboxError INVALID_OPTION with the nearest name
 */
export function checkOptions<Options>(
  call: string,
  options: Options,
  known: readonly KeyOf<Options>[],
): asserts options is Options & object {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const problem = `expected an object with ${known.join(', ')}, got ${shown(options)}`;
    throw invalidOption(call, '', problem);
  }
  const unknown = unknownOption(options, known);
  if (unknown !== null) throw invalidOption(call, unknown.name, unknown.problem);
}

/**
 * The filter of a list, whose names the server checks.
 * @throws SandboxError INVALID_OPTION for anything but an object, such as an id, which the server would not see
 */
export function checkedFilter<Filter>(call: string, filter: Filter): Filter {
  if (typeof filter === 'object' && filter !== null && !Array.isArray(filter)) return filter;
  throw invalidOption(call, '', `expected an object with options, got ${shown(filter)}`);
}

/** @throws SandboxError INVALID_OPTION with the nearest name, unless the value is one of the known names */
export function checkName(call: string, argument: string, value: unknown, known: readonly string[]): void {
  if (typeof value === 'string' && known.includes(value)) return;
  const near = typeof value === 'string' ? didYouMean(value, known) : '';
  const expected = `expected one of ${known.join(', ')}, got ${shown(value)}`;
  throw invalidOption(call, argument, `${argument}: ${expected}${near}`);
}

/** @throws SandboxError INVALID_OPTION unless the value is absent, an order id or an external_id */
export function checkOrder(call: string, argument: string, order: unknown): void {
  if (order === undefined || (typeof order === 'string' && order !== '')) return;
  if (Number.isSafeInteger(order) && (order as number) > 0) return;
  const problem = `${argument}: expected an order id from 1 or an external_id, got ${shown(order)}`;
  throw invalidOption(call, argument, problem);
}

/**
 * Refuses conditions that are undefined, often by a misspelled property. They would match everything.
 * @throws SandboxError INVALID_OPTION
 */
export function checkConditions(call: string, match: object, path = ''): void {
  for (const [name, value] of Object.entries(match ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    if (value === undefined) {
      throw invalidOption(call, at, `${at} is undefined and would match everything; omit it or give a value`);
    }
    if (typeof value === 'object' && value !== null) checkConditions(call, value as object, at);
  }
}

/** The longest delay of a timer; a longer one would end immediately. */
const LONGEST_MS = 2 ** 31 - 1;

/** @throws SandboxError INVALID_OPTION unless the value is absent or a number of milliseconds that a timer can wait */
export function checkTimeout(call: string, value: unknown, name = 'timeout_ms'): void {
  if (value === undefined) return;
  if (typeof value === 'number' && value >= 0 && value <= LONGEST_MS) return;
  const expected = `expected milliseconds from 0 to ${LONGEST_MS}, got ${shown(value)}`;
  throw invalidOption(call, name, `${name}: ${expected}`);
}
