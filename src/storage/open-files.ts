/** Keeps files open between writes. */
interface Holder {
  /** Closes them until the next write; does nothing while one is under way. */
  releaseFiles(): void;
}

/** The accounts whose files are kept open. Beyond the limit, the least recently used one's are closed. */
export class OpenFiles {
  readonly #limit: number;
  /** The most recently used last. */
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
