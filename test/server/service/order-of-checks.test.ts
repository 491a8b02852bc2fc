import { afterAll, describe, expect, test } from 'vitest';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const INACTIVE = addressNumber(44);

/** Everything that can be wrong with a request, in the order of the checks, with the response to it. */
const ANSWERS = {
  path: '404 NOT_FOUND',
  method: '405 METHOD_NOT_ALLOWED',
  key: '401 UNAUTHORIZED',
  expiry: '401 TOKEN_EXPIRED',
  ip: '403 IP_NOT_ALLOWED',
  rate: '429 RATE_LIMITED',
  scope: '403 SCOPE_FORBIDDEN',
  script: '503 SERVICE_UNAVAILABLE',
  size: '413 REQUEST_TOO_LARGE',
  json: '400 INVALID_JSON',
  shape: '422 EXTERNAL_ID_INVALID',
  address: '422 INVALID_TRON_ADDRESS',
  package: '404 PACKAGE_NOT_FOUND',
  duration: '422 RENTAL_DURATION_UNAVAILABLE',
  inactive: '422 ADDRESS_NOT_ACTIVE',
  balance: '402 INSUFFICIENT_BALANCE',
} as const;
type Mistake = keyof typeof ANSWERS;
const MISTAKES = Object.keys(ANSWERS) as Mistake[];

const DOWN = inline(
  'requests:\n  - match: { operation: createOrder }\n    reply: { error: SERVICE_UNAVAILABLE }\n',
);

function keyWith(account: TestAccount, made: ReadonlySet<Mistake>): string {
  if (made.has('key')) return 'nobody';
  return sandbox.makeKey(
    {
      ...(made.has('expiry') ? { expiresAtMs: account.nowMs } : {}),
      ...(made.has('ip') ? { ipAllow: ['203.0.113.1'] } : {}),
      ...(made.has('scope') ? { scopes: ['quote'] } : {}),
      ...(made.has('rate') ? { ratePerMinute: 1 } : {}),
    },
    account.account,
  );
}

/** A valid address with a changed last letter, so that its checksum is wrong. */
const INVALID = `${RECIPIENT.slice(0, -1)}x`;

function addressWith(made: ReadonlySet<Mistake>): string {
  if (made.has('address')) return INVALID;
  return made.has('inactive') ? INACTIVE : RECIPIENT;
}

function bodyWith(made: ReadonlySet<Mistake>): string {
  const fields = {
    external_id: made.has('shape') ? 'a b' : 'ok',
    package_id: made.has('package') ? 99 : 1,
    ...(made.has('duration') ? { duration_minutes: 7 } : {}),
    address: addressWith(made),
  };
  const text = JSON.stringify(fields) + (made.has('json') ? '}' : '');
  return made.has('size') ? text.padEnd(70_000) : text;
}

/** Sends an order request with all of the errors at once. */
async function outcomeWith(made: ReadonlySet<Mistake>): Promise<string> {
  const account = sandbox.openAccount({
    ...(made.has('balance') ? { balanceSun: 0 } : {}),
    ...(made.has('script') ? { scenarios: [DOWN] } : {}),
  });
  sandbox.core.runner.execute(account.account, 'change', { inactive_addresses: [INACTIVE] });
  const key = keyWith(account, made);
  if (made.has('rate')) await account.api.call('GET', '/api/v1/nothing/', { key });
  const path = made.has('path') ? '/api/v1/orders/' : '/api/v1/order/';
  const answer = await account.api.call(made.has('method') ? 'PUT' : 'POST', path, {
    key,
    body: bodyWith(made),
  });
  expect(account.state.orders).toHaveLength(made.size === 0 ? 1 : 0);
  return answer.outcome;
}

describe('of all errors from one on, the first is reported:', () => {
  test.each(MISTAKES.map((mistake, index) => [mistake, MISTAKES.slice(index)] as const))(
    '%s',
    async (mistake, made) => {
      expect(await outcomeWith(new Set(made))).toBe(ANSWERS[mistake]);
    },
  );
});

describe('of two errors the earlier is reported:', () => {
  const pairs = MISTAKES.flatMap((first, index) =>
    MISTAKES.slice(index + 1).map(second => [first, second] as const),
  );
  test.each(pairs)('%s before %s', async (first, second) => {
    expect(await outcomeWith(new Set([first, second]))).toBe(ANSWERS[first]);
  });
});

test('without any error the order is placed', async () => {
  expect(await outcomeWith(new Set())).toBe('202');
});
