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

const bytesOf = (key: string | Buffer): Buffer => (typeof key === 'string' ? Buffer.from(key) : key);

/** Keys that are not the secret: of receivers that are not configured, or that try several forms of it. */
export function wrongKeys(secret: string): [label: string, key: string | Buffer][] {
  const bare = secret.replace(/^whsec_/, '');
  const keys: [string, string | Buffer][] = [
    ['signed with an empty key', ''],
    ['signed with the key "undefined"', 'undefined'],
    ['signed with the key "null"', 'null'],
    ['signed with the secret of the demo account', DEMO_WEBHOOK_SECRET],
    ['signed with the secret followed by a line feed', `${secret}\n`],
    ['signed with the secret after a space', ` ${secret}`],
    ['signed with the secret in uppercase', secret.toUpperCase()],
    ['signed with the secret in lowercase', secret.toLowerCase()],
    ['signed with the secret without its prefix', bare],
    ['signed with the secret in hexadecimal', bytesOf(secret).toString('hex')],
    ['signed with the secret in base64', bytesOf(secret).toString('base64')],
    ['signed with the secret decoded from hexadecimal', Buffer.from(secret, 'hex')],
    ['signed with the secret decoded from base64', Buffer.from(bare, 'base64')],
  ];
  return keys.filter(([, key]) => !bytesOf(key).equals(bytesOf(secret)));
}

/** A value of X-Webhook-Signature. `right` is the correct signature, and `wrong` one of the same form that is not. */
type SignatureForm = [label: string, value: (right: string, wrong: string) => HeaderValue];

const PREFIX = 'sha256=';
const digestOf = (signature: string): string => signature.slice(PREFIX.length);
const HIGH = '\u00e9';

/** Values that are no signature at all. */
export const NO_SIGNATURES: readonly SignatureForm[] = [
  ['without a signature', () => null],
  ['with an empty signature', () => ''],
  ['with the signature "sha256="', () => PREFIX],
];

/** Values that are no correct signature, however they are read. */
export const WRONG_SIGNATURES: readonly SignatureForm[] = [
  ['with a signature that lacks sha256=', digestOf],
  ['with sha1= instead of sha256=', right => `sha1=${digestOf(right)}`],
  ['with a signature in uppercase, including SHA256=', right => right.toUpperCase()],
  ['with a signature that lacks its last digit', right => right.slice(0, -1)],
  ['with a signature of 8 digits', right => right.slice(0, PREFIX.length + 8)],
  ['with a signature that is 2 digits longer', right => `${right}00`],
  ['with a byte above 0x7F first in the signature', right => HIGH + right.slice(1)],
  ['with a byte above 0x7F last in the signature', right => right.slice(0, -1) + HIGH],
  ['with two wrong signatures in one header', (_, wrong) => `${wrong}, ${wrong}`],
  ['with two headers with wrong signatures', (_, wrong) => [wrong, wrong]],
];

/** Values that contain the correct signature. A receiver may accept or refuse them. */
export const UNUSUAL_SIGNATURES: readonly SignatureForm[] = [
  ['with the digits of the signature in uppercase', right => PREFIX + digestOf(right).toUpperCase()],
  ['with spaces around the signature', right => `  ${right} `],
  ['with a space after sha256=', right => `${PREFIX} ${digestOf(right)}`],
  ['with the signature header twice', right => [right, right]],
  ['with a wrong signature header, then the right one', (right, wrong) => [wrong, right]],
  ['with two signatures in one header', (right, wrong) => `${wrong}, ${right}`],
];

const EVENT = 'X-Webhook-Event';
const ID = 'X-Webhook-Id';
const TYPE = 'Content-Type';
const twice = (value: HeaderValue | undefined): string[] => [String(value), String(value)];

/** Replaces headers. @param headersOf the new ones, from the genuine ones */
const put =
  (headersOf: (genuine: AuditMessage['headers']) => Readonly<Record<string, HeaderValue>>) =>
  (genuine: AuditMessage): AuditMessage =>
    withHeaders(genuine, genuine.label, headersOf(genuine.headers));

/** A change of what is around the signed body, and the kind of order whose most important event has it. */
type Envelope = [
  label: string,
  change: (genuine: AuditMessage, seen: string) => AuditMessage,
  kind?: OrderKind,
];

/** Headers that are not signed. `seen` is the id of an event that was delivered. A receiver may accept or refuse them. */
const OTHER_HEADERS: readonly Envelope[] = [
  ['with X-Webhook-Event: order.failed', put(() => ({ [EVENT]: 'order.failed' })), 'usual'],
  ['with X-Webhook-Event: order.completed', put(() => ({ [EVENT]: 'order.completed' }))],
  ['without X-Webhook-Event', put(() => ({ [EVENT]: null }))],
  ['with X-Webhook-Event in uppercase', put(genuine => ({ [EVENT]: String(genuine[EVENT]).toUpperCase() }))],
  ['with the X-Webhook-Id of an earlier event', (genuine, seen) => put(() => ({ [ID]: seen }))(genuine)],
  ['without X-Webhook-Id', put(() => ({ [ID]: null }))],
  ['with an empty X-Webhook-Event and X-Webhook-Id', put(() => ({ [EVENT]: '', [ID]: '' }))],
  ['with bytes above 0x7F in X-Webhook-Event and X-Webhook-Id', put(() => ({ [EVENT]: HIGH, [ID]: HIGH }))],
  ['with X-Webhook-Event twice', put(genuine => ({ [EVENT]: twice(genuine[EVENT]) }))],
  ['with X-Webhook-Id twice', put(genuine => ({ [ID]: twice(genuine[ID]) }))],
  ['without Content-Type', put(() => ({ [TYPE]: null }))],
  ['with Content-Type: text/plain', put(() => ({ [TYPE]: 'text/plain' }))],
  ['with a form as Content-Type', put(() => ({ [TYPE]: 'application/x-www-form-urlencoded' }))],
  ['with an unknown Content-Encoding', put(() => ({ 'Content-Encoding': 'x-unknown' }))],
];

/** What a receiver has to accept: the specification does not say how a body is framed. */
export const IN_CHUNKS: Envelope = ['in chunks, without a Content-Length', inChunks, 'usual'];

/** Deliveries whose signature is correct, with other headers or another framing. */
export const ENVELOPES: readonly Envelope[] = [...OTHER_HEADERS, IN_CHUNKS];
