import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pause, systemClock } from './host-clock.ts';

type Reason = readonly [what: string, fix: string];

const NO_PERMISSION: Reason = ['permission denied', 'fix its permissions'];

const REASONS: Readonly<Record<string, Reason>> = {
  ENOENT: ['no such file or folder', 'check the path'],
  ENOTDIR: ['a part of the path is not a folder', 'check the path'],
  EISDIR: ['it is a folder', 'name a file in it'],
  EEXIST: ['it is a file', 'choose another path'],
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: ['the file system is read-only', 'choose another path'],
  ENOTSUP: ['the file system takes no folders there', 'choose another path'],
  ENOSPC: ['the disk is full', 'free some space'],
  EDQUOT: ['the disk quota is exceeded', 'free some space'],
  EFBIG: ['the file size limit is reached', 'raise the limit (ulimit -f)'],
  EIO: ['the disk reports an error', 'see the system log'],
  EMFILE: ['the process has too many files open', 'raise the limit (ulimit -n)'],
  ENAMETOOLONG: ['the path is too long', 'choose a shorter one'],
  ELOOP: ['the path has too many symbolic links', 'choose another path'],
  ENXIO: ['it is a socket or a device', 'name a regular file'],
  ENOTREG: ['it is a pipe, a socket or a device', 'name a regular file'],
  ERR_FS_FILE_TOO_LARGE: ['the file is larger than 2 GiB', 'choose a smaller one'],
};

/**
 * Why a file or folder cannot be read or written, and how to fix it: `permission denied; fix its permissions`.
 * @param fixInstead what to do, if the caller knows better
 */
export function fileProblem(error: unknown, fixInstead?: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [what, fix] = REASONS[code] ?? [message, ''];
  const remedy = fixInstead ?? fix;
  return remedy === '' ? what : `${what}; ${remedy}`;
}

/** The code of an error of Node, such as ENOENT; empty if it has none. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** A pipe is opened without waiting for its other end. The flag does not exist on Windows. */
const NO_WAITING = constants.O_NONBLOCK ?? 0;

/** Reading a folder fails with EISDIR. */
function refuseIrregular(stats: Stats, path: string): void {
  if (stats.isFile() || stats.isDirectory()) return;
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ENOTREG' });
}

/**
 * Opens a file that a user has named, or that lies in a folder of the user. Reading a pipe, a socket or a device could
 * wait or go on for ever.
 * @throws NodeJS.ErrnoException ENOTREG for these; otherwise as `open` does
 */
export async function openRegularFile(path: string, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  const handle = await open(path, flags | NO_WAITING);
  try {
    refuseIrregular(await handle.stat(), path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The bytes of a file that is not large. @throws NodeJS.ErrnoException as `openRegularFile` does */
export function readRegularBytes(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | NO_WAITING);
  try {
    refuseIrregular(fstatSync(file), path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The text of a file that is not large. @throws NodeJS.ErrnoException as `openRegularFile` does */
export const readRegularFile = async (path: string): Promise<string> =>
  readRegularBytes(path).toString('utf8');

/** Others may not read a file with a credential, and only its owner may write it. */
const EXPOSING_MODE = 0o026;

/** Warns if other users of this machine can read or write a file with a credential. */
export function warnIfExposed(path: string, warn: (text: string) => void): void {
  const { mode } = statSync(path);
  if (process.platform === 'win32' || (mode & EXPOSING_MODE) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  warn(
    `${path}: other users of this machine can read or write this file (mode ${shown}); make it private: chmod 600 ${path}`,
  );
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

/**
 * Creates a folder and its missing parents. The recursive mkdir of Node.js never returns in file systems that cannot
 * hold new folders, such as /proc.
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

/** What Windows reports while another program, such as a virus scanner, has one of the files open. */
const IN_USE: readonly string[] = ['EPERM', 'EACCES', 'EBUSY'];
/** The number of attempts, with a pause between them, after which the refusal must have another reason. */
const RENAME_ATTEMPTS = 10;
const RENAME_PAUSE_MS = 20;

const mayRename = (error: unknown, attempt: number, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && attempt < RENAME_ATTEMPTS && IN_USE.includes(codeOf(error));

/**
 * Renames a file. On Windows it waits for other programs that have the file, or the one that it replaces, open.
 * @throws NodeJS.ErrnoException
 */
export async function renameFile(
  from: string,
  to: string,
  {
    platform = process.platform,
    move = rename as (from: string, to: string) => Promise<void>,
    wait = pause,
  } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!mayRename(error, attempt, platform)) throw error;
      await wait(systemClock, RENAME_PAUSE_MS);
    }
  }
}

/** The same as `renameFile`, for a process that is about to exit. */
export function renameFileSync(from: string, to: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!mayRename(error, attempt, process.platform)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RENAME_PAUSE_MS);
    }
  }
}

class TemporaryFolderError extends Error {
  override readonly name = 'TemporaryFolderError';
}

export interface TemporaryFolderPlace {
  /** The folder that contains it; default: the one for temporary files. */
  readonly parent?: string;
  /** What to do if it cannot be made. */
  readonly fix?: string;
}

/** @param purpose a part of its name, such as `run`. @throws TemporaryFolderError */
export function makeTemporaryFolder(purpose: string, place: TemporaryFolderPlace = {}): string {
  const { parent = tmpdir(), fix = 'set TMPDIR to a folder that can be written' } = place;
  try {
    return mkdtempSync(join(parent, `energy-sandbox-${purpose}-`));
  } catch (error) {
    throw new TemporaryFolderError(`folder for temporary files ${parent}: ${fileProblem(error, fix)}`);
  }
}
