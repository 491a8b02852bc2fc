/** An object that keeps files open between writes. */
interface Holder {
  /** Closes the files until the next write. Does nothing during a write. */
  releaseFiles(): void;
}

/** Limits the number of accounts whose files stay open. Beyond the limit, the least recently used account closes its files. */
export class OpenFiles {
  readonly #limit: number;
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
      oldest.releaseFiles();
    }
  }
}
