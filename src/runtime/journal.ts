import type { OperationId } from '../domain/operations.ts';
import type { Facts } from '../scenario/choose.ts';
import type { RequestRule, Scenario, TransportFault } from '../scenario/types.ts';

/**
 * One API request and what it was answered, as cheap as it can be had: what a reader wants to know beyond it is
 * worked out when it is read. Secrets are left out then, too.
 */
export interface Exchange {
  /** Unique on a server; X-Sandbox-Request-Id. */
  readonly id: string;
  /** On the account's clock; on the host's where no account was found. */
  readonly atMs: number;
  /** Real time from the request's head to the end of its answer. */
  durationMs: number;
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly ip: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | null;
  /** Null where the client was left without one. */
  readonly status: number | null;
  readonly answer: string;
  answerHeaders: Readonly<Record<string, string | number>>;
  /** Why it was answered so; empty for a plain success. */
  explain: string;
  /** The scenario rule that had a say. */
  rule: RequestRule | null;
  fault: TransportFault | null;
  /** Whom the scenarios were asked for, and with what facts: near misses are worked out from them. */
  facts: Facts | null;
  asked: readonly Scenario[];
  /** Orders that it made, repeated or read. */
  orders: readonly number[];
  /** The repeat of an external_id asked for something else than its order is. */
  mismatch: boolean;
  /** The name of the key; null without one. */
  readonly key: string | null;
}

const MAX_EXCHANGES = 1_000;
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** The latest exchanges of an account, bounded in number and bytes; what fell out is counted. */
export class Journal {
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
