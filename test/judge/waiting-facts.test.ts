import { Pool } from 'undici';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtinContract } from '../../src/contract/load-contract.ts';
import type { Account } from '../../src/core/engine/account.ts';
import type { AccountEvent } from '../../src/core/engine/command-context.ts';
import type { Exchange, FactListener } from '../../src/core/facts.ts';
import { WAIT_MS } from '../../src/host/fact-queue.ts';
import { type HostClock, systemClock } from '../../src/host/node/host-clock.ts';
import { MAX_EXCHANGES } from '../../src/host/request-journal.ts';
import { CoverageCounter } from '../../src/judge/coverage/coverage-counter.ts';
import { Findings } from '../../src/judge/findings/server-findings.ts';
import { type RunningSandbox, startSandbox } from '../../src/server/start-sandbox.ts';
import { addressNumber } from '../support/addresses.ts';
import { ApiClient } from '../support/api-client.ts';
import { WebhookReceiver } from '../support/receiver.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { amount, seed } from '../support/tier.ts';
import { Random } from '../system/simulation/random.ts';

const REQUESTS = amount({ first: 5_000, long: 20_000 });
const AT_A_TIME = 50;
const SCENARIOS = [
  'happy-path',
  'response-lost',
  'review-then-delivered',
  'rate-limited',
  'refund-late',
  'truncated-answer',
  'not-found-after-accept',
  'bulk-partial',
  'service-unavailable',
  'webhook-duplicated',
];

const alreadySettled = (): void => undefined;

/** Judges that get every fact at once. */
class EagerJudges implements FactListener {
  readonly findings = new Findings({}, alreadySettled);
  readonly coverage: CoverageCounter;
  /** What the sandbox drops from an exchange once its own judges have seen it. */
  readonly #whole = new WeakMap<Exchange, Pick<Exchange, 'outcome' | 'made'>>();

  constructor(coverage: CoverageCounter) {
    this.coverage = coverage;
  }

  decided(account: Account | null, exchange: Exchange): void {
    const { outcome, made } = exchange;
    this.#whole.set(exchange, { outcome, made });
    this.findings.decided(account, exchange);
  }

