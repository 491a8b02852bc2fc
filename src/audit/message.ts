import type { SendPlan } from '../engine/account-state.ts';
import type { Corruption } from '../scenario/scenario-types.ts';
import { sign } from '../webhooks/signature.ts';

/** A request to the receiver. */
export interface AuditMessage {
  /** What it is, for reports: `order.completed, signed with another secret`. */
  readonly label: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: the request has no body. */
  readonly body: Buffer | null;
  /** Whether the body is sent in chunks, without a Content-Length. */
  readonly isChunked: boolean;
}

/** The response to a message. */
export interface AuditAnswer {
  /** Null if there was no complete response. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The beginning of the body. */
  readonly body: string;
  /** Why there is no response, or null. */
  readonly error: string | null;
  /** In real milliseconds. */
  readonly durationMs: number;
}

/** A message with its response. */
export interface Exchange {
  readonly message: AuditMessage;
  readonly answer: AuditAnswer;
}

/** Whether a response acknowledges a delivery (specification: Events, Delivery). */
export const isAccepted = ({ status }: AuditAnswer): boolean =>
  status !== null && status >= 200 && status < 300;

/** The plan of a first attempt, or of a second copy of it, which contradicts the first with `same-id-other-bytes`. */
export function planOf(event: number, corrupt: Corruption | null): SendPlan {
  const head = { event, corrupt, source: null, replay: null, beforeResponse: false };
  return corrupt === 'same-id-other-bytes'
    ? { ...head, kind: 'copy', number: 1, copy: 2 }
    : { ...head, kind: 'attempt', number: 1 };
}

/** A message with other headers; a header that is null is left out. */
export function withHeaders(
  message: AuditMessage,
  label: string,
  changes: Readonly<Record<string, string | null>>,
): AuditMessage {
  const entries = Object.entries({ ...message.headers, ...changes });
  const headers = Object.fromEntries(entries.filter(([, value]) => value !== null)) as Record<string, string>;
  return { ...message, label, headers };
}

/** A message with a line feed at the end of its body, signed over exactly these bytes. */
export function withTrailingNewline(message: AuditMessage, secret: string): AuditMessage {
  const body = Buffer.concat([message.body ?? Buffer.alloc(0), Buffer.from('\n')]);
  const label = `${message.label} with a line feed at the end, signed over it`;
  return { ...withHeaders(message, label, { 'X-Webhook-Signature': sign(body, secret) }), body };
}

/** A message whose body is sent in chunks. */
export const inChunks = (message: AuditMessage): AuditMessage => ({
  ...message,
  label: `${message.label} in chunks`,
  isChunked: true,
});

/** A message with another method. */
export const withMethod = (
  message: AuditMessage,
  method: string,
  body: Buffer | null = message.body,
): AuditMessage => ({
  ...message,
  label: `${message.label} with ${method}${body ? '' : ' and no body'}`,
  method,
  body,
});

/** Bytes without a signature. */
export const unsigned = (label: string, body: Buffer): AuditMessage => ({
  label,
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body,
  isChunked: false,
});
