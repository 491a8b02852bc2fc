import { readFileSync } from 'node:fs';
import { link, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FILE_MODE } from './durable-files.ts';
import { StorageError, storageError } from './storage.ts';

/** The process that holds a folder. It is identified by its id and its start time, because ids are reused. */
interface Holder {
  readonly pid: number;
  /** The system's boot id and the process's start time since boot; empty if the system does not provide them. */
  readonly born: string;
}

const LOCK = 'lock';

/** The locks that this process holds. Any other lock with its process id belonged to an earlier process with the same id. */
const held = new Set<string>();

/** The boot id and start time of a process; empty if the system does not provide them. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot} ${fields[19]}`;
  } catch {
    return '';
  }
}

function isAlive({ pid, born }: Holder, lock: string): boolean {
  if (pid === process.pid) return held.has(resolve(lock));
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const startNow = startOf(pid);
  return born === '' || startNow === '' || born === startNow;
}

/** The largest process id. A signal to 0 or to a negative number would go to a group of processes. */
const MAX_PID = 2 ** 31 - 1;

/**
 * The holder named in a lock file, or null if the content is not valid.
 * @throws StorageError for anything but a file: reading a pipe or a device might never end
 */
async function holderOf(path: string): Promise<Holder | null> {
  if (!(await lstat(path)).isFile()) {
    throw new StorageError(
      `${path}: this is not the lock file of a server; remove it, or choose another folder with --data`,
    );
  }
  try {
    const found = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder> | null;
    const pid = Number(found?.pid);
    if (!Number.isInteger(pid) || pid < 1 || pid > MAX_PID) return null;
    return { pid, born: String(found?.born ?? '') };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Creates the lock unless one exists. A link makes name and content appear at the same time. */
async function claim(lock: string, own: string): Promise<boolean> {
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Refuses if a living process holds the lock; otherwise removes the lock. */
async function refuseOrClear(lock: string, own: string, remark: (text: string) => void): Promise<void> {
  const holder = await holderOf(lock);
  if (holder && isAlive(holder, lock)) {
    throw new StorageError(
      `${lock}: process ${holder.pid} is using this folder; stop it, or choose another folder with --data`,
    );
  }
  remark(`${lock}: taken over from process ${holder?.pid ?? 'unknown'}, which ended without removing it`);
  // If two processes take over at the same time, the second can move away the new lock of the first, and then restores it.
  const aside = `${own}.stale`;
  await rename(lock, aside);
  const moved = await holderOf(aside);
  if (moved && isAlive(moved, lock)) {
    await claim(lock, aside);
    throw new StorageError(
      `${lock}: process ${moved.pid} has just locked this folder; choose another folder with --data`,
    );
  }
  await rm(aside, { force: true });
}

/**
 * Locks a folder for this process. The lock of a process that has ended is taken over.
 * @returns a function that unlocks the folder
 * @throws StorageError if another process holds the lock
 */
export async function lockFolder(
  folder: string,
  remark: (text: string) => void,
): Promise<() => Promise<void>> {
  const lock = join(folder, LOCK);
  const own = `${lock}.${process.pid}.${Math.trunc(performance.now() * 1_000)}`;
  const holder: Holder = { pid: process.pid, born: startOf(process.pid) };
  try {
    await writeFile(own, JSON.stringify(holder), { flag: 'wx', mode: FILE_MODE });
    if (!(await claim(lock, own))) {
      await refuseOrClear(lock, own, remark).catch(error => {
        // The holder has just removed its lock.
        if (error.code !== 'ENOENT') throw error;
      });
      if (!(await claim(lock, own))) {
        throw new StorageError(
          `${lock}: another process has just locked this folder; choose another folder with --data`,
        );
      }
    }
  } catch (error) {
    throw storageError('lock the folder', lock, error);
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
  held.add(resolve(lock));
  return async () => {
    held.delete(resolve(lock));
    await rm(lock, { force: true });
  };
}
