import { createHmac, timingSafeEqual } from 'node:crypto';
import { findMistake, type MistakeKind } from './diagnose-signature.ts';

const PREFIX = 'sha256=';
const DIGEST_BYTES = 32;
const HEX_DIGITS = DIGEST_BYTES * 2;

/** The value of X-Webhook-Signature for a body's exact bytes (specification: Events, Delivery). */
export const sign = (body: Uint8Array, secret: string): string =>
  PREFIX + createHmac('sha256', secret).update(body).digest('hex');

/** What can be wrong with a signature. */
export type SignatureFlaw = 'missing' | 'prefix' | 'not-hex' | 'length' | 'case' | MistakeKind;

/** The result of a check; `sentence` says what is wrong and how to fix it. */
export type SignatureVerdict =
  | { readonly valid: true }
  | { readonly valid: false; readonly why: SignatureFlaw; readonly sentence: string };

/** A delivery's raw body, its X-Webhook-Signature header (null: missing) and the secret to check it with. */
export interface SignedDelivery {
  readonly body: Uint8Array;
  readonly header: string | null | undefined;
  readonly secret: string;
}

type Flaw = Extract<SignatureVerdict, { valid: false }>;
const flaw = (why: SignatureFlaw, sentence: string): Flaw => ({ valid: false, why, sentence });

/** Digests that are sometimes sent instead of SHA-256, by their number of hexadecimal digits. */
const OTHER_ALGORITHMS: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  96: 'SHA-384',
  128: 'SHA-512',
};

function wrongLength(digits: number): Flaw {
  const algorithm = OTHER_ALGORITHMS[digits];
  const guess = algorithm
    ? `; ${digits} digits are a ${algorithm} digest: use SHA-256`
    : '; check whether it was truncated';
  return flaw(
    'length',
    `the digest has ${digits} hexadecimal digits; an HMAC-SHA256 has ${HEX_DIGITS}${guess}`,
  );
}

function notHex(digest: string, expected: Buffer): Flaw {
  const decoded = Buffer.from(digest, 'base64');
  const isBase64 = decoded.length === DIGEST_BYTES && timingSafeEqual(decoded, expected);
  return flaw(
    'not-hex',
    isBase64
      ? 'the digest is correct but encoded in base64; encode it in hexadecimal'
      : 'the digest contains characters that are not hexadecimal; write the HMAC in lowercase hexadecimal',
  );
}

/** What is wrong with the part after the prefix, or null. */
function digestFlaw(digest: string, { body, secret }: SignedDelivery): Flaw | null {
  const expected = createHmac('sha256', secret).update(body).digest();
  if (!/^[0-9a-f]*$/i.test(digest)) return notHex(digest, expected);
  if (digest.length !== HEX_DIGITS) return wrongLength(digest.length);
  const given = Buffer.from(digest, 'hex');
  if (!timingSafeEqual(given, expected)) {
    const mistake = findMistake(given, body, secret);
    return flaw(mistake.kind, mistake.sentence);
  }
  if (digest === digest.toLowerCase()) return null;
  return flaw(
    'case',
    'the digest is correct but in uppercase; write it in lowercase hexadecimal, as the service does',
  );
}

function prefixFlaw(header: string, delivery: SignedDelivery): Flaw {
  const [, other, afterPrefix] = /^([a-z0-9-]{1,12})=(.+)$/i.exec(header) ?? [];
  const what = other ? `the header begins with "${other}="` : 'the header has no prefix';
  const digest = digestFlaw(afterPrefix ?? header, delivery);
  const rest = digest ? `; also, ${digest.sentence}` : '; the digest itself is correct';
  return flaw('prefix', `${what}, but it must begin with "${PREFIX}"${rest}`);
}

/**
 * Checks a signature as a strict receiver should, comparing in constant time, and says why it is wrong: its format
 * (missing, prefix, not-hex, length, case) or what it was computed from (reserialised, newline, secret-form, no-key,
 * secret-or-bytes). (specification: Events, Delivery)
 */
export function explainSignature(delivery: SignedDelivery): SignatureVerdict {
  const { header } = delivery;
  if (!header) {
    return flaw(
      'missing',
      `there is no X-Webhook-Signature header; it must be ${PREFIX}<${HEX_DIGITS} hexadecimal digits>`,
    );
  }
  if (!header.startsWith(PREFIX)) return prefixFlaw(header, delivery);
  return digestFlaw(header.slice(PREFIX.length), delivery) ?? { valid: true };
}