  answered(account: Account | null, exchange: Exchange): void {
    const { outcome, made } = exchange;
    Object.assign(exchange, this.#whole.get(exchange));
    this.findings.answered(account, exchange);
    this.coverage.answered(account, exchange);
    Object.assign(exchange, { outcome, made });
  }

  happened(account: Account, accountEvents: readonly AccountEvent[]): void {
    this.findings.happened(account, accountEvents);
    this.coverage.happened(account, accountEvents);
  }

  restarted(account: Account): void {
    this.findings.restarted(account);
    this.coverage.restarted(account);
  }

  closed(account: Account): void {
    this.findings.closed(account);
    this.coverage.closed(account);
  }
}

let running: RunningSandbox;
let eager: EagerJudges;
let pool: Pool;
let receiver: WebhookReceiver;
beforeAll(async () => {
  running = await startSandbox({ clock: 'manual' });
  const { operations } = await builtinContract('energy-rental-v1');
  eager = new EagerJudges(new CoverageCounter(operations, alreadySettled));
  running.core.facts.join(eager);
  pool = new Pool(running.baseUrl, { connections: AT_A_TIME });
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await pool.destroy();
  await running.close();
  await receiver.close();
});

/** A client and its account. */
interface Client {
  readonly account: Account;
  readonly api: ApiClient;
}

/** In the other accounts, nothing but requests takes time. */
const isNotified = (scenario: string): boolean => scenario.startsWith('r') || scenario.startsWith('webhook');

function open(scenario: string): Client {
  const { core } = running;
  const scenarios = [core.library.get(scenario)!];
  const webhookUrl = isNotified(scenario) ? receiver.url : null;
  const { account, apiKey } = core.openAccount({ scenarios, webhookUrl });
  return { account, api: new ApiClient(pool, apiKey) };
}

type Action = (client: Client, random: Random) => Promise<unknown>;

const someOrder = (random: Random, externalId: string | undefined) => ({
  address: addressNumber(random.below(8)),
  package_id: 1 + random.below(2),
  ...(externalId === undefined ? {} : { external_id: externalId }),
});
const someId = (random: Random): string => `purchase-${random.below(300)}`;
let made = 0;

/** Sends an order whose response takes longer than the client waits. */
const hangUp: Action = ({ api }, random) =>
  api.order(someOrder(random, someId(random)), {
    headers: { 'X-Sandbox-Scenario': 'slow-answer' },
    signal: AbortSignal.timeout(20),
  });

/** What good clients do, and what bad ones do. */
const ACTIONS: readonly (readonly [weight: number, Action])[] = [
  [6, ({ api }, random) => api.order(someOrder(random, `new-${made++}`))],
  [4, ({ api }, random) => api.status({ external_id: someId(random) })],
  [3, ({ api }) => api.balance()],
  [1, ({ api }) => api.quote({ package_id: 1 })],
  [1, ({ api }, random) => api.bulk([1, 2, 3].map(() => someOrder(random, `new-${made++}`)))],
  [4, ({ api }, random) => api.order(someOrder(random, someId(random)))],
  [2, ({ api }, random) => api.order(someOrder(random, undefined))],
  [1, ({ api }) => api.order({ address: 'T', package_id: 999 })],
  [1, ({ api }, random) => api.order({ ...someOrder(random, someId(random)), adress: 'T' })],
  [1, ({ api }) => api.call('GET', '/api/v1/balance/?api_key=abc')],
  [1, ({ api }) => api.call('GET', '/api/v1/balance')],
  [1, ({ api }) => api.call('DELETE', '/api/v1/order/')],
  [1, ({ api }) => api.call('GET', '/api/v1/balance/', { key: 'unknown' })],
  [1, ({ api }, random) => api.bulk([someOrder(random, someId(random)), { address: 'T' }])],
  [0.02, hangUp],
];

/** What happens to an account besides requests. */
const CHANGES: readonly (readonly [weight: number, Action])[] = [
  [6, ({ account }, random) => advance(account, random.pick([1_000, 60_000, 400_000]))],
  [3, async ({ account }, random) => running.core.runner.execute(account, 'move', someMove(account, random))],
  [1, async ({ account }) => running.core.runner.execute(account, 'deposit', { amountSun: 1_000_000_000 })],
  [0.1, async ({ account }) => running.core.resetAccount(account)],
];

const advance = (account: Account, byMs: number): Promise<unknown> =>
  running.core.advancer.advance(account, nowMs => ({ kind: 'instant', atMs: nowMs + byMs }));

const someMove = ({ state }: Account, random: Random) => ({
  order: state.firstOrderId + random.below(state.orders.length + 1),
  to: random.pick(['review', 'failed', 'completed'] as const),
  refundAfterMs: 60_000,
});

/** All findings and all coverage, as of now and as if they were final. */
const judged = ({ findings, coverage }: Pick<RunningSandbox, 'findings' | 'coverage'>) => ({
  now: findings.all(account => (account ? running.core.runner.nowMs(account) : 0)),
  final: findings.all(() => Number.POSITIVE_INFINITY),
  assessments: findings.assessments(),
  coverage: coverage.counts(),
  ofAccounts: running.core.accounts.list().map(account => coverage.of(account)),
});

test('facts that wait lead to the same findings and coverage as facts that are judged at once', async () => {
  const random = new Random(seed(28));
  const clients = SCENARIOS.map(open);
  let reactions = 0;
  receiver.always(() => [204, 204, 404, 503][reactions++ % 4]!);
  const act = (actions: readonly (readonly [number, Action])[]): Promise<unknown> => {
    // One client sends enough for its journal to drop most of its requests.
    const client = random.chance(0.3) ? clients[0]! : random.pick(clients);
    return random
      .weighted(actions)(client, random)
      .catch(() => null);
  };
  for (let sent = 0; sent < REQUESTS; sent += AT_A_TIME) {
    const requests = Array.from({ length: AT_A_TIME }, () => act(ACTIONS));
    await Promise.all([...requests, act(CHANGES)]);
    if (random.chance(0.02)) expect(judged(running)).toEqual(judged(eager));
    if (random.chance(0.01)) {
      const [{ account }] = clients.splice(-1) as [Client];
      running.core.closeAccount(account);
      clients.push(open(random.pick(SCENARIOS)));
    }
  }
  const all = judged(running);
  expect(all).toEqual(judged(eager));
  expect(new Set(all.final.map(({ rule }) => rule)).size).toBeGreaterThan(10);
  expect(running.core.journalOf(clients[0]!.account).dropped).toBeGreaterThan(500);
});

/** A host that never has time for facts that wait. */
const busyHost: HostClock = {
  ...systemClock,
  wake: (afterMs, callback) => (afterMs === WAIT_MS ? () => undefined : systemClock.wake(afterMs, callback)),
};

test('no request waits for the judges, which get the facts when somebody asks or too many wait', async () => {
  await using sandbox = await startTestSandbox({ hostClock: busyHost, rate_limit: 10_000 });
  const { findings } = sandbox.running;
  const decided = vi.spyOn(findings, 'decided');
  for (let sent = 0; sent < 20; sent++) await sandbox.api.balance();
  expect(decided).toHaveBeenCalledTimes(0);
  findings.assessments();
  expect(decided).toHaveBeenCalledTimes(20);
  for (let sent = 0; sent < MAX_EXCHANGES; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => sandbox.api.balance()));
  expect(decided.mock.calls.length).toBeGreaterThan(MAX_EXCHANGES / 2);
});

