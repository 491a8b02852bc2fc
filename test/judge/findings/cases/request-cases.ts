import type { AccountRequest } from '../../../../src/host/sandbox-core.ts';
import { RECIPIENT } from '../../../support/addresses.ts';
import type { TestAccount } from '../../../support/sandbox.ts';
import type { FindingsStage } from '../stage.ts';
import {
  advance,
  balance,
  client,
  get,
  order,
  type RuleCase,
  type Step,
  settle,
  status,
  times,
} from './case.ts';

const LIMITED =
  'requests:\n  - match: { operation: createOrder }\n    times: 1\n    reply: { status: 429, error: RATE_LIMITED, headers: { Retry-After: "20" } }\n';
/** The response is sent long after the client has hung up. */
const SLOW = 'requests:\n  - match: { operation: getBalance }\n    reply: { after: 60s }\n';

const ESTIMATE = JSON.stringify({ recipient_address: RECIPIENT });
const estimate =
  (contentType: string): Step =>
  account =>
    account.api.call('POST', '/api/v1/estimate/', {
      body: ESTIMATE,
      headers: { 'content-type': contentType },
    });

/** Makes a request, hangs up once it is decided, before its response, and waits until the sandbox has noticed. */
const hangUp: Step = async (account, stage) => {
  const patience = new AbortController();
  const noticed = new Promise<void>(resolve => {
    stage.sandbox.core.facts.join({
      decided: one => one === account.account && patience.abort(),
      answered: one => one === account.account && resolve(),
    });
  });
  await account.api.balance({ signal: patience.signal }).catch(() => null);
  await noticed;
};

/** An account with a key, or a balance, of its own. */
const having =
  (request: AccountRequest) =>
  (stage: FindingsStage): TestAccount =>
    stage.account([], request);

const deposit: Step = async (account, stage) =>
  stage.sandbox.core.runner.execute(account.account, 'deposit', { amountSun: 100e6 });

/** Clients that send requests which have nothing to do with a purchase in particular. */
export const REQUEST_CASES: readonly RuleCase[] = [
  {
    rule: 'key-in-url',
    bad: client('happy-path', account =>
      account.api.call('GET', `/api/v1/balance/?api_key=${account.apiKey}`),
    ),
    implies: ['unknown-field'],
    good: client('happy-path', balance),
  },
  {
    rule: 'unknown-field',
    bad: client('happy-path', order('a', { duration_minuts: 15 }), order('b', { duration_minuts: 15 })),
    good: client('happy-path', order('a', { duration_minutes: 15 })),
  },
  {
    rule: 'wrong-content-type',
    bad: client('happy-path', estimate('text/plain')),
    good: client('happy-path', estimate('application/json; charset=utf-8'), balance),
  },
  {
    rule: 'ambiguous-request',
    bad: client('happy-path', get('/api/v1/balance')),
    good: client('happy-path', get('/api/v1/balance/')),
  },
  {
    rule: 'refusal-ignored',
    bad: client(LIMITED, order('a'), advance(19_000), order('a')),
    good: client(LIMITED, order('a'), advance(20_000), order('a')),
  },
  {
    rule: 'refusal-ignored',
    bad: client(having({ balanceSun: 0 }), ...times(3, order('a'))),
    good: client(having({ balanceSun: 0 }), ...times(2, order('a')), deposit, order('a')),
  },
  {
    rule: 'unknown-path',
    bad: client('happy-path', get('/api/v1/packages/')),
    good: client('happy-path', get('/favicon.ico'), balance),
  },
  {
    rule: 'polled-too-often',
    bad: client('happy-path', ...times(11, get('/api/v1/quote/?package_id=1'))),
    good: client(
      'happy-path',
      ...times(6, get('/api/v1/quote/?package_id=1')),
      ...[order('a'), ...times(6, get('/api/v1/quote/?package_id=1'))],
    ),
  },
  {
    rule: 'polled-too-often',
    bad: client('happy-path', order('a'), settle, ...times(5, advance(60_000), status('a'))),
    good: client('happy-path', order('a'), settle, ...times(3, advance(60_000), status('a'))),
  },
  {
    rule: 'polled-too-often',
    bad: client('happy-path', order('a'), (account, stage) =>
      Promise.all(times(11, status('a')).map(query => query(account, stage))),
    ),
    good: client('happy-path', order('a'), ...times(15, advance(200), status('a'))),
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
    good: client(SLOW, hangUp),
  },
];
