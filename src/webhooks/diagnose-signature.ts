import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type JsonStyle, writeJson } from './json-writer.ts';

/** What a well-formed signature that does not fit was computed from. */
export type MistakeKind = 'reserialised' | 'newline' | 'secret-form' | 'no-key' | 'secret-or-bytes';

/** A guess at how a signature came about, and how to mend it. */
export interface Mistake {
  readonly kind: MistakeKind;
  readonly sentence: string;
}

/** A way to arrive at a wrong digest; null where it does not apply. */
interface Suspect extends Mistake {
  readonly digest: (body: Buffer, secret: string) => Buffer | null;
}

const hmac = (body: string | Buffer, key: string | Buffer): Buffer =>
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

const rewritten = (how: string, write: (value: unknown) => string): Suspect => ({
  kind: 'reserialised',
  sentence: `the signature is that of the body parsed and written again (${how}); use the raw bytes as they came, before any parser`,
  digest: (body, secret) => {
    try {
      return hmac(write(JSON.parse(body.toString())), secret);
    } catch {
      return null;
    }
  },
});

const otherEnd = (how: string, change: (body: string) => string): Suspect => ({
  kind: 'newline',
  sentence: `the signature is that of the body ${how}; use the bytes exactly as they came`,
  digest: (body, secret) => hmac(Buffer.from(change(body.toString('latin1')), 'latin1'), secret),
});

const otherKey = (how: string, change: (secret: string) => string | Buffer): Suspect => ({
  kind: 'secret-form',
  sentence: `the signature was made with the secret ${how}; the key is the UTF-8 bytes of the secret as it is shown`,
  digest: (body, secret) => hmac(body, change(secret)),
});

/** Asked in this order; the first that arrives at the digest is told. */
const SUSPECTS: readonly Suspect[] = [
  rewritten('compact', value => JSON.stringify(value)),
  rewritten('with a blank after each comma and colon', value => writeJson(value, SPACED)),
  rewritten('with every / escaped', value => writeJson(value, SLASHED)),
  rewritten('with sorted keys', value => writeJson(value, { ...PLAIN, sorted: true })),
  rewritten('with sorted keys and blanks', value => writeJson(value, { ...SPACED, sorted: true })),
  rewritten('indented by 2', value => JSON.stringify(value, null, 2)),
  rewritten('indented by 4', value => JSON.stringify(value, null, 4)),
  otherEnd('with a line feed at its end', body => `${body}\n`),
  otherEnd('with a carriage return and a line feed at its end', body => `${body}\r\n`),
  otherEnd('without the line break at its end', body => body.replace(/\r?\n$/, '')),
  otherKey('and a line feed behind it', secret => `${secret}\n`),
  otherKey('without the blanks around it', secret => secret.trim()),
  otherKey('decoded from hexadecimal', secret => Buffer.from(secret, 'hex')),
  otherKey('decoded from base64', secret => Buffer.from(secret, 'base64')),
  {
    kind: 'no-key',
    sentence: 'the signature is a plain SHA-256 of the body; make it an HMAC-SHA256 keyed with the secret',
    digest: body => createHash('sha256').update(body).digest(),
  },
];

const UNKNOWN: Mistake = {
  kind: 'secret-or-bytes',
  sentence:
    'the signature is well formed but not that of these bytes with this secret: compare the secrets, then make sure that nothing changed the body after it was signed',
};

/** Finds out which usual mistake leads to a digest that is known to be wrong. */
export function findMistake(digest: Buffer, body: Uint8Array, secret: string): Mistake {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const found = SUSPECTS.find(suspect => {
    const theirs = suspect.digest(bytes, secret);
    return theirs !== null && timingSafeEqual(theirs, digest);
  });
  return found ? { kind: found.kind, sentence: found.sentence } : UNKNOWN;
}
