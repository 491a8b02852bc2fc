import type { Contract } from '../../src/contract/contract-types.ts';
import { ERRORS, type ErrorCode } from '../../src/core/domain/error-codes.ts';
import type { Exchange } from '../../src/core/facts.ts';

/** True for responses that are allowed to differ: scripted ones, and those with the sandbox's own error code. */
function isExempt({ rule, status, answer }: Exchange): boolean {
  if (status === 308) return true;
  return (
    rule?.reply !== undefined || rule?.fault !== undefined || answer.includes('SANDBOX_SCENARIO_UNKNOWN')
  );
}

const namesInLowerCase = (headers: Exchange['answerHeaders']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

/** What is wrong with a failure's envelope: its shape, or an error code with the wrong status. */
function envelopeProblems({ operation }: Exchange, status: number, body: unknown): string[] {
  const { success, error, ...rest } = body as { success?: unknown; error?: ErrorCode; data?: unknown };
  if (success !== false || error === undefined) return ['body: is not an error envelope'];
  const isBulkRefusal = operation === 'createOrdersBulk' && status === 422;
  const extra = Object.keys(rest).filter(key => !(isBulkRefusal && key === 'data'));
  if (extra.length > 0) return [`body: an error envelope has no ${extra.join(', ')}`];
  // A refused bulk request is a 422 with any code of its first item.
  const isRight = ERRORS[error]?.status === status || isBulkRefusal;
  return isRight ? [] : [`body.error: ${error} does not belong to ${status}`];
}

/** What is wrong with a response outside the operations: an unknown path or method. */
function strayProblems(status: number, headers: Record<string, string>): string[] {
  const missing = ['x-ratelimit-limit', 'x-ratelimit-remaining'].filter(
    name => !/^\d+$/.test(headers[name] ?? ''),
  );
  const fits = [404, 405, 503].includes(status);
  return [
    ...missing.map(name => `${name}: is missing`),
    ...(fits ? [] : [`status: ${status} on a path without an operation`]),
  ];
}

/** Checks a response against the description and the rules for all responses. */
export async function problemsOf(contract: Contract, exchange: Exchange): Promise<string[]> {
  const { operation, status, answer } = exchange;
  if (status === null || isExempt(exchange)) return [];
  const headers = namesInLowerCase(exchange.answerHeaders);
  const body: unknown = JSON.parse(answer);
  return [
    ...(status >= 400 ? envelopeProblems(exchange, status, body) : []),
    ...(operation
      ? await contract.validateResponse(operation, status, headers, body)
      : strayProblems(status, headers)),
  ];
}
