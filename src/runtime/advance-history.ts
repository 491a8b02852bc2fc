/** What an advance did to an account's clock, in milliseconds since 1970. */
export interface PastAdvance {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The maximum number of advances that are kept for an account. */
export const MAX_ADVANCES = 1_000;

/** The latest advances of an account's clock, oldest first. Like the request journal, it is kept in memory only. */
export class AdvanceHistory {
  #advances: PastAdvance[] = [];
  #recorded = 0;

  /** Adds an advance. One that did not move the clock is ignored. */
  record(advance: PastAdvance): void {
    if (advance.toMs <= advance.fromMs) return;
    this.#recorded += 1;
    this.#advances.push(advance);
    if (this.#advances.length >= 2 * MAX_ADVANCES) this.#trim();
  }

  /** All advances that are kept, oldest first. */
  list(): readonly PastAdvance[] {
    this.#trim();
    return this.#advances;
  }

  /** The number of advances that were dropped. */
  get dropped(): number {
    return this.#recorded - this.list().length;
  }

  clear(): void {
    this.#advances = [];
    this.#recorded = 0;
  }

  #trim(): void {
    if (this.#advances.length > MAX_ADVANCES) this.#advances = this.#advances.slice(-MAX_ADVANCES);
  }
}
