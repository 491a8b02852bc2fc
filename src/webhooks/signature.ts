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

/** A verdict on a signature; `sentence` tells a person what is wrong and how to mend it. */
export type SignatureVerdict =
  | { readonly valid: true }
  | { readonly valid: false; readonly why: SignatureFlaw; readonly sentence: string };

/** A delivery's raw body, its X-Webhook-Signature header (null: none came) and the secret to hold it against. */
export interface SignedDelivery {
  readonly body: Uint8Array;
  readonly header: string | null | undefined;
  readonly secret: string;
}

type Flaw = Extract<SignatureVerdict, { valid: false }>;
const flaw = (why: SignatureFlaw, sentence: string): Flaw => ({ valid: false, why, sentence });

/** Digests that people send in place of SHA-256, by their number of hexadecimal digits. */
const OTHER_ALGORITHMS: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  96: 'SHA-384',
  128: 'SHA-512',
};

function wrongLength(digits: number): Flaw {
  const algorithm = OTHER_ALGORITHMS[digits];
  const guess = algorithm ? `; ${digits} is what ${algorithm} gives: use SHA-256` : ', perhaps cut off';
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
      ? 'the digest is right but written in base64; write it in hexadecimal'
      : 'the digest holds characters that are not hexadecimal; write the HMAC as lower-case hex',
  );
}

/** What is wrong with the part behind the prefix, or null. */
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
  return flaw('case', 'the digest is right but in upper case; the service writes lower-case hex');
}

function prefixFlaw(header: string, delivery: SignedDelivery): Flaw {
  const [, other, behind] = /^([a-z0-9-]{1,12})=(.+)$/i.exec(header) ?? [];
  const what = other ? `the header begins with "${other}="` : 'the header has no prefix';
  const digest = digestFlaw(behind ?? header, delivery);
  const rest = digest ? `; besides, ${digest.sentence}` : '; the digest itself is right';
  return flaw('prefix', `${what}, where "${PREFIX}" belongs${rest}`);
}

/**
 * Checks a signature as a strict receiver should, in constant time, and says why it is wrong: in its form (missing,
 * prefix, not-hex, length, case) or in what it was computed from (reserialised, newline, secret-form, no-key,
 * secret-or-bytes). (specification: Events, Delivery)
 */
export function explainSignature(delivery: SignedDelivery): SignatureVerdict {
  const { header } = delivery;
  if (!header) {
    return flaw(
      'missing',
      `there is no X-Webhook-Signature; it should be ${PREFIX}<${HEX_DIGITS} hexadecimal digits>`,
    );
  }
  if (!header.startsWith(PREFIX)) return prefixFlaw(header, delivery);
  return digestFlaw(header.slice(PREFIX.length), delivery) ?? { valid: true };
}
