import type { Exchange } from '../wire/recorded-exchange.ts';

/** The maximum number of requests in a journal. */
export const MAX_EXCHANGES = 1_000;
/** The maximum size of the requests and responses in a journal. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The latest requests of an account, limited in number and bytes. Dropped requests are counted. */
export class RequestJournal {
  #exchanges: Exchange[] = [];
  #bytes = 0;
  /** The number of requests that were recorded since the journal was created or cleared. */
  recorded = 0;

  /** The maximum number of requests in a journal. */
  static readonly bound = MAX_EXCHANGES;

  /** Adds a request. */
  record(exchange: Exchange): void {
    this.recorded += 1;
    this.#bytes += sizeOf(exchange);
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > 2 * MAX_EXCHANGES || this.#bytes > MAX_BODY_BYTES) this.#trim();
  }

  /** All requests, oldest first. */
  list(): readonly Exchange[] {
    this.#trim();
    return this.#exchanges;
  }

  /** The number of requests that were dropped. */
  get dropped(): number {
    return this.recorded - this.list().length;
  }

  /** Removes all requests, and returns how many there were. */
  clear(): number {
    const { length } = this.list();
    this.#exchanges = [];
    this.#bytes = 0;
    this.recorded = 0;
    return length;
  }

  /** Removes the oldest requests above the limits. It runs rarely, so its cost per request is small. */
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

/** The size of the parts of an exchange whose size a client determines, and of the response. */
function sizeOf({ body, answer, url, rawHeaders, remarks }: Exchange): number {
  let size = (body?.length ?? 0) + answer.length + url.length;
  for (const text of rawHeaders) size += text.length;
  for (const { message } of remarks) size += message.length;
  return size;
}
