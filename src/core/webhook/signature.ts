import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type JsonStyle, writeJson } from './reserialize-json.ts';

const PREFIX = 'sha256=';
const DIGEST_BYTES = 32;
const HEX_DIGITS = DIGEST_BYTES * 2;

/** The value of X-Webhook-Signature for a body's exact bytes (specification: Events, Delivery). */
export const sign = (body: Uint8Array, secret: string | Uint8Array): string =>
  PREFIX + createHmac('sha256', secret).update(body).digest('hex');

type MistakeKind = 'reserialised' | 'newline' | 'secret-form' | 'no-key' | 'secret-or-bytes';

interface Mistake {
  readonly kind: MistakeKind;
  readonly sentence: string;
}

/** A common mistake, with the digest that it leads to; the digest is null if a body does not allow the mistake. */
interface KnownMistake extends Mistake {
  readonly digest: (body: Buffer, secret: string) => Buffer | null;
}

const hmac = (body: string | Uint8Array, key: string | Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest();

const PLAIN: JsonStyle = {
  comma: ',',
  colon: ':',
  pad: '',
  sorted: false,
  text: value => JSON.stringify(value),
  number: value => JSON.stringify(value),
};
const SPACED: JsonStyle = { ...PLAIN, comma: ', ', colon: ': ' };
const SLASHED: JsonStyle = { ...PLAIN, text: value => JSON.stringify(value).replaceAll('/', '\\/') };

const rewritten = (how: string, write: (value: unknown) => string): KnownMistake => ({
  kind: 'reserialised',
  sentence: `the signature was computed over the body after it was parsed and serialized again (${how}); use the raw bytes as received, before any parser`,
  digest: (body, secret) => {
    try {
      return hmac(write(JSON.parse(body.toString())), secret);
    } catch {
      return null;
    }
  },
});

const changedEnd = (how: string, change: (body: string) => string): KnownMistake => ({
  kind: 'newline',
  sentence: `the signature was computed over the body ${how}; use the bytes exactly as received`,
  digest: (body, secret) => hmac(Buffer.from(change(body.toString('latin1')), 'latin1'), secret),
});

const otherKey = (how: string, change: (secret: string) => string | Buffer): KnownMistake => ({
  kind: 'secret-form',
  sentence: `the signature was computed with the secret ${how}; the key is the UTF-8 bytes of the secret exactly as displayed`,
  digest: (body, secret) => hmac(body, change(secret)),
});

/** The first of them that leads to the digest is reported. */
const KNOWN_MISTAKES: readonly KnownMistake[] = [
  rewritten('compact', value => JSON.stringify(value)),
  rewritten('with a space after each comma and colon', value => writeJson(value, SPACED)),
  rewritten('with every / escaped', value => writeJson(value, SLASHED)),
  rewritten('with sorted keys', value => writeJson(value, { ...PLAIN, sorted: true })),
  rewritten('with sorted keys and spaces', value => writeJson(value, { ...SPACED, sorted: true })),
  rewritten('indented by 2', value => JSON.stringify(value, null, 2)),
  rewritten('indented by 4', value => JSON.stringify(value, null, 4)),
  changedEnd('with a line feed at the end', body => `${body}\n`),
  changedEnd('with a carriage return and a line feed at the end', body => `${body}\r\n`),
  changedEnd('without the line break at the end', body => body.replace(/\r?\n$/, '')),
  otherKey('followed by a line feed', secret => `${secret}\n`),
  otherKey('without the whitespace around it', secret => secret.trim()),
  otherKey('decoded from hexadecimal', secret => Buffer.from(secret, 'hex')),
  otherKey('decoded from base64', secret => Buffer.from(secret, 'base64')),
  {
    kind: 'no-key',
    sentence:
      'the signature is a plain SHA-256 of the body; compute an HMAC-SHA256 with the secret as the key',
    digest: body => createHash('sha256').update(body).digest(),
  },
];

const UNKNOWN: Mistake = {
  kind: 'secret-or-bytes',
  sentence:
    'the signature is well formed but does not match these bytes and this secret: compare the secrets, then make sure that nothing changed the body after it was signed',
};

function findMistake(digest: Buffer, body: Uint8Array | string, secret: string): Mistake {
  const bytes = Buffer.from(body as Uint8Array);
  const found = KNOWN_MISTAKES.find(mistake => {
    const wrongDigest = mistake.digest(bytes, secret);
    return wrongDigest !== null && timingSafeEqual(wrongDigest, digest);
  });
  return found ?? UNKNOWN;
}

export type SignatureFlaw = 'missing' | 'prefix' | 'not-hex' | 'length' | 'case' | MistakeKind;

/** The result of a check; `sentence` says what is wrong and how to fix it. */
export type SignatureVerdict =
  | { readonly valid: true }
  | { readonly valid: false; readonly why: SignatureFlaw; readonly sentence: string };

/** A webhook delivery to verify. */
export interface SignedWebhook {
  /** The raw body, exactly as received, before any parser. A string is encoded as UTF-8. */
  readonly body: Uint8Array | string;
  /** The value of X-Webhook-Signature; null or undefined if it is missing. */
  readonly header: string | null | undefined;
  /** The account's webhook secret. */
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

function digestFlaw(digest: string, { body, secret }: SignedWebhook): Flaw | null {
  const expected = hmac(body, secret);
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

function prefixFlaw(header: string, delivery: SignedWebhook): Flaw {
  const [, other, afterPrefix] = /^([a-z0-9-]{1,12})=(.+)$/i.exec(header) ?? [];
  const what = other ? `the header begins with "${other}="` : 'the header has no prefix';
  const digest = digestFlaw(afterPrefix ?? header, delivery);
  const rest = digest ? `; also, ${digest.sentence}` : '; the digest itself is correct';
  return flaw('prefix', `${what}, but it must begin with "${PREFIX}"${rest}`);
}

/**
 * Verifies the signature of a webhook and explains failures: its format (missing, prefix, not-hex, length, case) or what it
 * was computed from, such as a wrong secret, or a body that was parsed and serialized again (specification: Events,
 * Delivery). Compares in constant time.
 */
export function explainSignature(webhook: SignedWebhook): SignatureVerdict {
  const { header } = webhook;
  if (!header) {
    return flaw(
      'missing',
      `there is no X-Webhook-Signature header; it must be ${PREFIX}<${HEX_DIGITS} hexadecimal digits>`,
    );
  }
  if (!header.startsWith(PREFIX)) return prefixFlaw(header, webhook);
  return digestFlaw(header.slice(PREFIX.length), webhook) ?? { valid: true };
}
