import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { EventEpoch } from '../../core/domain/seeded-values.ts';
import type { ScenarioSource } from '../../core/engine/command-context.ts';
import type { Semaphore } from '../node/concurrency.ts';
import { codeOf } from '../node/files.ts';
import type { HostClock } from '../node/host-clock.ts';
import { OpenedFile, removeFiles } from './durable-files.ts';
import { CLOSED_LINE, headerLine, sealText } from './log-file.ts';
import { FORMAT } from './snapshot-file.ts';
import { StorageError } from './storage.ts';

/* The files of an account: their names, how many are open at a time, and the order in which they change. */

export interface AccountPaths {
  readonly snapshot: string;
  readonly log: string;
  /** Contains the number of the last acknowledged log entry. */
  readonly seal: string;
}

/** The prefix of library file names. Account file names do not contain a `.` before their extension. */
export const LIBRARY_PREFIX = '.scenarios-';
export const LIBRARY_FILE = /^\.scenarios-[0-9a-f]{16}\.json$/;

const MAX_NAME_LENGTH = 120;
const SNAPSHOT = '.json';
const LOG = '.log';
const SEAL = '.seal';

/**
 * The file name for an account name. Every character except `a-z 0-9 _ -` is written as %xx for each of its UTF-8 bytes.
 * This includes uppercase letters, so that two names also differ on file systems that ignore case.
 */
