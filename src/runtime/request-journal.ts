import type { Exchange } from '../wire/exchange.ts';

const MAX_EXCHANGES = 1_000;
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The latest exchanges of an account, bounded in number and bytes; what fell out is counted. */
export class RequestJournal {
  #exchanges: Exchange[] = [];
  #bytes = 0;
  /** How many exchanges were recorded since the journal began or was cleared. */
  recorded = 0;

  /** How many exchanges a journal keeps at most. */
  static readonly bound = MAX_EXCHANGES;

  record(exchange: Exchange): void {
    this.recorded += 1;
    this.#bytes += sizeOf(exchange);
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > 2 * MAX_EXCHANGES || this.#bytes > MAX_BODY_BYTES) this.#trim();
  }

  /** Oldest first. */
  list(): readonly Exchange[] {
    this.#trim();
    return this.#exchanges;
  }

  /** How many fell out of the bound. */
  get dropped(): number {
    return this.recorded - this.list().length;
  }

  clear(): void {
    this.#exchanges = [];
    this.#bytes = 0;
    this.recorded = 0;
  }

  /** Cuts at most half away at a time, so that a request pays next to nothing for it. */
  #trim(): void {
    let excess = Math.max(0, this.#exchanges.length - MAX_EXCHANGES);
    for (let index = 0; index < excess; index++) this.#bytes -= sizeOf(this.#exchanges[index]!);
    while (this.#bytes > MAX_BODY_BYTES && excess < this.#exchanges.length - 1) {
      this.#bytes -= sizeOf(this.#exchanges[excess]!);
      excess += 1;
    }
    if (excess > 0) this.#exchanges = this.#exchanges.slice(excess);
  }
}

/** What of an exchange a client can make as large as it likes, and the answer. */
function sizeOf({ body, answer, url, rawHeaders }: Exchange): number {
  let size = (body?.length ?? 0) + answer.length + url.length;
  for (const text of rawHeaders) size += text.length;
  return size;
}
