import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileProblem } from './file-problem.ts';

/** The folder for temporary files cannot be used. The message names it and says how to fix it. */
export class TemporaryFolderError extends Error {
  override readonly name = 'TemporaryFolderError';
}

/**
 * Creates a folder of its own among the temporary files.
 * @param purpose the beginning of its name, such as `run`
 * @throws TemporaryFolderError
 */
export function makeTemporaryFolder(purpose: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `energy-sandbox-${purpose}-`));
  } catch (error) {
    const why = fileProblem(error, 'set TMPDIR to a folder that can be written');
    throw new TemporaryFolderError(`folder for temporary files ${tmpdir()}: ${why}`);
  }
}