function fileNameOf(account: string): string {
  const name = [...Buffer.from(account)]
    .map(byte => {
      const char = String.fromCharCode(byte);
      return /[a-z0-9_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return name.length <= MAX_NAME_LENGTH
    ? name
    : `${name.slice(0, 80)}%%${hash('sha256', account, 'hex').slice(0, 32)}`;
}

export const pathsOf = (folder: string, account: string): AccountPaths =>
  pathsByFile(folder, fileNameOf(account));

export const pathsByFile = (folder: string, file: string): AccountPaths => ({
  snapshot: join(folder, file + SNAPSHOT),
  log: join(folder, file + LOG),
  seal: join(folder, file + SEAL),
});

/** The file names of the accounts among a folder's entries, without extensions. */
export function accountFilesIn(entries: readonly string[]): string[] {
  const files = new Set<string>();
  for (const entry of entries) {
    const extension = [LOG, SEAL, SNAPSHOT].find(candidate => entry.endsWith(candidate));
    if (extension && !entry.startsWith(LIBRARY_PREFIX)) files.add(entry.slice(0, -extension.length));
  }
  return [...files].sort();
}

const UNFINISHED_FILE = /^([a-z0-9_%-]+\.json|\.scenarios-[0-9a-f]{16}\.json)\.tmp$/;

export const unfinishedFilesIn = (entries: readonly string[]): string[] =>
  entries.filter(entry => UNFINISHED_FILE.test(entry));

const isOutOfDescriptors = ({ cause }: Error): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(cause ?? {}));

interface Holder {
  /** Does nothing during a write. The promise never rejects. */
  releaseFiles(): Promise<void>;
}

/** Limits how many accounts have open files. Beyond the limit, the least recently used account closes its files. */
export class OpenFiles {
  #limit: number;
  readonly #holders = new Set<Holder>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  used(holder: Holder): void {
    this.#holders.delete(holder);
    this.#holders.add(holder);
    for (const oldest of this.#holders) {
      if (this.#holders.size <= this.#limit) return;
      this.#holders.delete(oldest);
      void oldest.releaseFiles();
    }
  }

  /** Runs a write. If no file descriptors are left, runs it again once other accounts have closed their files. */
  async run(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isOutOfDescriptors(error as Error) || this.#holders.size === 0) throw error;
      await this.#halve();
      await write();
    }
  }

  async #halve(): Promise<void> {
    const { size } = this.#holders;
    this.#limit = Math.max(1, Math.floor(size / 2));
    const released = [...this.#holders].slice(0, Math.ceil(size / 2));
    for (const holder of released) this.#holders.delete(holder);
    await Promise.all(released.map(holder => holder.releaseFiles()));
  }
}

export interface FolderContext {
  readonly folder: string;
  readonly version: string;
  /** The digest of the library with which commands are executed now. */
  libraryDigest: string;
  readonly library: Pick<ScenarioSource, 'get'>;
  readonly clock: HostClock;
  readonly remark: (text: string) => void;
  readonly foldAtBytes: number;
  readonly writers: Semaphore;
  readonly openFiles: OpenFiles;
  /** Files of other programs, where the snapshots of accounts would be. They are never replaced. */
  readonly foreign: Set<string>;
}

/**
 * Removes an account's files. The removal of the seal is durable before the other files are removed, because a seal
 * without a snapshot and a log means that they were lost.
 */
export async function removeAccount(folder: string, paths: AccountPaths): Promise<void> {
  await removeFiles(folder, [paths.seal]);
  await removeFiles(folder, [paths.snapshot, paths.log]);
}

/**
 * The files of one account. They are changed in an order that leaves them readable after a crash at any point: the
 * snapshot is created before the seal, the seal before the log, and each is removed only once nothing depends on it.
 */
export class AccountFiles {
  readonly #paths: AccountPaths;
  readonly #context: FolderContext;
  readonly #name: string;
  /** Both are null until the first entry after a snapshot. */
  #log: OpenedFile | null = null;
  #seal: OpenedFile | null = null;

  constructor(paths: AccountPaths, context: FolderContext, name: string) {
    this.#paths = paths;
    this.#context = context;
    this.#name = name;
  }

  get logBytes(): number {
    return this.#log?.bytes ?? 0;
  }

  /** True if the snapshot alone holds the state of the account. */
  get isFolded(): boolean {
    return !this.#log && !this.#seal;
  }

  /** Appends lines, all of one epoch, and resolves once they are on disk. @throws StorageError */
  async append(lines: string, epoch: EventEpoch): Promise<void> {
    // Before anything is awaited, because the library can change meanwhile: the lines were executed with the present one.
    const header = this.logBytes === 0 ? this.#header(epoch) : '';
    this.#seal ??= await OpenedFile.create(this.#paths.seal, sealText(0));
    await this.#seal.open();
    this.#log ??= await OpenedFile.create(this.#paths.log, '');
    await this.#log.append(header + lines);
  }

  /** Records in the seal that all entries up to this one are on disk, so that they may be acknowledged. @throws StorageError */
  async seal(seq: number): Promise<void> {
    await this.#seal?.overwrite(sealText(seq));
  }

  /** Writes a snapshot and removes the log and the seal. @throws StorageError */
  async replace(writeSnapshot: () => Promise<void>): Promise<void> {
    const { snapshot, log, seal } = this.#paths;
    if (this.#context.foreign.has(snapshot)) {
      throw new StorageError(
        `${snapshot}: this program has not written the file, so it is not replaced; move it away and restart the server, or choose another name for the account`,
      );
    }
    await writeSnapshot();
    await this.#forget();
    await removeFiles(this.#context.folder, [log, seal]);
  }

  /**
   * Removes the account. Its log first records that it is closed, so that files left over by a crash are recognized.
   * @throws StorageError
   */
  async remove(epoch: EventEpoch): Promise<void> {
    if (this.#context.foreign.has(this.#paths.snapshot)) return;
    if (this.#log) await this.append(CLOSED_LINE, epoch);
    await this.#forget();
    await removeAccount(this.#context.folder, this.#paths);
  }

  async release(): Promise<void> {
    await Promise.all([this.#log?.release(), this.#seal?.release()]);
  }

  async #forget(): Promise<void> {
    await this.release();
    this.#log = null;
    this.#seal = null;
  }

  #header(epoch: EventEpoch): string {
    const { version, libraryDigest } = this.#context;
    const written = { format: FORMAT, writtenBy: version, account: this.#name };
    return headerLine({ ...written, library: libraryDigest, epoch });
  }
}
