import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FILE_MODE } from './durable-files.ts';
import { StorageError } from './storage.ts';
import { storageError } from './storage-errors.ts';

/** Who holds a folder. A process is identified by its id together with its start, because ids are reused. */
interface Holder {
  readonly pid: number;
  /** The system's boot and the process's start since then; empty where the system does not say. */
  readonly born: string;
}

const LOCK = 'lock';

/** The locks that this process holds. Any other lock with its id belonged to a process that had the id before. */
const held = new Set<string>();

/** When a process began; empty where the system does not say. */
function bornOf(pid: number): string {
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
  const bornNow = bornOf(pid);
  return born === '' || bornNow === '' || born === bornNow;
}

/** The holder that a lock names, or null where it is not readable as a lock. */
async function holderOf(path: string): Promise<Holder | null> {
  try {
    const { pid, born } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>;
    return Number.isSafeInteger(pid) ? { pid: pid as number, born: String(born ?? '') } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Creates the lock unless there is one. Linking makes name and content appear together. */
async function claim(lock: string, own: string): Promise<boolean> {
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function refuseOrClear(lock: string, own: string, remark: (text: string) => void): Promise<void> {
  const holder = await holderOf(lock);
  if (holder && isAlive(holder, lock)) {
    throw new StorageError(
      `${lock}: process ${holder.pid} keeps its accounts in this folder; end it, or name another folder with --data`,
    );
  }
  remark(`${lock}: taken over from process ${holder?.pid ?? 'unknown'}, which ended without removing it`);
  // Of two processes that take over at once, the second moves the first one's new lock away: it puts that back.
  const aside = `${own}.stale`;
  await rename(lock, aside);
  const moved = await holderOf(aside);
  if (moved && isAlive(moved, lock)) {
    await claim(lock, aside);
    throw new StorageError(
      `${lock}: process ${moved.pid} has just taken this folder; name another with --data`,
    );
  }
  await rm(aside, { force: true });
}

/**
 * Locks a folder for this process. The lock of a process that has ended is taken over.
 * @returns unlocks the folder
 * @throws StorageError where another process has it
 */
export async function lockFolder(
  folder: string,
  remark: (text: string) => void,
): Promise<() => Promise<void>> {
  const lock = join(folder, LOCK);
  const own = `${lock}.${process.pid}.${Math.trunc(performance.now() * 1_000)}`;
  const holder: Holder = { pid: process.pid, born: bornOf(process.pid) };
  try {
    await writeFile(own, JSON.stringify(holder), { flag: 'wx', mode: FILE_MODE });
    if (!(await claim(lock, own))) {
      await refuseOrClear(lock, own, remark);
      if (!(await claim(lock, own))) {
        throw new StorageError(
          `${lock}: another process has just taken this folder; name another with --data`,
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
