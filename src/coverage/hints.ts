import type { ContractOperation } from '../contract/types.ts';

type Hint = (operation: ContractOperation) => string;

const otherMethod = ({ method }: ContractOperation): string => (method === 'GET' ? 'POST' : 'GET');
const isGet = ({ method }: ContractOperation): boolean => method === 'GET';

/** What provokes a response where no built-in scenario does, by status, or by operation and status. */
const HINTS: Readonly<Record<string, Hint>> = {
  '200': ({ method, path }) => `a valid ${method} ${path}`,
  'createOrder 200': ({ method, path }) => `repeat ${method} ${path} with the same external_id`,
  '202': ({ method, path }) => `a valid ${method} ${path}`,
  '400': operation =>
    isGet(operation)
      ? 'an unknown parameter, with the setting unknown_fields: reject'
      : 'a body that is not valid JSON',
  'getOrderStatus 400': () => 'neither id nor external_id in the query',
  '401': () => 'use a key that was revoked, or has expired',
  '403': ({ scope }) => `use a key without the scope ${scope}`,
  '404': operation => (isGet(operation) ? 'package_id=999' : '"package_id": 999'),
  '405': operation => `${otherMethod(operation)} ${operation.path}`,
  '413': () => 'a body larger than the limit of the operation',
  '422': operation =>
    isGet(operation) ? 'leave out package_id and energy_amount' : 'an address that is no TRON address',
  'getOrderStatus 422': () => 'external_id=a%20b, which is not valid',
};

/** What makes an operation respond with a status, in one line. */
export function responseHint(operation: ContractOperation, status: number): string {
  const hint = HINTS[`${operation.id} ${status}`] ?? HINTS[status];
  return (
    hint?.(operation) ??
    ruleLine('requests', `match: { operation: ${operation.id} }, reply: { status: ${status} }`)
  );
}

/** The line of a scenario file with one rule. */
export const ruleLine = (kind: 'requests' | 'webhooks', rule: string): string =>
  `in a scenario: ${kind}: [{ ${rule} }]`;
