interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Deliveries that a call waits for: those that it causes, and those that follow from their outcomes. */
export class DeliveryGroup {
  #running = 0;
  #interruption: Error | null = null;
  #waiting: Waiting[] = [];

  begin(): void {
    this.#running += 1;
  }

  end(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  /** Ends the wait with an error. */
  interrupt(error: Error): void {
    this.#interruption ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Resolves once no delivery of the group is in flight. @throws the error of an interruption (as a rejection) */
  done(): Promise<void> {
    if (this.#interruption) return Promise.reject(this.#interruption);
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
}
