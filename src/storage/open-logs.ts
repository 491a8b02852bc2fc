/** Holds a log open between writes. */
interface Holder {
  /** Closes it until the next write; where one is under way, nothing. */
  letGo(): void;
}

/** The logs that are held open, so many at most: beyond that the one that was used least lately is closed. */
export class OpenLogs {
  readonly #most: number;
  /** The latest used at the end. */
  readonly #holders = new Set<Holder>();

  constructor(most: number) {
    this.#most = most;
  }

  /** To be called after each write. */
  used(holder: Holder): void {
    this.#holders.delete(holder);
    this.#holders.add(holder);
    for (const oldest of this.#holders) {
      if (this.#holders.size <= this.#most) return;
      this.#holders.delete(oldest);
      oldest.letGo();
    }
  }
}
