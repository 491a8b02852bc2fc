import type { ScenarioSource } from '../../core/engine/command-context.ts';
import type { Semaphore } from '../node/semaphore.ts';
import { isOutOfDescriptors } from './storage.ts';

/** An object that keeps files open between writes. */
interface Holder {
  /** Closes the files until the next write. Does nothing during a write. The promise never rejects. */
  releaseFiles(): Promise<void>;
}

/** Limits the number of accounts whose files stay open. Beyond the limit, the least recently used account closes its files. */
export class OpenFiles {
  #limit: number;
  /** In order of use, the most recent last. */
  readonly #holders = new Set<Holder>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Call this after each write. */
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
      if (!isOutOfDescriptors(error) || this.#holders.size === 0) throw error;
      await this.#halve();
      await write();
    }
  }

  /** Halves the number of accounts whose files stay open. */
  async #halve(): Promise<void> {
    const { size } = this.#holders;
    this.#limit = Math.max(1, Math.floor(size / 2));
    const released = [...this.#holders].slice(0, Math.ceil(size / 2));
    for (const holder of released) this.#holders.delete(holder);
    await Promise.all(released.map(holder => holder.releaseFiles()));
  }
}

/** What all accounts of a data folder share. */
export interface FolderContext {
  readonly folder: string;
  readonly version: string;
  /** The digest that identifies the scenario library in a log. */
  readonly libraryDigest: string;
  readonly library: Pick<ScenarioSource, 'get'>;
  /** The host's wall clock, in milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Calls back once after a number of milliseconds; the returned function cancels it. */
  readonly wake: (afterMs: number, callback: () => void) => () => void;
  /** Reports something to the operator. */
  readonly remark: (text: string) => void;
  /** The size at which a log is folded into the snapshot. */
  readonly foldAtBytes: number;
  /** Limits the number of concurrent writes. */
  readonly writers: Semaphore;
  readonly openFiles: OpenFiles;
}
