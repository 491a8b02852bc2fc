import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, realpath, rename, rm, rmdir, statfs, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { codeOf, makeTemporaryFolder, type TemporaryFolderPlace } from '../node/files.ts';
import { FOLDER_MODE } from './durable-files.ts';
import { StorageError, storageError } from './storage.ts';

/*
 * A folder is locked by a Unix socket, `lock/<id>`, on which its holder listens. The kernel accepts connections to it
 * while the holder lives, even if it is stopped or busy, and refuses them once it has ended in any way.
 *
 * A process takes the lock by renaming a folder that contains its socket to `lock`. This replaces an empty folder, and
 * fails if the folder contains anything. Ids are never reused, and a socket listens before it is named after its id, so
 * a refused connection means that its process has ended. Only then do other processes remove it. The socket of a holder
 * therefore stays in `lock` while the holder lives, and no other process can take the lock during this time.
 */

const LOCK = 'lock';
const LEFTOVER = /^lock\.\d+\.[0-9a-f]{12}$/;
const UNNAMED = 'new';

/** The longest path of a socket in bytes: 103 on macOS, 107 on Linux. Node.js cuts off a longer one without an error. */
const MAX_SOCKET_PATH = 103;

/** File systems that several machines use at a time, by their type in statfs. A socket works on one machine only. */
const NETWORK_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x00c36400, 'CephFS'],
]);

async function unless<Result>(codes: readonly string[], operation: Promise<Result>): Promise<Result | null> {
  try {
    return await operation;
  } catch (error) {
    if (codes.includes(codeOf(error))) return null;
    throw error;
  }
}

const isShort = (path: string): boolean => Buffer.byteLength(path) <= MAX_SOCKET_PATH;

/** TMPDIR can be as long as the path that is to be shortened; all systems whose sockets have paths have `/tmp`. */
const PLACES_FOR_LINKS: readonly TemporaryFolderPlace[] = [
  {},
  { parent: '/tmp', fix: 'set TMPDIR to a folder with a shorter path' },
];

