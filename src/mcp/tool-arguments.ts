import { z } from 'zod';

/**
 * The arguments of a tool. Others are refused, and the message names those that the tool has: an argument that was
 * ignored would look as if it had worked.
 */
export function toolArguments<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  const known = names.length === 0 ? 'this tool has none' : `this tool has ${names.join(', ')}`;
  return z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `unknown argument ${issue.keys.map(key => JSON.stringify(key)).join(', ')}; ${known}`
        : undefined,
  });
}

/** The account that a tool is about. */
export const accountArgument = z
  .string()
  .optional()
  .describe('The name of the account. Required after create_account; until then, demo is the default');

/** The account of a tool that can be about all of them. */
export const anyAccountArgument = z
  .string()
  .optional()
  .describe('The name of an account. Default: all accounts together');
