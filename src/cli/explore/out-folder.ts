import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CliError, EXIT_USAGE } from '../cli-error.ts';

/**
 * Checks that scenarios can be written to a folder, which need not exist yet: an exploration takes minutes, and its files
 * are written last.
 * @throws CliError
 */
export async function checkOutFolder(out: string): Promise<void> {
  let path = resolve(out);
  let found = await stat(path).catch(() => null);
  while (!found && dirname(path) !== path) {
    path = dirname(path);
    found = await stat(path).catch(() => null);
  }
  if (!found?.isDirectory())
    throw new CliError(`--out: ${path} is a file; name a folder for the scenarios`, EXIT_USAGE);
  await access(path, constants.W_OK | constants.X_OK).catch(() => {
    throw new CliError(
      `--out: ${path} is not writable; name another folder, or change its permissions`,
      EXIT_USAGE,
    );
  });
}
