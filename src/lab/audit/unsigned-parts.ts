import { DEMO_WEBHOOK_SECRET } from '../../server/sandbox-options.ts';
import {
  type AuditMessage,
  type HeaderValue,
  inChunks,
  type OrderKind,
  withHeaders,
} from './audit-messages.ts';

/*
 * What an attacker can choose: only the body of a delivery is signed. Adding a variation begins with a row here.
 */

/** A key that is not the secret. */
export interface WrongKey {
  readonly label: string;
  readonly key: string | Buffer;
}

/** Keys of receivers that are not configured as they should be, or that try several forms of the secret. */
export function wrongKeys(secret: string): WrongKey[] {
  const keys: readonly (readonly [string, string | Buffer])[] = [
    ['an empty key', ''],
    ['the key "undefined"', 'undefined'],
    ['the key "null"', 'null'],
    ['the secret of the demo account', DEMO_WEBHOOK_SECRET],
    ['the secret followed by a line feed', `${secret}\n`],
    ['the secret after a space', ` ${secret}`],
    ['the secret in uppercase', secret.toUpperCase()],
    ['the secret in lowercase', secret.toLowerCase()],
    ['the secret without its prefix', secret.replace(/^whsec_/, '')],
    ['the secret in hexadecimal', Buffer.from(secret).toString('hex')],
    ['the secret in base64', Buffer.from(secret).toString('base64')],
    ['the secret decoded from hexadecimal', Buffer.from(secret, 'hex')],
    ['the secret decoded from base64', Buffer.from(secret.replace(/^whsec_/, ''), 'base64')],
  ];
  return keys
    .filter(([, key]) => !Buffer.from(key as string).equals(Buffer.from(secret)))
    .map(([form, key]) => ({ label: `signed with ${form}`, key }));
}

/** A value of X-Webhook-Signature. */
interface SignatureForm {
  readonly label: string;
  /** @param right the correct signature @param wrong one of the same form that is not */
  readonly value: (right: string, wrong: string) => HeaderValue;
}

const PREFIX = 'sha256=';
const digestOf = (signature: string): string => signature.slice(PREFIX.length);
const HIGH = '\u00e9';

/** Values that are no correct signature, however they are read. The first two are none at all. */
export const WRONG_SIGNATURES: readonly SignatureForm[] = [
  { label: 'without a signature', value: () => null },
  { label: 'with an empty signature', value: () => '' },
  { label: 'with the signature "sha256="', value: () => PREFIX },
  { label: 'with a signature that lacks sha256=', value: digestOf },
  { label: 'with sha1= instead of sha256=', value: right => `sha1=${digestOf(right)}` },
  { label: 'with a signature in uppercase, including SHA256=', value: right => right.toUpperCase() },
  { label: 'with a signature that lacks its last digit', value: right => right.slice(0, -1) },
  { label: 'with a signature of 8 digits', value: right => right.slice(0, PREFIX.length + 8) },
  { label: 'with a signature that is 2 digits longer', value: right => `${right}00` },
  { label: 'with a byte above 0x7F first in the signature', value: right => HIGH + right.slice(1) },
  { label: 'with a byte above 0x7F last in the signature', value: right => right.slice(0, -1) + HIGH },
  { label: 'with two wrong signatures in one header', value: (_, wrong) => `${wrong}, ${wrong}` },
  { label: 'with two headers with wrong signatures', value: (_, wrong) => [wrong, wrong] },
];

/** Values that contain the correct signature. A receiver may accept or refuse them. */
export const UNUSUAL_SIGNATURES: readonly SignatureForm[] = [
  {
    label: 'with the digits of the signature in uppercase',
    value: right => PREFIX + digestOf(right).toUpperCase(),
  },
  { label: 'with spaces around the signature', value: right => `  ${right} ` },
  { label: 'with a space after sha256=', value: right => `${PREFIX} ${digestOf(right)}` },
  { label: 'with the signature header twice', value: right => [right, right] },
  { label: 'with a wrong signature header, then the right one', value: (right, wrong) => [wrong, right] },
  { label: 'with two signatures in one header', value: (right, wrong) => `${wrong}, ${right}` },
];

/** A change of a header that is not signed. */
interface HeaderChange {
  readonly label: string;
  /** The kind of order whose most important event is changed. */
  readonly kind: OrderKind;
  /** Whether a receiver must accept the delivery. It may refuse others. */
  readonly isHarmless: boolean;
  /** @param seen the id of an event that was delivered */
  readonly change: (genuine: AuditMessage, seen: string) => AuditMessage;
}

const change = (
  label: string,
  headersFor: (genuine: AuditMessage, seen: string) => Readonly<Record<string, HeaderValue>>,
  { kind = 'refunded' as OrderKind, isHarmless = false } = {},
): HeaderChange => ({
  label,
  kind,
  isHarmless,
  change: (genuine, seen) => withHeaders(genuine, `${genuine.label} ${label}`, headersFor(genuine, seen)),
});

const EVENT = 'X-Webhook-Event';
const ID = 'X-Webhook-Id';
const twice = (value: AuditMessage['headers'][string] | undefined): string[] => [
  String(value),
  String(value),
];

/** Changes of all headers but the signature, which stays correct. */
export const HEADER_CHANGES: readonly HeaderChange[] = [
  change('with X-Webhook-Event: order.failed', () => ({ [EVENT]: 'order.failed' }), { kind: 'usual' }),
  change('with X-Webhook-Event: order.completed', () => ({ [EVENT]: 'order.completed' })),
  change('without X-Webhook-Event', () => ({ [EVENT]: null })),
  change('with X-Webhook-Event in uppercase', ({ headers }) => ({
    [EVENT]: String(headers[EVENT]).toUpperCase(),
  })),
  change('with the X-Webhook-Id of an event that was delivered', (_, seen) => ({ [ID]: seen })),
  change('without X-Webhook-Id', () => ({ [ID]: null })),
  change('with an empty X-Webhook-Event and X-Webhook-Id', () => ({ [EVENT]: '', [ID]: '' })),
  change('with bytes above 0x7F in X-Webhook-Event and X-Webhook-Id', () => ({ [EVENT]: HIGH, [ID]: HIGH })),
  change('with X-Webhook-Event and X-Webhook-Id twice', ({ headers }) => ({
    [EVENT]: twice(headers[EVENT]),
    [ID]: twice(headers[ID]),
  })),
  change('without Content-Type', () => ({ 'Content-Type': null })),
  change('with Content-Type: text/plain', () => ({ 'Content-Type': 'text/plain' })),
  change('with a form as Content-Type', () => ({ 'Content-Type': 'application/x-www-form-urlencoded' })),
  change('with an unknown Content-Encoding', () => ({ 'Content-Encoding': 'x-unknown' })),
  { label: 'in chunks', kind: 'usual', isHarmless: true, change: inChunks },
  { label: 'in chunks', kind: 'refunded', isHarmless: true, change: inChunks },
];
