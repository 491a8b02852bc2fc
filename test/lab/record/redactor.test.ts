import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTronAddress } from '../../../src/core/domain/address.ts';
import { Disguise, Redactor } from '../../../src/lab/record/redactor.ts';
import { measureWork } from '../../support/processor-time.ts';
import { amount } from '../../support/tier.ts';

const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const KEY = 'live_9f8a7b6c5d';

const plain = (): Redactor => new Redactor([], []);

describe('credentials are replaced', () => {
  test('by one pseudonym per key, which keeps the scheme', () => {
    const redactor = plain();
    const values = [`Bearer ${KEY}`, 'Bearer other-key-1', `bearer ${KEY}`, KEY, ''].map(
      value => redactor.header({ name: 'Authorization', value }).value,
    );
    expect(values).toEqual(['Bearer key-1', 'Bearer key-2', 'bearer key-1', 'key-1', '']);
  });

  test('wherever a known key occurs: in queries, bodies, percent-encoded, and in other headers', () => {
    const redactor = plain();
    redactor.header({ name: 'authorization', value: 'Bearer a/b+c=12' });
    expect(redactor.url('/x/a%2Fb%2Bc%3D12?note=a%2Fb%2Bc%3D12')).toBe('/x/key-1?note=key-1');
    expect(redactor.body('{"text":"used a/b+c=12 here"}')).toBe('{"text":"used key-1 here"}');
    expect(redactor.header({ name: 'X-Note', value: 'a/b+c=12' }).value).toBe('key-1');
  });

  test('in parameters and fields whose names say that they are secret, in a text that is cut off, too', () => {
    const redactor = plain();
    expect(redactor.url('/?token=abc&package_id=1&api%5Fkey=abc')).toBe(
      '/?token=key-1&package_id=1&api%5Fkey=key-1',
    );
    expect(redactor.body('{"password" : "p4ss", "code":"X", "api_key":"k9')).toBe(
      '{"password" : "key-2", "code":"X", "api_key":"key-3',
    );
  });

  test('in the strings of a list, and in URLs wherever they occur', () => {
    const redactor = plain();
    expect(redactor.body('{"tokens": ["t0ken", "t0ken2" ], "names":["a"], "n":["x')).toBe(
      '{"tokens": ["key-1", "key-2" ], "names":["a"], "n":["x',
    );
    expect(redactor.body('{"tokens":[{"a":"b"},"c"],"secrets":["cut')).toBe(
      '{"tokens":[{"a":"b"},"c"],"secrets":["key-3',
    );
    const location = { name: 'Location', value: 'https://user:pw@x/?token=q1&page=2#access_token=q2' };
    expect(redactor.header(location).value).toBe('https://x/?token=key-4&page=2#access_token=key-5');
    expect(redactor.body('{"webhook_url":"https://u:p@h/?a=1&api_key=q3","n":1}')).toBe(
      '{"webhook_url":"https://h/?a=1&api_key=key-6","n":1}',
    );
    expect(redactor.url('/x;token=q1?a=1')).toBe('/x;token=key-4?a=1');
  });

  test('as a whole if they consist of several words, except for the scheme of Authorization', () => {
    const redactor = plain();
    expect(redactor.header({ name: 'X-Api-Key', value: 'horse battery' }).value).toBe('key-1');
  });

  test('in linear time in texts that consist of the beginnings of URLs', () => {
    for (const start of ['://', '://a', '://a@', ';', ';a', '"tokens":["', '{"tokens":["a",']) {
      const tookMs = measureWork();
      plain().body(start.repeat(100_000));
      expect(tookMs(), start).toBeLessThan(5_000);
    }
  });

  test('in cookies, as a whole', () => {
    const redactor = plain();
    for (const name of ['Cookie', 'Set-Cookie'])
      expect(redactor.header({ name, value: 'a=one1; Path=/' })).toEqual({ name, value: '[redacted]' });
  });

  test('the webhook secret in any text, while the signature stays', () => {
    const redactor = new Redactor([], ['whsec_topsecret']);
    expect(redactor.text('is whsec_topsecret right?')).toBe('is secret-1 right?');
    const signature = { name: 'X-Webhook-Signature', value: `sha256=${'0'.repeat(64)}` };
    expect(redactor.header(signature)).toEqual(signature);
  });
});

