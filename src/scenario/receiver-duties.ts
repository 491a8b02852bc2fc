import type { Corruption } from './scenario-types.ts';

/**
 * What a receiver must do with a corrupted delivery: `accept` what is signed correctly, `refuse` what is not, `either` where
 * both are right: the header X-Webhook-Event is not signed, the signature's hex digits have no prescribed case for the
 * receiver, and a repeat of an event_id may be answered with success or refused as a contradiction.
 */
export const RECEIVER_DUTIES = {
  'wrong-secret': 'refuse',
  'missing-prefix': 'refuse',
  'upper-case-hex': 'either',
  'altered-body': 'refuse',
  reserialised: 'accept',
  'stale-signature': 'refuse',
  'unknown-event': 'accept',
  'extra-field': 'accept',
  'wrong-event-header': 'either',
  'same-id-other-bytes': 'either',
} as const satisfies Readonly<Record<Corruption, 'accept' | 'refuse' | 'either'>>;

/** True unless a delivery is corrupted so that a receiver may refuse it. */
export const mustBeAccepted = (corruption: Corruption | null): boolean =>
  corruption === null || RECEIVER_DUTIES[corruption] === 'accept';
