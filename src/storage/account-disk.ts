import type { AccountPaths } from './account-paths.ts';
import { removeFiles } from './durable-files.ts';
import type { FolderContext } from './folder-context.ts';
import { Seal } from './last-acknowledged-seal.ts';
import { LogFile } from './log-file.ts';
import { CLOSED_LINE, headerLine } from './log-line.ts';
import { FORMAT } from './snapshot-file.ts';

/**
 * Removes an account's files. The removal of the seal is durable before the others are removed: a seal without a
 * snapshot and a log means that these were lost.
 */
export async function removeAccount(folder: string, paths: AccountPaths): Promise<void> {
  await removeFiles(folder, [paths.seal]);
  await removeFiles(folder, [paths.snapshot, paths.oldLog, paths.log]);
}

/**
 * The files of one account. They are changed in an order that leaves them readable after a crash at any point: the
 * snapshot is created before the seal, the seal before the log, and each is removed only once nothing depends on it.
 */
export class AccountDisk {
  readonly #paths: AccountPaths;
  readonly #context: FolderContext;
  readonly #name: string;
  /** Null until the first entry after a snapshot. */
  #log: LogFile | null = null;
  #seal: Seal | null = null;
  /** True while a log that is being folded, or could not be folded, still exists. */
  #hasOldLog = false;

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
    return !this.#log && !this.#hasOldLog && !this.#seal;
  }

  /** Appends lines to the log and resolves once they are on disk. @throws StorageError */
  async append(lines: string): Promise<void> {
    this.#seal ??= await Seal.create(this.#paths.seal);
    await this.#seal.open();
    this.#log ??= await LogFile.create(this.#paths.log);
    await this.#log.append(this.#log.bytes === 0 ? this.#header() + lines : lines);
  }

  /** Records in the seal that everything up to an entry is on disk. The entry may be acknowledged afterwards. @throws StorageError */
  async seal(seq: number): Promise<void> {
    await this.#seal?.open();
    this.#seal?.write(seq);
  }

  /** Writes a snapshot and removes the logs and the seal. @throws StorageError */
  async replace(writeSnapshot: () => Promise<void>): Promise<void> {
    await writeSnapshot();
    await this.release();
    this.#log = null;
    this.#seal = null;
    this.#hasOldLog = false;
    const { oldLog, log, seal } = this.#paths;
    await removeFiles(this.#context.folder, [oldLog, log, seal]);
  }

  /** Renames the log, so that the next entry starts a new one and this one can be folded into a snapshot. @throws StorageError */
  async retireLog(): Promise<void> {
    if (this.#hasOldLog || !this.#log) return;
    await this.#log.retire(this.#paths.oldLog);
    this.#log = null;
    this.#hasOldLog = true;
  }

  /** Removes the renamed log after it was folded into a snapshot. @throws StorageError */
  async removeOldLog(): Promise<void> {
    await removeFiles(this.#context.folder, [this.#paths.oldLog]);
    this.#hasOldLog = false;
  }

  /**
   * Removes the account. Its log first records that it is closed, so that files left over by a crash are recognized.
   * @throws StorageError
   */
  async remove(): Promise<void> {
    if (this.#log || this.#hasOldLog) await this.append(CLOSED_LINE);
    await this.release();
    this.#log = null;
    this.#seal = null;
    this.#hasOldLog = false;
    await removeAccount(this.#context.folder, this.#paths);
  }

  /** Closes the files until the next write. */
  async release(): Promise<void> {
    await Promise.all([this.#log?.release(), this.#seal?.release()]);
  }

  #header(): string {
    const { version, libraryDigest } = this.#context;
    return headerLine({ format: FORMAT, writtenBy: version, account: this.#name, library: libraryDigest });
  }
}
