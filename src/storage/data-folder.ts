import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostClock } from '../clock/host-clock.ts';
import type { Account } from '../engine/account.ts';
import type { ScenarioLibrary } from '../scenario/library.ts';
import { VERSION } from '../version.ts';
import { AccountFiles, type Standing } from './account-files.ts';
import { FOLDER_MODE, removeFiles, UNFINISHED } from './durable.ts';
import { storageError } from './failures.ts';
import { Gate } from './gate.ts';
import { keptLibrary, readLibrary, removeOtherLibraries, writeLibrary } from './library-file.ts';
import { lockFolder } from './lock.ts';
import { OpenLogs } from './open-logs.ts';
import { accountFilesIn, pathsByFile, pathsOf } from './paths.ts';
import { recoverAccount, resumeClock } from './recovery.ts';
import type { Deed, Storage, StorageError } from './storage.ts';
import type { Surroundings } from './surroundings.ts';

/** How a folder of accounts is opened. */
export interface DataFolderOptions {
  readonly path: string;
  readonly library: ScenarioLibrary;
  readonly clock: HostClock;
  /** Tells the operator what a person should know: a torn line, a lock taken over, a disk that fails. */
  readonly tell: (text: string) => void;
  /** A log of so many bytes is folded into its snapshot. Default 16 MiB. */
  readonly foldAtBytes?: number;
}

const FOLD_AT_BYTES = 16 * 1024 * 1024;
const MAX_OPEN_LOGS = 256;
const WRITTEN_AT_ONCE = 64;
/** Accounts that are read, and brought into one file each, at a time. */
const RECOVERED_AT_ONCE = 8;

/** Accounts kept in a folder: for each a snapshot and a log of what was done since. */
export class DataFolder implements Storage {
  readonly #around: Surroundings;
  readonly #unlock: () => Promise<void>;
  readonly #files = new Map<string, AccountFiles>();
  /** The accounts that were found in the folder, as they were when the process before ended. */
  readonly accounts: readonly Account[];

  private constructor(
    around: Surroundings,
    unlock: () => Promise<void>,
    found: readonly { readonly account: Account; readonly files: AccountFiles }[],
  ) {
    this.#around = around;
    this.#unlock = unlock;
    this.accounts = found.map(({ account }) => account);
    for (const { account, files } of found) this.#files.set(account.state.name, files);
  }

  /**
   * Takes a folder for this process, and reads the accounts in it. The folder is made where there is none.
   * @throws StorageError for a folder or files that cannot be used; nothing is changed then
   */
  static async open(options: DataFolderOptions): Promise<DataFolder> {
    const { path, clock, tell } = options;
    await mkdir(path, { recursive: true, mode: FOLDER_MODE }).catch(error => {
      throw storageError('make the folder', path, error);
    });
    const unlock = await lockFolder(path, tell);
    try {
      const kept = keptLibrary(options.library);
      const around: Surroundings = {
        folder: path,
        version: VERSION,
        libraryDigest: kept.digest,
        library: options.library,
        wallMs: () => Math.floor(clock.wallMs()),
        wake: (afterMs, callback) => clock.wake(afterMs, callback),
        tell,
        foldAtBytes: options.foldAtBytes ?? FOLD_AT_BYTES,
        gate: new Gate(WRITTEN_AT_ONCE),
        openLogs: new OpenLogs(MAX_OPEN_LOGS),
      };
      const found = await recoverAll(around, clock);
      await writeLibrary(path, kept);
      await foldAll(found);
      await removeOtherLibraries(path, kept.digest);
      return new DataFolder(around, unlock, found);
    } catch (error) {
      await unlock();
      throw storageError('use the folder', path, error);
    }
  }

  note(account: Account, deed: Deed): void {
    const files = this.#filesOf(account);
    files.note(account, deed);
    if (deed.kind === 'closed') void this.#forget(files);
  }

  settled(account?: Account): Promise<void> | null {
    if (account) return this.#files.get(account.state.name)?.settled() ?? null;
    const pending = [...this.#files.values()].map(files => files.settled()).filter(one => one !== null);
    return pending.length > 0 ? Promise.all(pending).then(() => undefined) : null;
  }

  trouble(account: Account): StorageError | null {
    return this.#files.get(account.state.name)?.failure ?? null;
  }

  /**
   * Brings each account into one file and lets go of the folder. Nothing is noted after it.
   * @throws StorageError where an account could not be written; its log has what is missing from its snapshot
   */
  async close(): Promise<void> {
    const files = [...this.#files.values()];
    const failures: unknown[] = [];
    for (let start = 0; start < files.length; start += RECOVERED_AT_ONCE) {
      const slice = files.slice(start, start + RECOVERED_AT_ONCE);
      const ends = await Promise.allSettled(slice.map(one => one.finish()));
      failures.push(...ends.flatMap(end => (end.status === 'rejected' ? [end.reason] : [])));
    }
    await this.#unlock();
    if (failures.length > 0) throw failures[0];
  }

  /** Once the files of a closed account are gone, nothing is left to be known of it. */
  async #forget(files: AccountFiles): Promise<void> {
    await files.settled()?.catch(() => undefined);
    if (files.isGone && this.#files.get(files.name) === files) this.#files.delete(files.name);
  }

  #filesOf(account: Account): AccountFiles {
    const { name } = account.state;
    let files = this.#files.get(name);
    if (!files) {
      const none: Standing = { seq: 0, atMs: 0, wallMs: 0 };
      files = new AccountFiles(pathsOf(this.#around.folder, name), this.#around, account, none);
      this.#files.set(name, files);
    }
    return files;
  }
}

interface Found {
  readonly account: Account;
  readonly files: AccountFiles;
  readonly hasLog: boolean;
}

/** Reads all accounts of a folder; whatever is wrong with one, nothing has been changed. */
async function recoverAll(around: Surroundings, clock: HostClock): Promise<Found[]> {
  const { folder, tell } = around;
  const entries = await readdir(folder);
  const libraries = new Map<string, Promise<ScenarioLibrary>>();
  const libraryOf = (digest: string): Promise<ScenarioLibrary> => {
    const library = libraries.get(digest) ?? readLibrary(folder, digest);
    libraries.set(digest, library);
    return library;
  };
  const found: Found[] = [];
  const leftOver: string[] = entries
    .filter(name => name.endsWith(UNFINISHED))
    .map(name => join(folder, name));
  const recover = async (file: string): Promise<void> => {
    const paths = pathsByFile(folder, file);
    const recovered = await recoverAccount(paths, { libraryOf, tell });
    if (!recovered) {
      leftOver.push(paths.snapshot, paths.oldLog, paths.log);
      return;
    }
    const { account, standing, hasLog } = recovered;
    resumeClock(account.state, standing, { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() });
    found.push({ account, hasLog, files: new AccountFiles(paths, around, account, standing) });
  };
  await inSlices(accountFilesIn(entries), recover);
  if (leftOver.length > 0) await removeFiles(folder, leftOver);
  return found.sort((one, other) => (one.account.state.name < other.account.state.name ? -1 : 1));
}

/** Does away with logs, which name the library of the process before. */
const foldAll = (found: readonly Found[]): Promise<void> =>
  inSlices(
    found.filter(({ hasLog }) => hasLog),
    ({ files }) => files.foldNow(),
  );

async function inSlices<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += RECOVERED_AT_ONCE) {
    await Promise.all(items.slice(start, start + RECOVERED_AT_ONCE).map(work));
  }
}
