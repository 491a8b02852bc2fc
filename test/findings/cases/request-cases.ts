import { inline } from '../../integrators/inline.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import type { FindingsStage } from '../stage.ts';
import type { RuleCase } from './case.ts';

const repeat = async (times: number, call: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < times; time++) await call();
};

const LIMITED =
  'requests:\n  - match: { operation: getBalance }\n    times: 1\n    reply: { status: 429, error: RATE_LIMITED, headers: { Retry-After: "20" } }\n';
/** The response is sent long after the client has hung up. */
const SLOW = 'requests:\n  - match: { operation: getBalance }\n    reply: { after: 60s }\n';

const ESTIMATE = JSON.stringify({ recipient_address: RECIPIENT });
const TEXT = { 'content-type': 'text/plain' };

/** Makes a request, hangs up once it is decided, before its response, and waits until the sandbox has noticed. */
async function hangUp(stage: FindingsStage, account: TestAccount): Promise<TestAccount> {
  const patience = new AbortController();
  const noticed = new Promise<void>(resolve => {
    stage.sandbox.core.facts.join({
      decided: one => one === account.account && patience.abort(),
      answered: one => one === account.account && resolve(),
    });
  });
  await account.api.balance({ signal: patience.signal }).catch(() => null);
  await noticed;
  return account;
}

/** Clients that send requests which have nothing to do with a purchase in particular. */
export const REQUEST_CASES: readonly RuleCase[] = [
  {
    rule: 'key-in-url',
    bad: async stage => {
      const account = stage.account();
      await account.api.call('GET', `/api/v1/balance/?api_key=${account.apiKey}`);
      return account;
    },
    implies: ['unknown-field'],
    good: async stage => {
      const account = stage.account();
      await account.api.balance();
      return account;
    },
  },
  {
    rule: 'unknown-field',
    bad: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a', duration_minuts: 15 });
      await stage.order(account, { external_id: 'b', duration_minuts: 15 });
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a', duration_minutes: 15 });
      return account;
    },
  },
  {
    rule: 'wrong-content-type',
    bad: async stage => {
      const account = stage.account();
      await account.api.call('POST', '/api/v1/estimate/', { body: ESTIMATE, headers: TEXT });
      return account;
    },
    good: async stage => {
      const account = stage.account();
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      await account.api.call('POST', '/api/v1/estimate/', { body: ESTIMATE, headers });
      await account.api.balance();
      return account;
    },
  },
  {
    rule: 'ambiguous-request',
    bad: async stage => {
      const account = stage.account();
      await account.api.call('GET', '/api/v1/balance');
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await account.api.call('GET', '/api/v1/balance/');
      await account.api.call('GET', '/api/v1/balances');
      return account;
    },
  },
  {
    rule: 'retry-after-ignored',
    bad: async stage => {
      const account = stage.sandbox.openAccount({ scenarios: [inline(LIMITED)] });
      await account.api.balance();
      await account.advance(19_000);
      await account.api.balance();
      return account;
    },
    good: async stage => {
      const account = stage.sandbox.openAccount({ scenarios: [inline(LIMITED)] });
      await account.api.balance();
      await account.advance(20_000);
      await account.api.balance();
      return account;
    },
  },
  {
    rule: 'refusal-repeated',
    bad: async stage => {
      const account = stage.account([], { balanceSun: 0 });
      await repeat(3, () => stage.order(account, { external_id: 'a' }));
      return account;
    },
    good: async stage => {
      const account = stage.account([], { balanceSun: 0 });
      await repeat(2, () => stage.order(account, { external_id: 'a' }));
      stage.sandbox.core.runner.execute(account.account, 'deposit', { amountSun: 100e6 });
      await stage.order(account, { external_id: 'a' });
      return account;
    },
  },
  {
    rule: 'polled-too-often',
    bad: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      await Promise.all(Array.from({ length: 11 }, () => account.api.status({ external_id: 'a' })));
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      await repeat(15, async () => {
        await account.advance(200);
        await account.api.status({ external_id: 'a' });
      });
      return account;
    },
  },
  {
    rule: 'polled-after-end',
    bad: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      await account.settle();
      await repeat(4, () => account.api.status({ external_id: 'a' }));
      return account;
    },
    good: async stage => {
      const account = stage.account(['failed-without-refund']);
      await stage.order(account, { external_id: 'a' });
      await account.settle();
      await repeat(4, () => account.api.status({ external_id: 'a' }));
      return account;
    },
  },
  {
    rule: 'unused-scope',
    bad: async stage => {
      const account = stage.account([], { key: { scopes: ['balance', 'orders:create'] } });
      await account.api.balance();
      return account;
    },
    good: async stage => {
      const account = stage.account([], { key: { scopes: ['balance'] } });
      await account.api.balance();
      return account;
    },
  },
  {
    rule: 'hung-up-early',
    bad: async stage => {
      const account = stage.account(['webhook-before-response']);
      const receiver = await stage.sandbox.receive(account.account);
      const patience = new AbortController();
      let release: (status: number) => void = () => undefined;
      receiver.always(() => {
        patience.abort();
        return new Promise<number>(resolve => (release = resolve));
      });
      const noticed = new Promise<void>(resolve => {
        stage.sandbox.core.facts.join({ answered: one => one === account.account && resolve() });
      });
      await stage.order(account, { external_id: 'a' }, patience.signal);
      await noticed;
      receiver.always(204);
      release(204);
      await account.quiet();
      await account.api.status({ external_id: 'a' });
      return account;
    },
    good: stage => hangUp(stage, stage.sandbox.openAccount({ scenarios: [inline(SLOW)] })),
  },
];