describe('--redact', () => {
  test('replaces equal values by equal ones in queries, bodies, errors, and of numbers and synonyms', () => {
    const redactor = new Redactor(['external_id', 'address'], []);
    const url = redactor.url('/api/v1/status/?external_id=inv%3A1001&x=1');
    const id = decodeURIComponent(/external_id=([^&]*)/.exec(url)![1]!);
    expect(id).toMatch(/^[a-z]{3}:\d{4}$/);
    expect(id).not.toBe('inv:1001');
    const body = JSON.parse(
      redactor.body(
        `{"external_id":"inv:1001","recipient_address":"${ADDRESS}","n":{"address":"${ADDRESS}"}}`,
      ),
    );
    expect(body.external_id).toBe(id);
    expect(body.recipient_address).toBe(body.n.address);
    expect(redactor.body('{"message":"order inv:1001 exists."}')).toBe(`{"message":"order ${id} exists."}`);
    expect(redactor.body('{"external_id":12345,"energy_amount":12345}')).toMatch(
      /^\{"external_id":(?!12345)\d{5},"energy_amount":12345\}$/,
    );
  });

  test('keeps spaces, order, repeated fields and mistakes of a body', () => {
    const redactor = new Redactor(['external_id'], []);
    const body = redactor.body(
      '{ "external_id" :\t"a-1" ,"external_id":null,, "x":"external_id", "external_id":"\\u0061-1"',
    );
    const [, first, second] =
      /^\{ "external_id" :\t"([^"]*)" ,"external_id":null,, "x":"external_id", "external_id":"([^"]*)"$/.exec(
        body,
      )!;
    expect(second).toBe(first);
    expect(first).not.toBe('a-1');
  });

  test('does not replace words that mean something else, although an external_id is called so', () => {
    const redactor = new Redactor(['external_id'], []);
    redactor.body('{"external_id":"completed"}');
    redactor.body('{"external_id":"65000"}');
    const other = '{"status":"completed","energy_amount":65000,"note":"65000"}';
    expect(redactor.body(other)).toBe(other);
  });

  test('takes linear time for a body that consists of quotes', () => {
    const redactor = new Redactor(['external_id'], []);
    const hostile = '\\"'.repeat(1_000_000);
    const tookMs = measureWork();
    expect(redactor.body(hostile)).toBe(hostile);
    expect(tookMs()).toBeLessThan(5_000);
  });
});

describe('a replacement', () => {
  test('of a valid address is another valid one, of an invalid one an invalid one', () => {
    const disguise = new Disguise();
    const replaced = disguise.ofText(ADDRESS);
    expect(isTronAddress(replaced)).toBe(true);
    expect(replaced).not.toBe(ADDRESS);
    const wrong = disguise.ofText(`${ADDRESS.slice(0, -1)}2`);
    expect(wrong).toHaveLength(ADDRESS.length);
    expect(isTronAddress(wrong)).toBe(false);
    expect(disguise.ofText(`41${'ab'.repeat(20)}`)).toMatch(/^41[0-9a-f]{40}$/);
  });

  test('has the length and the kinds of characters of its value, and differs for different values', () => {
    const kinds = (text: string): string =>
      text.replace(/\d/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A');
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9]{4}[A-Za-z0-9._:/ -]{2,126}$/), {
          minLength: 1,
          maxLength: 20,
        }),
        values => {
          const disguise = new Disguise();
          const replaced = values.map(value => disguise.ofText(value));
          expect(replaced.map(kinds)).toEqual(values.map(kinds));
          expect(values.map(value => disguise.ofText(value))).toEqual(replaced);
          expect(new Set(replaced).size).toBe(values.length);
        },
      ),
      { numRuns: amount({ first: 50, long: 1_000 }) },
    );
  });

  test('is unique even where few of its length exist', () => {
    const disguise = new Disguise();
    const digits = Array.from({ length: 10 }, (_, digit) => disguise.ofText(String(digit)));
    expect(new Set(digits).size).toBe(10);
  });
});
