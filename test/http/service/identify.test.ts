import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Settings } from '../../../src/domain/assumptions.ts';
import { openingState } from '../../../src/engine/account.ts';
import type { ApiKey } from '../../../src/engine/account-state.ts';
import { epochOf } from '../../../src/engine/event-id-epoch.ts';
import { unusedRate } from '../../../src/engine/key-checks.ts';
import { type Clocks, charge, chargeItems, identify } from '../../../src/http/service/identify-and-charge.ts';
import { ServiceVisit } from '../../../src/http/service/service-visit.ts';
import { AccountRegistry, digestOf } from '../../../src/runtime/account-registry.ts';
import { DashboardKeys } from '../../../src/runtime/dashboard-keys.ts';
import { keyWith } from '../../engine/keys.ts';

const NOON_MS = Date.UTC(2026, 0, 1, 12);
const MINUTE_MS = 60_000;
const TOKEN = 'the-key';

/** What the account's clock and the host's monotonic clock show. */
let accountMs: number;
let hostMs: number;
const clocks: Clocks = { accountMs: () => accountMs, hostMs: () => hostMs };

beforeEach(() => {
  accountMs = NOON_MS;
  hostMs = 0;
});

/** The accounts of a server with one account, which has one key. */
function accountsWith(key: Partial<ApiKey> = {}, settings: Partial<Settings> = {}): AccountRegistry {
  const accounts = new AccountRegistry();
  accounts.open(
    openingState({
      name: 'a',
      seed: 's',
      epoch: epochOf('s'),
      balanceSun: 0,
      settings,
      clock: { mode: 'manual', speed: 0, hostMs: 0, virtualMs: NOON_MS },
      webhook: { url: null, secret: 'whsec' },
      keys: [keyWith({ digest: digestOf(TOKEN), ...key })],
    }),
  );
  return accounts;
}

/** The rate limit of the server, which no request uses up. */
const SERVER_RATE = unusedRate(9);

const callersOf = (accounts: AccountRegistry) => ({ accounts, dashboardKeys: new DashboardKeys() });

function visitWith(authorization: string | undefined): ServiceVisit {
  const request = new IncomingMessage(new Socket());
  if (authorization !== undefined) request.headers.authorization = authorization;
  return new ServiceVisit(request, new ServerResponse(request), 0, '/', '', SERVER_RATE);
}

/** A request that was identified and charged. */
function visit(
  accounts: AccountRegistry,
  authorization: string | undefined = `Bearer ${TOKEN}`,
): ServiceVisit {
  const one = visitWith(authorization);
  identify(one, callersOf(accounts), clocks);
  charge(one, clocks);
  return one;
}

describe('a request without a valid key', () => {
  test.each([
    [undefined, 'the Authorization header is missing; send: Authorization: Bearer <API_KEY>'],
    [
      'Basic dXNlcg==',
      'the Authorization header uses a scheme other than Bearer; send: Authorization: Bearer <API_KEY>',
    ],
    ['Bearer', 'the Authorization header has no key after Bearer'],
    ['Bearer unknown', 'no account has this API key'],
  ])(
    'with the header %j is refused with the reason, and shows the limit of the server',
    (authorization, explain) => {
      const one = visitWith(authorization);
      identify(one, callersOf(accountsWith()), clocks);
      charge(one, clocks);
      expect(one.keyRefusal).toEqual({ error: 'UNAUTHORIZED', explain });
      expect([one.caller, one.rate]).toEqual([null, SERVER_RATE]);
    },
  );

  test('with a revoked key is refused for that reason, and no account counts it', () => {
    const accounts = accountsWith({ revoked: true });
    const one = visit(accounts);
    expect(one.keyRefusal).toEqual({ error: 'UNAUTHORIZED', explain: 'the key was revoked' });
    expect([one.caller, one.rate]).toEqual([null, SERVER_RATE]);
    expect(accounts.get('a')!.state.keys[0]!.window.used).toBe(0);
  });
});

describe('a key that expires', () => {
  test('is accepted until the instant of its expiry, on the clock of the account', () => {
    const accounts = accountsWith({ expiresAtMs: NOON_MS });
    accountMs = NOON_MS - 1;
    expect(visit(accounts).keyRefusal).toBeNull();
    accountMs = NOON_MS;
    const expired = { error: 'TOKEN_EXPIRED', explain: 'key shop expired at 2026-01-01T12:00:00.000Z' };
    expect(visit(accounts).keyRefusal).toEqual(expired);
    accountMs = NOON_MS + MINUTE_MS;
    expect(visit(accounts).keyRefusal).toEqual(expired);
  });

  test('costs nothing after its expiry, and shows the window that is open now', () => {
    const accounts = accountsWith({ expiresAtMs: NOON_MS });
    accountMs = NOON_MS - 1;
    expect([visit(accounts), visit(accounts)].map(one => one.rate.remaining)).toEqual([2, 1]);
    accountMs = NOON_MS;
    expect([visit(accounts), visit(accounts)].map(one => one.rate)).toEqual([
      { limit: 3, remaining: 3, retryAfterS: null, isExceeded: false },
      { limit: 3, remaining: 3, retryAfterS: null, isExceeded: false },
    ]);
  });

  test('is looked at again when the request is identified again', () => {
    const accounts = accountsWith({ expiresAtMs: NOON_MS });
    accountMs = NOON_MS - 1;
    const one = visit(accounts);
    accountMs = NOON_MS;
    identify(one, callersOf(accounts), clocks);
    expect(one.keyRefusal?.error).toBe('TOKEN_EXPIRED');
    accountMs = NOON_MS - 1;
    identify(one, callersOf(accounts), clocks);
    expect(one.keyRefusal).toBeNull();
  });
});

describe('the rate limit', () => {
  test("runs on the account's clock, and not on the host's", () => {
    const accounts = accountsWith();
    for (let times = 0; times < 3; times++) visit(accounts);
    hostMs = MINUTE_MS;
    expect(visit(accounts).rate.isExceeded).toBe(true);
    accountMs = NOON_MS + MINUTE_MS;
    expect(visit(accounts).rate.isExceeded).toBe(false);
  });

  test("runs on the host's clock where the account asks for real time", () => {
    const accounts = accountsWith({}, { rate_limit_clock: 'real' });
    for (let times = 0; times < 3; times++) visit(accounts);
    accountMs = NOON_MS + MINUTE_MS;
    expect(visit(accounts).rate.isExceeded).toBe(true);
    hostMs = MINUTE_MS;
    expect(visit(accounts).rate.isExceeded).toBe(false);
  });

  test.each([
    ['item', { orders: [{}, {}, {}] }, 0],
    ['item', { orders: [] }, 2],
    ['item', { orders: 'three' }, 2],
    ['item', undefined, 2],
    ['request', { orders: [{}, {}, {}] }, 2],
  ] as const)('where a bulk request costs by %s, the body %j leaves %d requests', (cost, body, remaining) => {
    const one = visit(accountsWith({}, { bulk_rate_cost: cost }));
    one.body = body;
    chargeItems(one, clocks);
    expect(one.rate).toMatchObject({ remaining, isExceeded: false });
  });
});
