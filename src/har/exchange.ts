import type { Direction, Outcome, RecordedSignature } from './recorded-fields.ts';

/** A name and a value, in the order in which they were sent. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A request or response read from a HAR file. */
export interface HarMessage {
  /** Names in lower case, without HTTP/2 pseudo-headers. Empty if the tool did not record them. */
  readonly headers: readonly NamedValue[];
  /**
   * The body, decompressed and decoded from base64; empty if there was none. Null if it was not recorded, or too large
   * for the recorder, or not as bytes that can be recovered. If the outcome is not `complete`, it is what arrived.
   */
  readonly body: Uint8Array | null;
}

export interface HarResponse extends HarMessage {
  readonly status: number;
}

/** One exchange of a HAR file, whatever tool wrote it. What the file does not say is null. */
export interface HarExchange {
  /** The position in the file, from 1. */
  readonly number: number;
  /** When the request began, in milliseconds since the epoch. */
  readonly startedAt: number | null;
  /** From the beginning of the request to the end of the response. */
  readonly durationMs: number | null;
  /** From the end of the request to the first byte of the response. */
  readonly waitMs: number | null;
  /** Null if another tool wrote the file. */
  readonly direction: Direction | null;
  /** In upper case. */
  readonly method: string;
  /** As recorded. */
  readonly url: string;
  /** The path as it was sent, not decoded, without the query. */
  readonly path: string;
  /** The query parameters, decoded. */
  readonly query: readonly NamedValue[];
  readonly request: HarMessage;
  /** Null if there was no response. */
  readonly response: HarResponse | null;
  readonly outcome: Outcome | null;
  readonly signature: RecordedSignature | null;
  /** Where the exchange deviates from the description, if the recorder said so. */
  readonly problems: readonly string[];
  /** True if values were replaced when it was recorded. */
  readonly redacted: boolean;
}

/** The first value of a header, by its name in lower case; null if it was not sent. */
export const headerOf = ({ headers }: HarMessage, name: string): string | null =>
  headers.find(header => header.name === name)?.value ?? null;

/** The parsed body; undefined if it is unknown, empty or not JSON. */
export function jsonBodyOf({ body }: Pick<HarMessage, 'body'>): unknown {
  if (body === null || body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
