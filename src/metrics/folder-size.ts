import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The size of the files in a folder, in bytes. Files that disappear meanwhile are not counted. */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const file = await stat(join(entry.parentPath, entry.name)).catch(() => null);
    bytes += file?.size ?? 0;
  }
  return bytes;
}
