import type { OperationId } from '../domain/operations.ts';
import type { RecordedSignature } from '../har/har-entry.ts';

/** A JSON object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request to the service API and its response. What was not recorded is null. */
export interface ServiceCall {
  /** Names the exchange in evidence: `#12`, or `b.har#12` if there are several files. */
  readonly label: string;
  /** When the request began and when its response was complete, in milliseconds since 1970. */
  readonly atMs: number | null;
  readonly endMs: number | null;
  /** A name for the credential, never the credential itself; null if the request had none. */
  readonly key: string | null;
  /** False if the Authorization header has a scheme other than Bearer. */
  readonly isBearer: boolean;
  readonly method: string;
  /** From `/api/v1/` on. */
  readonly path: string;
  /** The last value of each parameter, as the service is assumed to read it. */
  readonly query: Readonly<Record<string, string>>;
  /** The query as text, without the question mark. */
  readonly search: string;
  /** Parameters that were given more than once, with their values in order. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if no operation has this path and method. */
  readonly operation: OperationId | null;
  /** The request body as text; null if it was not recorded completely. */
  readonly text: string | null;
  readonly bytes: number | null;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
  /** Why the body cannot be used as JSON; null if it can. */
  readonly problem: string | null;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** The parsed response; undefined if it is not JSON, or was not recorded completely. */
  readonly answer: unknown;
  /** False if the body of the response was not recorded completely, so that it may have an error code that is not known. */
  readonly hasWholeAnswer: boolean;
  /** The error code of the response. */
  readonly error: string | null;
  /** The data of the response. */
  readonly data: Fields | null;
}

/** A delivery of a webhook and the receiver's response. */
export interface WebhookDelivery {
  readonly label: string;
  readonly atMs: number | null;
  readonly endMs: number | null;
  /** Such as `order.delegated`. */
  readonly event: string;
  readonly eventId: string;
  /** The instant in the body's created_at. */
  readonly createdAtMs: number | null;
  readonly orderId: number;
  readonly order: Fields;
  /** The digest of the exact bytes. */
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signature: RecordedSignature | null;
  /** Of the receiver's response; null if there was none. */
  readonly status: number | null;
}

/** What calibration works on: the exchanges with the service and its webhooks, in the order of time. */
export interface Recording {
  readonly calls: readonly ServiceCall[];
  readonly webhooks: readonly WebhookDelivery[];
  readonly files: readonly RecordedFile[];
  /** Exchanges that belong neither to the service API nor to its webhooks. */
  readonly foreign: number;
  /** Exchanges that were left out because the recording has too many. */
  readonly dropped: number;
  /** Entries that were left out because the same exchange had been read before, such as from another file. */
  readonly repeated: number;
  /** True if fields were replaced when it was recorded, so that sizes and signatures are not those that were sent. */
  readonly isRedacted: boolean;
}

export interface RecordedFile {
  readonly path: string;
  readonly creator: string | null;
  readonly entries: number;
  /** True if the recorder was killed while it wrote the last entry, which is left out. */
  readonly isCutOff: boolean;
}

/** True for a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
