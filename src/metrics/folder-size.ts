import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The size of the files in a folder, in bytes. What disappears meanwhile, or may not be read, is not counted: a volume
 * can have a folder such as `lost+found` that belongs to another user.
 */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderSize(path);
    else if (entry.isFile()) bytes += (await lstat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
