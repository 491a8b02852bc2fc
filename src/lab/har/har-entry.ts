/** The creator of the files that the recorder writes. */
export const RECORDER_NAME = 'energy-rental-sandbox';

/** Who sent the request of an entry: a client of the service API, or the service to a webhook receiver. */
export type Direction = 'api' | 'webhook';

/** How an exchange ended, as the recorder saw it. */
export type Outcome =
  /** The whole response was passed on. */
  | { readonly kind: 'complete' }
  /** The client closed the connection before it had the whole response, `afterMs` after its request began. */
  | { readonly kind: 'client-gone'; readonly afterMs: number }
  /** There is no response: the connection could not be opened, was reset, or carried something that is not HTTP. */
  | { readonly kind: 'upstream-error'; readonly error: string }
  /** The response ended before its body was complete. */
  | { readonly kind: 'truncated'; readonly error: string }
  /** The recorder was stopped while the exchange was in progress. */
  | { readonly kind: 'recorder-stopped' };

/** What is known of a webhook's X-Webhook-Signature. It is checked over the exact bytes, before anything is replaced. */
export interface RecordedSignature {
  /** Null if the recorder did not know the secret, or did not keep the whole body. */
  readonly verified: boolean | null;
  /** `documented` is `sha256=` and 64 lowercase hexadecimal digits. */
  readonly form: 'documented' | 'missing' | 'other';
  /** What is wrong with it, such as `reserialised`; null if nothing is or if it was not checked. */
  readonly flaw: string | null;
}

/** A part of an entry that is not as it was sent. */
export interface RecordedNotes {
  /** The bytes of the request body that were not kept; absent if all were. */
  readonly requestBytesDropped?: number;
  /** The bytes of the response body that were not kept; absent if all were. */
  readonly responseBytesDropped?: number;
  /** True if fields were replaced (`--redact`), so that sizes and signatures do not fit the recorded bodies. */
  readonly redacted?: true;
}

/** What takes the place of credentials. Equal credentials get equal pseudonyms within a file: `key-1`, `key-2`. */
export type PseudonymKind = 'key' | 'cookie' | 'secret';

/** Matches what is written in place of an API key. */
export const KEY_PSEUDONYM: RegExp = /^key-[1-9]\d*$/;
