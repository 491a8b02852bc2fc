import { hash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { getOrMake } from '../../core/domain/collections.ts';
import { isObject } from '../../core/domain/json.ts';
import type { Account, AccountStore } from '../../core/engine/account.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import { ScenarioLibrary } from '../../core/scenario/scenario-library.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { inParallel, Semaphore } from '../node/concurrency.ts';
import { makeFolder, readRegularFile } from '../node/files.ts';
import { explainMemory, heapUse } from '../node/heap-watch.ts';
import type { HostClock } from '../node/host-clock.ts';
import { VERSION } from '../node/version.ts';
import {
  type AccountPaths,
  accountFilesIn,
  type FolderContext,
  LIBRARY_FILE,
  LIBRARY_PREFIX,
  OpenFiles,
  pathsByFile,
  pathsOf,
  removeAccount,
  unfinishedFilesIn,
} from './account-files.ts';
import { type Recovered, recoverAccount, resumeClocks } from './account-recovery.ts';
import { AccountWriter } from './account-writer.ts';
import { FOLDER_MODE, removeFiles, replaceFile } from './durable-files.ts';
import { lockFolder } from './folder-lock.ts';
import { SnapshotAdapter } from './snapshot-file.ts';
import { type Change, corrupt, NoMemoryError, type Storage, StorageError, storageError } from './storage.ts';

interface DataFolderOptions {
  readonly path: string;
  readonly library: ScenarioLibrary;
  readonly clock: HostClock;
  readonly remark: (text: string) => void;
  readonly foldAtBytes?: number;
}

const FOLD_AT_BYTES = 16 * 1024 * 1024;
/** The maximum number of accounts with open files between writes; each has two, a log and a seal. */
const MAX_OPEN_ACCOUNTS = 128;
const MAX_CONCURRENT_WRITES = 64;
const MAX_CONCURRENT_RECOVERIES = 8;
const WRITABLE_BY_ALL = 0o002;

/** Each account is a snapshot and a log of the changes since. */
export class DataFolder implements Storage {
  readonly #context: FolderContext;
  readonly #unlock: () => Promise<void>;
  readonly #writers = new Map<string, AccountWriter>();
  /** The folds after the start. The promise never rejects. */
  readonly #folding: Promise<void>;
  readonly accounts: readonly Account[];

  private constructor(context: FolderContext, unlock: () => Promise<void>, found: readonly Found[]) {
    this.#context = context;
    this.#unlock = unlock;
    this.accounts = found.map(({ account }) => account);
    for (const { account, writer } of found) this.#writers.set(account.state.name, writer);
    this.#folding = foldAll(context, found);
  }

  /**
   * Locks a folder for this process and reads the accounts in it. A folder that does not exist is created. Logs that were
   * read are folded into their snapshots afterwards, so that the server need not wait for it.
   * @throws StorageError for a folder or files that cannot be used, which are not changed
   */
  static async open(options: DataFolderOptions): Promise<DataFolder> {
    const { path, library, clock, remark } = options;
    createFolder(path);
    await warnIfWritableByAll(path, remark);
    const unlock = await lockFolder(path, remark);
    try {
      const libraryText = JSON.stringify(library.all());
      const digest = digestOf(libraryText);
      const context: FolderContext = {
        folder: path,
        version: VERSION,
        libraryDigest: digest,
        library,
        clock,
        remark,
        foldAtBytes: options.foldAtBytes ?? FOLD_AT_BYTES,
        writers: new Semaphore(MAX_CONCURRENT_WRITES),
        openFiles: new OpenFiles(MAX_OPEN_ACCOUNTS),
        foreign: new Set(),
      };
      const found = await recoverAll(context);
      await replaceFile(libraryPath(path, digest), [libraryText]);
      return new DataFolder(context, unlock, found);
    } catch (error) {
      await unlock();
      throw error instanceof NoMemoryError ? tooLarge(path) : storageError('use the folder', path, error);
    }
  }

  create(state: AccountState): AccountStore {
    const writer = this.#writers.get(state.name) ?? this.#newWriter(state);
    return writer.create(state);
  }

  record(account: Account, change: Change): void {
    const writer = this.#writers.get(account.state.name);
    writer?.record(account, change);
    if (writer && change.kind === 'closed') void this.#forgetWhenWritten(writer);
  }

  suspend(account: Account): void {
    this.#writers.get(account.state.name)?.suspend(account);
  }

  async discard(account: Account): Promise<void> {
    const writer = this.#writers.get(account.state.name);
    if (!writer) return;
    await writer.discard(account);
    this.#forgetIfRemoved(writer);
  }

  settled(account?: Account): Promise<void> | null {
    if (account) return this.#writers.get(account.state.name)?.settled() ?? null;
    const pending = [...this.#writers.values()]
      .map(writer => writer.settled())
      .filter(promise => promise !== null);
    return pending.length > 0 ? Promise.all(pending).then(() => undefined) : null;
  }

  folding(account: Account): Promise<void> | null {
    return this.#writers.get(account.state.name)?.folding ?? null;
  }

  async changeLibrary(scenarios: readonly Scenario[], replace: () => void): Promise<void> {
    const { folder } = this.#context;
    const text = JSON.stringify(scenarios);
    const digest = digestOf(text);
    // The folds after the start remove other libraries at their end.
    await this.#folding;
    await replaceFile(libraryPath(folder, digest), [text]);
    // An account that has failed executes no further command: what it did is written with the library that it needs.
    await this.settled()?.catch(() => undefined);
    replace();
    this.#context.libraryDigest = digest;
    for (const writer of this.#writers.values()) writer.libraryChanged();
  }

  failure(account: Account): StorageError | null {
    return this.#writers.get(account.state.name)?.failure ?? null;
  }

  /**
   * Folds each account into one file and unlocks the folder. No change may be recorded afterwards.
   * @throws StorageError if an account could not be written; its log has the changes that its snapshot lacks
   */
  async close(): Promise<void> {
    const writers = [...this.#writers.values()];
    const failures: unknown[] = [];
    await this.#folding;
    await inParallel(writers, MAX_CONCURRENT_RECOVERIES, writer =>
      writer.finish().catch((error: unknown) => void failures.push(error)),
    );
    await this.#unlock();
    if (failures.length > 0) throw failures[0];
  }

  async #forgetWhenWritten(writer: AccountWriter): Promise<void> {
    await writer.settled()?.catch(() => undefined);
    this.#forgetIfRemoved(writer);
  }

  /** Drops a closed account once its files are removed, unless a new account with its name was created meanwhile. */
  #forgetIfRemoved(writer: AccountWriter): void {
    if (writer.isRemoved && this.#writers.get(writer.name) === writer) this.#writers.delete(writer.name);
  }

  #newWriter(state: AccountState): AccountWriter {
    const { folder, version } = this.#context;
    const paths = pathsOf(folder, state.name);
    const adapter = new SnapshotAdapter(paths.snapshot, version);
    const writer = new AccountWriter(paths, this.#context, adapter, new Low(adapter, state));
    this.#writers.set(state.name, writer);
    return writer;
  }
}

interface Found {
  readonly account: Account;
  readonly writer: AccountWriter;
  /** True if there is a log, which depends on the library of the last process, or a seal, or if its clock was set. */
  readonly needsFold: boolean;
}

function createFolder(path: string): void {
  try {
    makeFolder(path, FOLDER_MODE);
  } catch (error) {
    throw storageError('create the folder', path, error);
  }
}

async function warnIfWritableByAll(path: string, remark: (text: string) => void): Promise<void> {
  const { mode } = await stat(path).catch(error => {
    throw storageError('read the folder', path, error);
  });
  if (process.platform === 'win32' || (mode & WRITABLE_BY_ALL) === 0) return;
  remark(
    `${path}: every user of this machine can write to this folder (mode 0${(mode & 0o7777).toString(8)}); make it private: chmod 700 ${path}`,
  );
}

const MIB = 1024 * 1024;

/** The error for a folder that does not fit into memory. It names the files of the largest account. */
function tooLarge(folder: string): StorageError {
  const bytesOf = (file: string): number => {
    const { snapshot, log } = pathsByFile(folder, file);
    const sizes = [snapshot, log].map(path => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    return sizes[0]! + sizes[1]!;
  };
  const [largest = ''] = accountFilesIn(readdirSync(folder)).sort((one, two) => bytesOf(two) - bytesOf(one));
  return new StorageError(
    `${folder}: its accounts do not fit into memory; nothing was changed. The largest is ${largest.includes('%%') ? largest : decodeURIComponent(largest)}, with ${Math.ceil(bytesOf(largest) / MIB)} MiB. After a garbage collection, ${explainMemory(heapUse())}; or move the files ${largest}.* away, to start without that account`,
  );
}

/** Reads all accounts of a folder. If any of them cannot be read, nothing is changed. */
async function recoverAll(context: FolderContext): Promise<Found[]> {
  const { folder, version, clock, remark } = context;
  const entries = await readdir(folder);
  const libraries = new Map<string, Promise<ScenarioLibrary>>();
  const libraryOf = (digest: string): Promise<ScenarioLibrary> =>
    getOrMake(libraries, digest, () => readLibrary(folder, digest));
  const recovered: (Recovered & { readonly paths: AccountPaths })[] = [];
  const closed: AccountPaths[] = [];
  const recover = async (file: string): Promise<void> => {
    const paths = pathsByFile(folder, file);
    const parts = { libraryOf, remark, version };
    const one = await recoverAccount(paths, parts).catch(async error => {
      if (error instanceof NoMemoryError || !(await isForeign(paths))) throw error;
      remark(`${paths.snapshot}: this program has not written the file; it is left alone`);
      return 'foreign' as const;
    });
    if (one === 'foreign') context.foreign.add(paths.snapshot);
    else if (one) recovered.push({ ...one, paths });
    else closed.push(paths);
  };
  await inParallel(accountFilesIn(entries), MAX_CONCURRENT_RECOVERIES, recover);
  for (const paths of closed) await removeAccount(folder, paths);
  const unfinished = unfinishedFilesIn(entries).map(name => join(folder, name));
  if (unfinished.length > 0) await removeFiles(folder, unfinished);
  const mustWrite = resumeClocks(recovered, clock, remark);
  return recovered
    .map(({ paths, account, db, adapter, needsFold }) => ({
      account,
      needsFold: needsFold || mustWrite,
      writer: new AccountWriter(paths, context, adapter, db),
    }))
    .sort((one, other) => (one.account.state.name < other.account.state.name ? -1 : 1));
}

/** Folds the logs that were read, and then removes the libraries that they needed, unless one could not be folded. */
async function foldAll(
  { folder, libraryDigest, remark }: FolderContext,
  found: readonly Found[],
): Promise<void> {
  const outdated = found.filter(({ needsFold }) => needsFold);
  const folds = await Promise.all(outdated.map(({ writer }) => writer.foldInBackground()));
  if (folds.includes(false)) return;
  await removeOtherLibraries(folder, libraryDigest).catch(error => remark((error as Error).message));
}

/** The size up to which a file is parsed to see whether another program has written it. */
const MAX_FOREIGN_BYTES = MIB;

/** True for a JSON file of another program, which has no log and declares no format. A damaged file is not JSON. */
async function isForeign({ snapshot, log, seal }: AccountPaths): Promise<boolean> {
  if (existsSync(log) || existsSync(seal)) return false;
  try {
    if (statSync(snapshot).size > MAX_FOREIGN_BYTES) return false;
    const content: unknown = JSON.parse(await readRegularFile(snapshot));
    return !isObject(content) || content.format === undefined;
  } catch {
    return false;
  }
}

/** The same scenarios have the same digest. */
const digestOf = (libraryText: string): string => hash('sha256', libraryText, 'hex').slice(0, 16);

const libraryPath = (folder: string, digest: string): string =>
  join(folder, `${LIBRARY_PREFIX}${digest}.json`);

/** @throws StorageError if the library is missing or damaged */
async function readLibrary(folder: string, digest: string): Promise<ScenarioLibrary> {
  const path = libraryPath(folder, digest);
  const text = await readRegularFile(path).catch(error => {
    throw storageError('read the scenarios that a log was written with', path, error);
  });
  if (digestOf(text) !== digest) {
    throw corrupt(path, 'the file is damaged (its checksum is wrong)', 'Restore it from a backup.');
  }
  return new ScenarioLibrary(JSON.parse(text) as Scenario[]);
}

async function removeOtherLibraries(folder: string, digest: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => LIBRARY_FILE.test(name));
  const others = names.map(name => join(folder, name)).filter(path => path !== libraryPath(folder, digest));
  if (others.length > 0) await removeFiles(folder, others);
}
