import { expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { test } from '../../support/control-api.ts';
import { amount, seed } from '../../support/tier.ts';
import { Random } from '../simulation/random.ts';

const ROUNDS = amount({ first: 100, long: 5_000 });

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const nested = (depth: number): Json => {
  let value: Json = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

const keys = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

/** Values that are too long, too deep or too many somewhere. */
const OVERSIZED: readonly ((random: Random) => Json)[] = [
  random => 'a'.repeat(random.below(100_000)),
  random => '*a?'.repeat(random.below(20_000)),
  random => nested(random.below(200)),
  random => Array.from({ length: random.below(20_000) }, () => null),
  random => keys(random.below(10_000)),
  random => '[{'.repeat(random.below(10_000)),
  random => '&a *a\n'.repeat(random.below(5_000)),
  random => 10 ** random.below(308),
  () => '\u0000\ud800',
  () => null,
];

/** Calls with a hostile value in one place. */
const CALLS: readonly ((value: Json) => readonly [method: string, path: string, body: unknown])[] = [
  value => ['POST', '/scenarios/check', { yaml: value }],
  value => ['POST', '/scenarios/check', { scenario: value }],
  value => ['POST', '/scenarios/check', { scenario: { name: 'x', summary: 'x', requests: value } }],
  value => ['POST', '/scenarios/check', { scenario: { name: 'x', summary: 'x', given: value } }],
  value => [
    'POST',
    '/scenarios/check',
    { scenario: { name: 'x', summary: 'x', requests: [{ match: value }] } },
  ],
  value => ['POST', '/accounts/demo/scenarios', { scenario: { name: 'x', summary: 'x', orders: value } }],
  value => ['POST', '/accounts/demo/requests/verify', { match: { external_id: value } }],
  value => ['POST', '/accounts/demo/requests/verify', { match: { body: value } }],
  value => ['POST', '/accounts/demo/webhooks/verify', { match: { body: { data: value } } }],
  value => ['PUT', '/accounts/demo/webhook', { url: value }],
  value => ['POST', '/accounts/demo/keys', { name: value }],
  value => ['PATCH', '/accounts/demo', { assumptions: value }],
  value => ['PATCH', '/accounts/demo', { time_zone: value }],
  value => ['PUT', '/accounts/demo/snapshots/x', value],
  value => [
    'PUT',
    '/accounts/demo/snapshots/x',
    { format: 2, account: 'demo', taken_at: '2026-01-01T00:00:00Z', state: value },
  ],
];

test(`${ROUNDS} oversized and nested values in control calls find no 500, and the account keeps working`, async ({
  sandbox,
  control,
}) => {
  const order = { package_id: 1, address: RECIPIENT };
  await sandbox.api.order({ ...order, external_id: 'x'.repeat(60_000) });
  const random = new Random(seed(1));
  for (let round = 0; round < ROUNDS; round++) {
    const [method, path, body] = random.pick(CALLS)(random.pick(OVERSIZED)(random));
    const { status, body: answer } = await control.raw(method, `/_sandbox${path}`, {
      body: JSON.stringify(body),
    });
    expect([200, 201, 400, 409, 413], `round ${round}: ${method} ${path}: ${answer.message}`).toContain(
      status,
    );
    expect((answer.message ?? '').length).toBeLessThanOrEqual(2_001);
  }
  await control.call('resetAccount');
  expect((await sandbox.api.order(order)).status).toBe(202);
});
