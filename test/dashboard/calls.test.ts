import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { shellWord, span, trx } from '../../src/dashboard/format.ts';
import { curlOf as curlOfRequest } from '../../src/dashboard/pages/curl.ts';
import { bodyOf, curlOf, type Draft, productOf } from '../../src/dashboard/pages/new-order/draft.ts';
import { childEnvironment } from '../support/child-environment.ts';

const DRAFT: Draft = {
  product: 'package',
  packageId: '1',
  energyAmount: '65000',
  duration: '',
  address: 'T1',
  externalId: 'e-1',
  scenario: '',
};

/** The arguments that a shell parses from a command. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\0'")], {
    encoding: 'utf8',
    env: childEnvironment(),
  })
    .split('\0')
    .slice(0, -1);

describe('the form', () => {
  test('omits empty fields and the fields of the other product', () => {
    expect(bodyOf({ ...DRAFT, externalId: '' })).toEqual({ address: 'T1', package_id: 1 });
    expect(productOf({ ...DRAFT, product: 'custom', duration: '60' })).toEqual({
      energy_amount: 65_000,
      duration_minutes: 60,
    });
  });

  test('sends text that is not a number as typed, so that the service reports the error', () => {
    expect(bodyOf({ ...DRAFT, product: 'custom', energyAmount: 'many' })).toMatchObject({
      energy_amount: 'many',
    });
  });

  test('selects a scenario by header', () => {
    const chosen = { ...DRAFT, scenario: 'review' };
    expect(curlOf(chosen, 'http://127.0.0.1:1', 'key')).toContain("'X-Sandbox-Scenario: review'");
    expect(bodyOf(chosen)).toEqual({ external_id: 'e-1', address: 'T1', package_id: 1 });
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
    } as unknown as Parameters<typeof curlOfRequest>[0],
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
