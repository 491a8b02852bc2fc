import { ERROR_CODES, ERRORS, type ErrorCode } from '../domain/error-codes.ts';

/* What a rule can do to a response or to a delivery. Adding a fault or a corruption begins with a row here. */

interface FaultRow {
  readonly effect: string;
  /** What becomes of the response: nothing arrives, nothing ever arrives, a part of it arrives, or a response arrives. */
  readonly fate: 'lost' | 'never' | 'broken' | 'answered';
  /** True if the client receives nothing that it can use, or an error of a gateway. */
  readonly loses: boolean;
  /** What the client got, for messages; null if it got a response with a status. */
  readonly received: string | null;
  /** The response that is faulted if the rule preempts the operation: a 503, or the response to a new order. */
  readonly preempted: 'refusal' | 'new order';
}

export const FAULT_TABLE = {
  'connection-reset': {
    effect: 'The connection is reset without a response.',
    fate: 'lost',
    loses: true,
    received: 'the connection was reset',
    preempted: 'refusal',
  },
  'empty-reply': {
    effect: 'The connection is closed without sending a byte.',
    fate: 'lost',
    loses: true,
    received: 'the connection was closed without a response',
    preempted: 'refusal',
  },
  hang: {
    effect: 'The connection stays open, but nothing is ever sent.',
    fate: 'never',
    loses: true,
    received: 'no response arrived',
    preempted: 'refusal',
  },
  'truncated-json': {
    effect: 'The response breaks off in the middle of its body.',
    fate: 'broken',
    loses: true,
    received: 'the response was cut off in the middle',
    preempted: 'new order',
  },
  'html-502': {
    effect: 'The response is a 502 with an HTML page, as from a gateway.',
    fate: 'answered',
    loses: true,
    received: null,
    preempted: 'refusal',
  },
  'slow-drip': {
    effect: 'The response arrives in small pieces, with pauses between them.',
    fate: 'answered',
    loses: false,
    received: null,
    preempted: 'refusal',
  },
} as const satisfies Readonly<Record<string, FaultRow>>;

export type TransportFault = keyof typeof FAULT_TABLE;

export const TRANSPORT_FAULTS: readonly TransportFault[] = Object.keys(FAULT_TABLE) as TransportFault[];

/**
 * The ways in which a delivery can be made invalid or unusual; everything else about it stays correct. The duty says what a
 * receiver must do: `accept` what is signed correctly, `refuse` what is not, `either` where both are right: the header
 * X-Webhook-Event is not signed, the signature's hex digits have no prescribed case for the receiver, and a repeat of an
 * event_id may be answered with success or refused as a contradiction.
 */
const CORRUPTION_TABLE = {
  'wrong-secret': {
    duty: 'refuse',
    effect: 'Signed with another secret. The signature is not valid.',
  },
  'missing-prefix': {
    duty: 'refuse',
    effect: 'The signature lacks its `sha256=` prefix. It is not valid.',
  },
  'missing-signature': {
    duty: 'refuse',
    effect: 'Without the header X-Webhook-Signature. It is not valid.',
  },
  'upper-case-hex': {
    duty: 'either',
    effect:
      'The correct signature in uppercase hexadecimal, which the specification does not use. It is not valid.',
  },
  'altered-body': {
    duty: 'refuse',
    effect: 'The body was changed after it was signed. The signature is not valid.',
  },
  reserialised: {
    duty: 'accept',
    effect: 'Correctly signed JSON in bytes that no serializer would produce.',
  },
  'stale-signature': {
    duty: 'refuse',
    effect: 'The signature of an older event. It is not valid.',
  },
  'unknown-event': {
    duty: 'accept',
    effect: 'Correctly signed, with an event that does not exist.',
  },
  'extra-field': {
    duty: 'accept',
    effect: 'Correctly signed, with a field that does not exist.',
  },
  'wrong-event-header': {
    duty: 'either',
    effect: 'Correctly signed, but X-Webhook-Event names a different event than the body.',
  },
  'same-id-other-bytes': {
    duty: 'either',
    effect: 'From the second delivery on: correctly signed, with the same event_id but a different status.',
  },
  'new-event-id': {
    duty: 'accept',
    effect: 'From the second delivery on: correctly signed, the same event under another event_id.',
  },
} as const;

export type Corruption = keyof typeof CORRUPTION_TABLE;

export const CORRUPTIONS: readonly Corruption[] = Object.keys(CORRUPTION_TABLE) as Corruption[];

export const corruptionEffect = (corruption: Corruption): string => CORRUPTION_TABLE[corruption].effect;

export const receiverDuty = (corruption: Corruption): 'accept' | 'refuse' | 'either' =>
  CORRUPTION_TABLE[corruption].duty;

/** True unless a delivery is corrupted so that a receiver may refuse it. */
export const mustBeAccepted = (corruption: Corruption | null): boolean =>
  corruption === null || receiverDuty(corruption) === 'accept';

/** The maximum number of copies of a delivery, the attempt itself included. */
export const MAX_COPIES = 20;

/** The reply of a rule. It is declared apart from the schema, because the dashboard has it from the control API. */
export interface ScriptedReply {
  readonly status?: number;
  readonly error?: ErrorCode;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** True if a reply replaces the actual response. Others only delay it or add headers. */
export const replacesTrueAnswer = ({ status, error, body }: ScriptedReply): boolean =>
  status !== undefined || error !== undefined || body !== undefined;

/** The status of a reply that replaces the actual response: its own, or else the status of its error. */
export const statusOfReply = ({ status, error }: ScriptedReply): number =>
  status ?? (error ? ERRORS[error].status : 200);

/** The error code of a reply: its own, or, without a body, the only error code of its status. */
export function errorOfReply({ status, error, body }: ScriptedReply): ErrorCode | undefined {
  if (error !== undefined || body !== undefined || status === undefined) return error;
  const [code, ...others] = ERROR_CODES.filter(one => ERRORS[one].status === status);
  return others.length === 0 ? code : undefined;
}

export const headersOfReply = ({ headers }: ScriptedReply): Readonly<Record<string, string>> | undefined =>
  headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The corruption that a rule applies to a delivery; null if there is none. */
export const corruptionBy = ({ corrupt }: { readonly corrupt?: Corruption | 'none' }): Corruption | null =>
  corrupt === undefined || corrupt === 'none' ? null : corrupt;

export const explainRule = ({ id, source }: { readonly id: string; readonly source: string }): string =>
  `scripted by ${id} (${source})`;
