import type { Stats } from 'node:fs';
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileProblem } from '../../files/file-problem.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';

/** Creates a folder in another one, and removes it: some file systems say that they are writable, and are not. */
const tryToCreateIn = (folder: string): Promise<void> =>
  mkdtemp(join(folder, '.energy-sandbox-')).then(rmdir);

/** What is at a path; null if nothing is. @throws CliError */
const statOf = (path: string): Promise<Stats | null> =>
  stat(path).catch(error => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new CliError(`--out: ${path} cannot be used: ${fileProblem(error)}`, EXIT_USAGE);
  });

/**
 * Checks that scenarios can be written to a folder, which need not exist yet: an exploration takes minutes, and its files
 * are written last.
 * @throws CliError
 */
export async function checkOutFolder(out: string): Promise<void> {
  let path = resolve(out);
  let found = await statOf(path);
  while (!found && dirname(path) !== path) {
    path = dirname(path);
    found = await statOf(path);
  }
  if (!found?.isDirectory())
    throw new CliError(`--out: ${path} is a file; name a folder for the scenarios`, EXIT_USAGE);
  await tryToCreateIn(path).catch(error => {
    const refused = error.code === 'ENOENT' ? Object.assign(error, { code: 'ENOTSUP' }) : error;
    const why = fileProblem(refused, 'name another folder, or change its permissions');
    throw new CliError(`--out: ${path} is not writable: ${why}`, EXIT_USAGE);
  });
}