test('a purchase is judged by the state of earlier orders at its time, however late', async () => {
  await using sandbox = await startTestSandbox({ hostClock: busyHost, scenarios: ['stuck-processing'] });
  const order = { address: addressNumber(1), package_id: 1 };
  await sandbox.api.order({ ...order, external_id: 'first' });
  for (let asked = 0; asked < 3; asked++) {
    await sandbox.advance(60_000);
    await sandbox.api.status({ external_id: 'first' });
  }
  await sandbox.api.order({ ...order, external_id: 'second' });
  sandbox.core.runner.execute(sandbox.account, 'move', { order: 1, to: 'failed' });
  expect(sandbox.findings().map(({ rule }) => rule)).toContain('paid-twice');
});

test('the judges get the facts soon after the requests, even if nobody asks', async () => {
  await using sandbox = await startTestSandbox();
  const decided = vi.spyOn(sandbox.running.findings, 'decided');
  await sandbox.api.balance();
  await vi.waitFor(() => expect(decided).toHaveBeenCalledTimes(1));
});

test('an error of a judge fails only the account that it was judging, and none of its earlier responses', async () => {
  const remarks: string[] = [];
  await using sandbox = await startTestSandbox({ on_remark: text => remarks.push(text) });
  const { findings, coverage } = sandbox.running;
  const [failing, other] = [sandbox.openAccount(), sandbox.openAccount()];
  const decide = findings.decided.bind(findings);
  vi.spyOn(findings, 'decided').mockImplementation((account, exchange) => {
    if (account === failing.account) throw new TypeError('a mistake in a rule');
    decide(account, exchange);
  });
  expect((await failing.api.balance()).outcome).toBe('200');
  expect((await other.api.order({ address: addressNumber(1), package_id: 1 })).outcome).toBe('202');
  expect(findings.of(other.account, 0).map(({ rule }) => rule)).toEqual(['order-without-external-id']);
  expect(coverage.of(other.account).met).toBeGreaterThan(0);
  expect(remarks).toEqual([expect.stringMatching(/has failed .*TypeError: a mistake in a rule/)]);
  expect((await failing.api.balance()).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect((await other.api.balance()).outcome).toBe('200');
});
