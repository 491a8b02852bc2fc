import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Takes back that a test made a folder, or one in it, unreadable or unwritable. */
async function open(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter(entry => entry.isDirectory());
  await Promise.all(folders.map(({ name }) => open(join(folder, name))));
}

/** Removes a folder of a test with everything in it, whatever permissions the test has set, for ordinary users too. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await open(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
