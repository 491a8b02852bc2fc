import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { shellWord, span, trx } from '../../src/dashboard/format.ts';
import { curlOf as curlOfRequest } from '../../src/dashboard/pages/curl.ts';
import { callOf, curlOf, type Draft, productOf } from '../../src/dashboard/pages/new-order/draft.ts';

const DRAFT: Draft = {
  kind: 'single',
  product: 'package',
  packageId: '1',
  energyAmount: '65000',
  duration: '',
  address: 'T1',
  externalId: 'e-1',
  lines: '',
  scenario: '',
  via: 'header',
  magicAddress: '',
};

/** The arguments that a shell parses from a command. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\0'")], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('the form', () => {
  test('omits empty fields and the fields of the other product', () => {
    expect(callOf({ ...DRAFT, externalId: '' })).toEqual({
      path: '/api/v1/order/',
      body: { address: 'T1', package_id: 1 },
    });
    expect(productOf({ ...DRAFT, product: 'custom', duration: '60' })).toEqual({
      energy_amount: 65_000,
      duration_minutes: 60,
    });
  });

  test('sends text that is not a number as typed, so that the service reports the error', () => {
    expect(callOf({ ...DRAFT, product: 'custom', energyAmount: 'many' }).body).toMatchObject({
      energy_amount: 'many',
    });
  });

  test('takes one recipient per line, optionally preceded by an external_id', () => {
    const { path, body } = callOf({ ...DRAFT, kind: 'bulk', lines: 'T1\n\n mine  T2 \n' });
    expect(path).toBe('/api/v1/orders/bulk/');
    expect(body).toEqual({
      orders: [
        { external_id: 'e-1-1', address: 'T1', package_id: 1 },
        { external_id: 'mine', address: 'T2', package_id: 1 },
      ],
    });
  });

  test('selects a scenario by header, by the beginning of the external_id, or by its magic address', () => {
    const chosen = { ...DRAFT, scenario: 'review', magicAddress: 'TMagic' };
    expect(curlOf(chosen, 'http://127.0.0.1:1', 'key')).toContain("'X-Sandbox-Scenario: review'");
    expect(callOf(chosen).body).toEqual({ external_id: 'e-1', address: 'T1', package_id: 1 });
    const byId = { ...chosen, via: 'external_id' } as const;
    expect(callOf(byId).body).toEqual({ external_id: 'sandbox:review:e-1', address: 'T1', package_id: 1 });
    expect(curlOf(byId, 'http://127.0.0.1:1', 'key')).not.toContain('X-Sandbox-Scenario');
    expect(callOf({ ...chosen, via: 'address' }).body).toEqual({
      external_id: 'e-1',
      address: 'TMagic',
      package_id: 1,
    });
  });

  test('produces a command that a shell parses unchanged, whatever was typed', () => {
    const hostile = `'; rm -rf "$HOME" \`id\` \\ <b>`;
    const words = argumentsOf(curlOf({ ...DRAFT, externalId: hostile }, 'http://127.0.0.1:1', 'key'));
    expect(JSON.parse(words.at(-1)!)).toEqual({ external_id: hostile, address: 'T1', package_id: 1 });
    expect(words).toContain('Authorization: Bearer key');
  });
});

test('a request of the journal is converted to a curl command with the same bytes and a key that is known', () => {
  const command = curlOfRequest(
    {
      method: 'POST',
      url: "/api/v1/order/?a='b",
      headers: [
        { name: 'Authorization', value: 'Bearer [redacted]' },
        { name: 'Content-Length', value: '9' },
        { name: 'X-Trace', value: "it's" },
      ],
      body: '{"a":"\'"}',
    } as Parameters<typeof curlOfRequest>[0],
    'http://127.0.0.1:1',
    'known-key',
  );
  const words = argumentsOf(command);
  expect(words).toContain('Authorization: Bearer known-key');
  expect(words).toContain("http://127.0.0.1:1/api/v1/order/?a='b");
  expect(words).toContain("X-Trace: it's");
  expect(words.at(-1)).toBe('{"a":"\'"}');
  expect(command).not.toMatch(/redacted|Content-Length/);
});

test('a word is quoted for a shell if it has to be', () => {
  expect(["a'b", 'whsec_1', '', '$HOME'].map(shellWord)).toEqual(["'a'\\''b'", 'whsec_1', "''", "'$HOME'"]);
});

test('durations and amounts are formatted for people', () => {
  expect([250, 3_000, 65_000, 3_600_000, 90_061_000].map(span)).toEqual([
    '250 ms',
    '3 s',
    '1 min 5 s',
    '1 h',
    '1 d 1 h',
  ]);
  expect([0, 3.9, 2.795, 0.000001, 12_345.5].map(trx)).toEqual([
    '0.00',
    '3.90',
    '2.795',
    '0.000001',
    '12,345.50',
  ]);
});
