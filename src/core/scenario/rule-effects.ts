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
}

export const FAULT_TABLE = {
  'connection-reset': {
    effect: 'The connection is reset without a response.',
    fate: 'lost',
    loses: true,
    received: 'the connection was reset',
  },
  'empty-reply': {
    effect: 'The connection is closed without sending a byte.',
    fate: 'lost',
    loses: true,
    received: 'the connection was closed without a response',
  },
  hang: {
    effect: 'The connection stays open, but nothing is ever sent.',
    fate: 'never',
    loses: true,
    received: 'no response arrived',
  },
  'truncated-json': {
    effect: 'The response breaks off in the middle of its body.',
    fate: 'broken',
    loses: true,
    received: 'the response was cut off in the middle',
  },
  'html-502': {
    effect: 'The response is a 502 with an HTML page, as from a gateway.',
    fate: 'answered',
    loses: true,
    received: null,
  },
  'slow-drip': {
    effect: 'The response arrives in small pieces, with pauses between them.',
    fate: 'answered',
    loses: false,
    received: null,
  },
} as const satisfies Readonly<Record<string, FaultRow>>;

export type TransportFault = keyof typeof FAULT_TABLE;

export const TRANSPORT_FAULTS: readonly TransportFault[] = Object.keys(FAULT_TABLE) as TransportFault[];

/**
 * The ways in which a delivery can be made invalid or unusual; everything else about it stays correct. The duty says what a
 * receiver must do: `accept` what is signed correctly, `refuse` what is not, `either` where both are right: the header
 * X-Webhook-Event is not signed, the signature's hex digits have no prescribed case for the receiver, and a repeat of an
 * event_id may be answered with success or refused as a contradiction. The explanation adds the bug that it finds.
 */
const CORRUPTION_TABLE = {
  'wrong-secret': {
    duty: 'refuse',
    explain:
      'The signature was computed with a different secret; finds a receiver that checks only the format of the signature, or nothing.',
  },
  'missing-prefix': {
    duty: 'refuse',
    explain:
      'The signature header contains the correct digest without the prefix sha256=; finds a receiver that cuts off seven characters without checking them, or accepts anything that it can parse.',
  },
  'missing-signature': {
    duty: 'refuse',
    explain:
      'The header X-Webhook-Signature is missing; finds a receiver that verifies a signature only if there is one.',
  },
  'upper-case-hex': {
    duty: 'either',
    explain:
      'The digest is correct but written in uppercase; shows whether a receiver compares strings or bytes.',
  },
  'altered-body': {
    duty: 'refuse',
    explain:
      'The body was changed after it was signed: the value of refunded is inverted; finds a receiver that processes the body without checking the signature.',
  },
  reserialised: {
    duty: 'accept',
    explain:
      'The same values in unusual but valid and correctly signed bytes (spaces, escapes, 5.0); finds a receiver that checks the signature against parsed and reserialized JSON instead of the raw body.',
  },
  'stale-signature': {
    duty: 'refuse',
    explain:
      'The signature is the correct one for an older event, not for this body; finds a receiver that accepts any signature that it has seen before, without computing the one for this body.',
  },
  'unknown-event': {
    duty: 'accept',
    explain:
      'A correctly signed event of an unknown kind, order.paused; finds a receiver that crashes on it, rejects it forever, or treats it as a failure.',
  },
  'extra-field': {
    duty: 'accept',
    explain:
      'Correctly signed, with unknown fields next to the known ones, at the top level and in data; finds a receiver whose parser rejects unknown fields.',
  },
  'wrong-event-header': {
    duty: 'either',
    explain:
      'X-Webhook-Event names a different event than the signed body; finds a receiver that relies on the header, which the signature does not cover.',
  },
  'same-id-other-bytes': {
    duty: 'either',
    explain:
      'From the second delivery on, the same event_id is sent correctly signed with a different status and updated_at; finds a receiver that overwrites what it stored instead of ignoring the repeat.',
  },
  'new-event-id': {
    duty: 'accept',
    explain:
      'From the second delivery on, the same event is sent correctly signed under another event_id; finds a receiver that remembers event_ids only, and carries out the same change of an order twice.',
  },
} as const;

export type Corruption = keyof typeof CORRUPTION_TABLE;

export const CORRUPTIONS: readonly Corruption[] = Object.keys(CORRUPTION_TABLE) as Corruption[];

export const explainCorruption = (corruption: Corruption): string => CORRUPTION_TABLE[corruption].explain;

export const receiverDuty = (corruption: Corruption): 'accept' | 'refuse' | 'either' =>
  CORRUPTION_TABLE[corruption].duty;

/** True unless a delivery is corrupted so that a receiver may refuse it. */
export const mustBeAccepted = (corruption: Corruption | null): boolean =>
  corruption === null || receiverDuty(corruption) === 'accept';

/** True if a delivery is corrupted so that a receiver must refuse it: its signature does not prove who sent it. */
export const mustBeRefused = (corruption: Corruption | null): boolean =>
  corruption !== null && receiverDuty(corruption) === 'refuse';

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
