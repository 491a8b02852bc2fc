import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const MIB = 1024 * 1024;
const LIMIT = { assumptions: { body_limit_bytes: 4 * MIB } };

test('a body that only a raised limit allows is parsed in slices, with the same result', async () => {
  await using sandbox = await startTestSandbox(LIMIT);
  const body = { external_id: 'large', address: RECIPIENT, package_id: 1, note: 'é'.repeat(MIB) };
  expect((await sandbox.api.order(body)).outcome).toBe('202');
});

test.each([
  ['malformed', `{"address":"${'a'.repeat(MIB)}",}`, 'the body is not valid JSON'],
  ['nested too deeply', `{"x":${'['.repeat(MIB)}`, 'nested deeper than 64 levels'],
])('a large body that is %s is refused with the reason', async (_what, body, reason) => {
  await using sandbox = await startTestSandbox(LIMIT);
  const answered = await sandbox.api.call('POST', '/api/v1/order/', { body });
  expect(answered.outcome).toBe('400 INVALID_JSON');
  expect(answered.explain).toContain(reason);
});

test('a large body that is not valid UTF-8 is refused with the reason', async () => {
  await using sandbox = await startTestSandbox(LIMIT);
  const body = Buffer.concat([
    Buffer.from(`{"note":"${'a'.repeat(MIB)}`),
    Buffer.from([0xff]),
    Buffer.from('"}'),
  ]);
  const answered = await sandbox.api.call('POST', '/api/v1/order/', { body });
  expect(answered.outcome).toBe('400 INVALID_JSON');
  expect(answered.explain).toContain('not valid UTF-8');
});
