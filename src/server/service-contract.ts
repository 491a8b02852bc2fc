import { readFile } from 'node:fs/promises';
import type { Contract } from '../contract/contract-types.ts';
import { builtinContract, editedSource } from '../contract/create-contract.ts';
import { fileProblem } from '../host/node/files.ts';
import { OptionError, type SandboxOptions } from './sandbox-options.ts';

/**
 * The contract of the service API: of the file that the option `openapi` names, or the one that comes with the sandbox.
 * @param remark reports an edited copy of the built-in description, which has no effect
 * @throws OptionError with file:line:column for a description that the engine cannot serve
 */
export async function openService(
  { openapi }: SandboxOptions,
  remark: (text: string) => void,
): Promise<Contract> {
  const [builtIn, edited] = await Promise.all([
    builtinContract('energy-rental-v1'),
    openapi === undefined ? editedSource('energy-rental-v1') : null,
  ]);
  if (edited) remark(`${edited} was edited, which has no effect; start with --openapi ${edited} to use it`);
  if (openapi === undefined) return builtIn;
  const { DescriptionError, openDescription } = await import('../contract/open-description.ts');
  const text = await readFile(openapi, 'utf8').catch(error => {
    throw new OptionError(`openapi: ${openapi}: ${fileProblem(error)}`);
  });
  try {
    return await openDescription(openapi, text, builtIn);
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    throw new OptionError(`openapi: ${error.message}`);
  }
}