/** Calls a function with a path of a socket in a folder. If the path is too long, it goes through a temporary link. */
async function withSocketPath<Result>(
  folder: string,
  name: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const direct = join(folder, name);
  if (isShort(direct)) return use(direct);
  for (const place of PLACES_FOR_LINKS) {
    const temporary = makeTemporaryFolder('lock', place);
    try {
      const link = join(temporary, 'f');
      const path = join(link, name);
      if (!isShort(path)) continue;
      await symlink(resolve(folder), link, 'dir');
      return await use(path);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
  // A server's own names are short.
  throw notALock(folder);
}

/** True if a process listened on a socket when this was called. False if none does or ever will again. */
const isListening = (folder: string, name: string): Promise<boolean> =>
  withSocketPath(folder, name, async path => {
    const socket = connect(path);
    try {
      await once(socket, 'connect');
      return true;
    } catch (error) {
      // More connections wait than the socket holds, or the process has ended since it was connected.
      if (['EAGAIN', 'ECONNRESET'].includes(codeOf(error))) return true;
      if (['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))) return false;
      throw error;
    } finally {
      socket.destroy();
    }
  });

const notALock = (lock: string): StorageError =>
  new StorageError(
    `${lock}: this is not the lock of a server; remove it if no server uses the folder, or choose another folder with --data`,
  );

const inUse = (lock: string, holder: string): StorageError =>
  new StorageError(`${lock}: ${holder} is using this folder; stop it, or choose another folder with --data`);

/**
 * Removes the sockets of processes that have ended, and then the folder.
 * @returns the id of the last one, or null if there was none
 * @throws StorageError if one of the processes is running
 */
async function clear(folder: string): Promise<string | null> {
  let ended: string | null = null;
  for (const entry of (await unless(['ENOENT'], readdir(folder, { withFileTypes: true }))) ?? []) {
    if (!entry.isSocket()) throw notALock(folder);
    if (await isListening(folder, entry.name)) {
      throw inUse(folder, `process ${Number.parseInt(entry.name, 10)}, perhaps of another container,`);
    }
    await rm(join(folder, entry.name), { force: true });
    ended = entry.name;
  }
  await unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], rmdir(folder));
  return ended;
}

/** Returns false if the new name is a folder that contains anything. @throws StorageError for anything but a folder */
async function replaceEmpty(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false;
    throw codeOf(error) === 'ENOTDIR' ? notALock(to) : error;
  }
}

/** @throws StorageError if the file system has no sockets */
async function stage(staged: string, id: string, server: Server): Promise<void> {
  await mkdir(staged, { mode: FOLDER_MODE });
  await withSocketPath(staged, UNNAMED, async path => {
    server.listen({ path, exclusive: true });
    await once(server, 'listening');
  }).catch(async error => {
    await readdir(staged); // Another process may have removed it; Node.js then reports EACCES.
    if (error instanceof StorageError || ['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error;
    throw new StorageError(
      `${staged}: the file system cannot hold Unix sockets, which lock the folder (${codeOf(error)}); choose a folder in a local file system with --data, in a container one in a volume`,
      { cause: error },
    );
  });
  await rename(join(staged, UNNAMED), join(staged, id));
}

/** @returns a function that removes the socket */
async function lockBySocket(
  folder: string,
  server: Server,
  remark: (text: string) => void,
): Promise<() => Promise<void>> {
  const network = NETWORK_FILE_SYSTEMS.get((await statfs(folder)).type);
  if (network) {
    throw new StorageError(
      `${folder}: a folder on ${network} cannot be locked against servers on other machines; choose a folder in a local file system with --data`,
    );
  }
  const lock = join(folder, LOCK);
  const id = `${process.pid}.${randomBytes(6).toString('hex')}`;
  const staged = join(folder, `${LOCK}.${id}`);
  let ended: string | null = null;
  try {
    await stage(staged, id, server);
    while (!(await replaceEmpty(staged, lock))) ended = (await clear(lock)) ?? ended;
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    // Only the process that holds the lock removes the folder of another process, which it considers left over.
    throw codeOf(error) === 'ENOENT' ? inUse(lock, 'a process that has just locked it') : error;
  }
  if (ended !== null) {
    remark(
      `${lock}: taken over from process ${Number.parseInt(ended, 10)}, which ended without unlocking it`,
    );
  }
  for (const name of (await readdir(folder)).filter(entry => LEFTOVER.test(entry))) {
    // The process that made it may still be running, and about to find that the folder is locked.
    await clear(join(folder, name)).catch(() => undefined);
  }
  return async () => {
    await rm(join(lock, id), { force: true });
    // Another process may have locked the folder by now.
    await unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], rmdir(lock));
  };
}

/** Locks a folder by a named pipe of Windows, which ends with its process. */
async function lockByPipe(folder: string, server: Server): Promise<() => Promise<void>> {
  const name = hash('sha256', (await realpath(folder)).toLowerCase(), 'hex');
  server.listen({ path: `\\\\.\\pipe\\energy-rental-sandbox-${name}`, exclusive: true });
  await once(server, 'listening').catch(error => {
    throw codeOf(error) === 'EADDRINUSE' ? inUse(folder, 'another process') : error;
  });
  return () => Promise.resolve();
}

/**
 * Locks a folder for this process until the returned function is called or the process ends.
 * @throws StorageError if another process holds the lock, or the file system cannot lock a folder
 */
export async function lockFolder(
  folder: string,
  remark: (text: string) => void,
): Promise<() => Promise<void>> {
  const server = createServer(socket => socket.destroy()).unref();
  try {
    const unlock = await (process.platform === 'win32'
      ? lockByPipe(folder, server)
      : lockBySocket(folder, server, remark));
    // Another process connects to learn whether this one is alive. It knows that once the kernel has accepted the
    // connection, even if this process then cannot.
    server.on('error', () => undefined);
    return async () => {
      await unlock();
      server.close();
    };
  } catch (error) {
    server.close();
    throw storageError('lock the folder', join(folder, LOCK), error);
  }
}
