import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { explainSignature, sign } from '../../../src/core/webhook/signature.ts';

const SECRET = 'whsec_demo';
const BODY = Buffer.from('{"event":"order.delegated","data":{"order_id":17,"url":"a/b"}}');
const RIGHT = sign(BODY, SECRET);
const HEX = RIGHT.slice('sha256='.length);

const digestOver = (body: string | Buffer, key: string | Buffer = SECRET): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

const verdict = (header: string | null, body: Buffer = BODY, secret = SECRET) =>
  explainSignature({ body, header, secret });

describe('sign', () => {
  it.each([
    // RFC 4231, cases 1 and 2.
    ['Hi There', '\x0b'.repeat(20), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      'what do ya want for nothing?',
      'Jefe',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
  ])('gives the published digest of %j', (body, secret, hex) => {
    expect(sign(Buffer.from(body), secret)).toBe(`sha256=${hex}`);
  });

  it("uses the secret's UTF-8 bytes as the key", () => {
    expect(sign(BODY, 'sécrèt')).toBe(digestOver(BODY, Buffer.from('sécrèt', 'utf8')));
  });
});

describe('explainSignature', () => {
  it('accepts the correct signature', () => {
    expect(verdict(RIGHT)).toEqual({ valid: true });
  });

  it('accepts the signature of a view into a larger buffer', () => {
    const large = Buffer.concat([Buffer.from('before'), BODY, Buffer.from('after')]);
    expect(verdict(RIGHT, large.subarray(6, 6 + BODY.length))).toEqual({ valid: true });
  });

  it.each([
    ['no header', null, 'missing', 'there is no X-Webhook-Signature'],
    ['an empty header', '', 'missing', 'there is no X-Webhook-Signature'],
    [
      'the digest alone',
      HEX,
      'prefix',
      'no prefix, but it must begin with "sha256="; the digest itself is correct',
    ],
    ['another prefix', `sha1=${HEX}`, 'prefix', '"sha1="'],
    ['the prefix in uppercase', `SHA256=${HEX}`, 'prefix', '"SHA256="'],
    ['no prefix and a wrong digest', '0'.repeat(64), 'prefix', 'also, the signature is well formed but'],
    ['the digest in uppercase', `sha256=${HEX.toUpperCase()}`, 'case', 'in uppercase'],
    ['a truncated digest', RIGHT.slice(0, -1), 'length', '63 hexadecimal digits'],
    ['no digest', 'sha256=', 'length', '0 hexadecimal digits'],
    [
      'a SHA-1 digest',
      `sha256=${createHmac('sha1', SECRET).update(BODY).digest('hex')}`,
      'length',
      'are a SHA-1 digest',
    ],
    [
      'the digest in base64',
      `sha256=${Buffer.from(HEX, 'hex').toString('base64')}`,
      'not-hex',
      'encoded in base64',
    ],
    ['other characters', `sha256=${'z'.repeat(64)}`, 'not-hex', 'not hexadecimal'],
    ["another secret's digest", sign(BODY, 'other'), 'secret-or-bytes', 'compare the secrets'],
    ["another body's digest", digestOver('{}'), 'secret-or-bytes', 'changed the body'],
    [
      'a plain SHA-256',
      `sha256=${createHash('sha256').update(BODY).digest('hex')}`,
      'no-key',
      'plain SHA-256',
    ],
    ['a line feed after the body', digestOver(`${BODY}\n`), 'newline', 'line feed'],
    ['a line feed after the secret', sign(BODY, `${SECRET}\n`), 'secret-form', 'followed by a line feed'],
    [
      'Python spaces',
      digestOver('{"event": "order.delegated", "data": {"order_id": 17, "url": "a/b"}}'),
      'reserialised',
      'a space after each',
    ],
    ['PHP slashes', digestOver(BODY.toString().replace('/', '\\/')), 'reserialised', 'every / escaped'],
    [
      'sorted keys',
      digestOver('{"data":{"order_id":17,"url":"a/b"},"event":"order.delegated"}'),
      'reserialised',
      'sorted keys',
    ],
    [
      'an indented body',
      digestOver(JSON.stringify(JSON.parse(BODY.toString()), null, 2)),
      'reserialised',
      'indented by 2',
    ],
  ])('explains why a signature with %s is wrong', (_what, header, why, sentence) => {
    expect(verdict(header)).toEqual({ valid: false, why, sentence: expect.stringContaining(sentence) });
  });

  it('detects a signature over the compact form of a body with spaces', () => {
    const body = Buffer.from('{ "event" : "order.delegated" }');
    expect(verdict(digestOver('{"event":"order.delegated"}'), body)).toMatchObject({ why: 'reserialised' });
  });

  it('detects a signature without the line break at the end, whatever bytes precede it', () => {
    const body = Buffer.concat([Buffer.from([0xff, 0xc3, 0xa9]), Buffer.from('\r\n')]);
    expect(verdict(digestOver(body.subarray(0, 3)), body)).toMatchObject({ why: 'newline' });
  });

  it.each([
    ['hexadecimal', 'hex'],
    ['base64', 'base64'],
  ] as const)('detects that the secret was decoded from %s', (name, encoding) => {
    const secret = Buffer.from('thirty-two bytes of key material').toString(encoding);
    const header = digestOver(BODY, Buffer.from(secret, encoding));
    expect(verdict(header, BODY, secret)).toMatchObject({
      why: 'secret-form',
      sentence: expect.stringContaining(`decoded from ${name}`),
    });
  });

  it('checks bodies that are not JSON, or nested too deeply to be serialized', () => {
    expect(verdict(RIGHT, Buffer.from('not json'))).toMatchObject({ why: 'secret-or-bytes' });
    expect(verdict(RIGHT, Buffer.from('['.repeat(50_000) + ']'.repeat(50_000)))).toMatchObject({
      why: 'secret-or-bytes',
    });
  });
});
