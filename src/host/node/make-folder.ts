import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Creates one folder, unless it exists. @throws NodeJS.ErrnoException */
function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

/**
 * Creates a folder and those above it that are missing. The recursive mkdir of Node.js never returns in file systems that
 * take no folders, such as /proc.
 * @throws NodeJS.ErrnoException ENOTSUP in such a file system
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  try {
    makeOne(folder, mode);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const above = dirname(folder);
    if (isFolder(above)) {
      throw Object.assign(new Error(`the file system takes no folders in ${above}`), { code: 'ENOTSUP' });
    }
    if (above === folder) throw error;
    makeFolder(above, mode);
    makeOne(folder, mode);
  }
}
