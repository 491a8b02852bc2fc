import { inline } from '../../integrators/inline.ts';
import { addressNumber } from '../../support/addresses.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import type { FindingsStage } from '../stage.ts';
import type { RuleCase } from './case.ts';

const MINUTE_MS = 60_000;

const status = (account: TestAccount, externalId: string) => account.api.status({ external_id: externalId });

/** A 404 for the first status request after an order was accepted. */
const HIDDEN =
  'requests:\n  - match: { operation: getOrderStatus }\n    times: 1\n    reply: { status: 404, error: NOT_FOUND }\n';
/** The connection is reset before the first order is made. */
const CUT_OFF =
  'requests:\n  - match: { operation: createOrder }\n    times: 1\n    fault: connection-reset\n';

/** An account with a scenario that is written here. */
const scripted = (stage: FindingsStage, rules: string): TestAccount =>
  stage.sandbox.openAccount({ scenarios: [inline(rules)] });

/** Clients that buy. */
export const ORDER_CASES: readonly RuleCase[] = [
  {
    rule: 'paid-twice',
    bad: async stage => {
      const account = stage.account(['response-lost']);
      await stage.order(account, { external_id: 'try-1' });
      await stage.order(account, { external_id: 'try-2' });
      await status(account, 'try-2');
      return account;
    },
    good: async stage => {
      const account = stage.account(['response-lost']);
      await stage.order(account, { external_id: 'a' });
      await stage.order(account, { external_id: 'a' });
      return account;
    },
  },
  {
    rule: 'never-confirmed',
    bad: async stage => {
      const account = stage.account(['response-lost']);
      await stage.order(account, { external_id: 'a' });
      return account;
    },
    good: async stage => {
      const account = stage.account(['response-lost']);
      await stage.order(account, { external_id: 'a' });
      await status(account, 'a');
      return account;
    },
  },
  {
    rule: 'bought-again-after-not-found',
    bad: async stage => {
      const account = scripted(stage, HIDDEN);
      await stage.order(account, { external_id: 'a' });
      await status(account, 'a');
      await stage.order(account, { external_id: 'b' });
      return account;
    },
    good: async stage => {
      const account = scripted(stage, HIDDEN);
      await stage.order(account, { external_id: 'a' });
      await status(account, 'a');
      await status(account, 'a');
      await stage.order(account, { external_id: 'b' });
      return account;
    },
  },
  {
    rule: 'bought-again-after-webhook',
    bad: async stage => {
      const account = stage.account(['response-lost']);
      await stage.sandbox.receive(account.account);
      await stage.order(account, { external_id: 'a' });
      await account.quiet();
      await stage.order(account, { external_id: 'b' });
      await status(account, 'b');
      return account;
    },
    good: async stage => {
      const account = stage.account(['response-lost']);
      await stage.sandbox.receive(account.account);
      await stage.order(account, { external_id: 'a' });
      await account.quiet();
      await stage.order(account, { external_id: 'a' });
      await stage.order(account, { external_id: 'b' });
      await status(account, 'b');
      return account;
    },
  },
  {
    rule: 'bought-again-while-open',
    bad: async stage => {
      const account = stage.account(['stuck-processing']);
      await stage.order(account, { external_id: 'a' });
      await account.advance(6 * MINUTE_MS);
      await stage.order(account, { external_id: 'b' });
      return account;
    },
    good: async stage => {
      const account = stage.account(['stuck-processing']);
      await stage.order(account, { external_id: 'a' });
      await account.advance(4 * MINUTE_MS);
      await stage.order(account, { external_id: 'b' });
      await account.advance(6 * MINUTE_MS);
      await stage.order(account, { external_id: 'c', address: addressNumber(7) });
      return account;
    },
  },
  {
    rule: 'external-id-reused',
    bad: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      await stage.order(account, { external_id: 'a', address: addressNumber(2) });
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      await stage.order(account, { external_id: 'a' });
      return account;
    },
  },
  {
    rule: 'order-without-external-id',
    bad: async stage => {
      const account = stage.account();
      await stage.order(account, {});
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      return account;
    },
  },
  {
    rule: 'retried-under-new-id',
    bad: async stage => {
      const account = scripted(stage, CUT_OFF);
      await stage.order(account, { external_id: 'a' });
      await stage.order(account, { external_id: 'b' });
      return account;
    },
    implies: ['never-retried'],
    good: async stage => {
      const account = scripted(stage, CUT_OFF);
      await stage.order(account, { external_id: 'a' });
      await stage.order(account, { external_id: 'a' });
      return account;
    },
  },
  {
    rule: 'never-retried',
    bad: async stage => {
      const account = stage.account(['service-unavailable']);
      await stage.order(account, { external_id: 'a' });
      return account;
    },
    good: async stage => {
      const account = stage.account(['service-unavailable']);
      for (let tries = 0; tries < 5; tries++) await stage.order(account, { external_id: 'a' });
      return account;
    },
  },
  {
    rule: 'end-not-learned',
    bad: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      await account.settle();
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await stage.order(account, { external_id: 'a' });
      await account.settle();
      await status(account, 'a');
      return account;
    },
  },
  {
    rule: 'refund-not-learned',
    bad: async stage => {
      const account = stage.account(['refund-late']);
      await stage.order(account, { external_id: 'a' });
      await account.advance(MINUTE_MS);
      await status(account, 'a');
      await account.settle();
      return account;
    },
    good: async stage => {
      const account = stage.account(['refund-late']);
      await stage.order(account, { external_id: 'a' });
      await account.advance(MINUTE_MS);
      await status(account, 'a');
      await account.settle();
      await status(account, 'a');
      return account;
    },
  },
  {
    rule: 'bulk-resent-whole',
    bad: async stage => {
      const account = stage.account();
      const items = [
        { external_id: 'a', ...item },
        { external_id: 'b', ...item, package_id: 999_999 },
      ];
      await account.api.bulk(items);
      await account.api.bulk(items);
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await account.api.bulk([
        { external_id: 'a', ...item },
        { external_id: 'b', ...item, package_id: 999_999 },
      ]);
      await account.api.bulk([{ external_id: 'b', ...item }]);
      return account;
    },
  },
  {
    rule: 'bulk-failures-ignored',
    bad: async stage => {
      const account = stage.account();
      await account.api.bulk([
        { external_id: 'a', ...item },
        { external_id: 'b', ...item, package_id: 999_999 },
      ]);
      return account;
    },
    good: async stage => {
      const account = stage.account();
      await account.api.bulk([
        { external_id: 'a', ...item },
        { external_id: 'b', ...item, package_id: 999_999 },
      ]);
      await stage.order(account, { external_id: 'b' });
      return account;
    },
  },
];

const item = { address: addressNumber(1), package_id: 1, duration_minutes: 15 };
