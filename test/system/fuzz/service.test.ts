import { expect, test } from 'vitest';
import type { Contract } from '../../../src/contract/contract-types.ts';
import { builtinContract } from '../../../src/contract/load-contract.ts';
import type { Account } from '../../../src/core/engine/account.ts';
import type { Exchange } from '../../../src/core/facts.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { type RunningSandbox, startSandbox } from '../../../src/server/start-sandbox.ts';
import { problemsOf } from '../../support/held-to-description.ts';
import { amount, LONG, seed } from '../../support/tier.ts';
import { Random } from '../simulation/random.ts';
import { hostileBytes } from './hostile-bytes.ts';
import { KeptConnection, takeAnswer, type WireAnswer, writeAndEnd } from './raw-connection.ts';
import { bytesOf, RequestGenerator } from './requests.ts';

const WORKERS = 8;
const RAW_SHARE = 0.15;
const POOR_SUN = 100_000_000;
const TOP_UP_SUN = 10_000_000_000;
/** The number of orders after which an account is replaced with a new one. */
const MAX_ORDERS_PER_ACCOUNT = 3_000;

interface FuzzReport {
  readonly requests: number;
  readonly connections: number;
  /** How often each status occurred. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The failures, each with the seed, the worker, the position and the bytes. */
  readonly failures: readonly string[];
}

/** The state that a refusal must not change. */
const fingerprint = ({ state }: Account): string =>
  [state.balanceSun, state.orders.length, state.ledger.length, state.events.length, state.agenda.length].join(
    ' ',
  );

const excerpt = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1', 0, 2_000));

/** One stream of requests with its own account and connections, so that it knows what changed the account. */
class Worker {
  readonly statuses: Record<string, number> = {};
  readonly failures: string[] = [];
  connections = 0;
  readonly #sandbox: RunningSandbox;
  readonly #contract: Contract;
  readonly #random: Random;
  readonly #kept: KeptConnection;
  readonly #exchanges = new Map<string, Exchange>();
  #account!: Account;
  #key = '';
  #requests!: RequestGenerator;

  constructor(sandbox: RunningSandbox, contract: Contract, random: Random) {
    this.#sandbox = sandbox;
    this.#contract = contract;
    this.#random = random;
    this.#kept = new KeptConnection(sandbox.port);
    this.#move();
  }

  /** Makes one request, or writes hostile bytes once, and checks the result. */
  async step(): Promise<void> {
    const { core } = this.#sandbox;
    if (this.#account.state.orders.length > MAX_ORDERS_PER_ACCOUNT) {
      this.#checkBooks();
      this.#move();
    }
    if (this.#account.state.balanceSun < POOR_SUN)
      core.runner.execute(this.#account, 'deposit', { amountSun: TOP_UP_SUN });
    const isRaw = this.#random.chance(RAW_SHARE);
    const request = isRaw ? null : this.#requests.next();
    const bytes = request ? bytesOf(request) : hostileBytes(this.#random, this.#requests, this.#key);
    const unwatch = core.facts.join({
      answered: (_account, exchange) => this.#exchanges.set(exchange.id, exchange),
    });
    try {
      if (request) await this.#ask(bytes, request.method);
      else await this.#write(bytes);
    } catch (error) {
      this.failures.push(`${String(error)}: ${excerpt(bytes)}`);
    } finally {
      unwatch();
      this.#exchanges.clear();
    }
  }

  /** Checks that the server still accepts an ordinary order. */
  async isServed(): Promise<boolean> {
    this.#checkBooks();
    this.#move();
    const body = Buffer.from('{"package_id":1,"address":"TExampLeRecipientxxxxxxxxxxxzqBov8"}');
    const headers = [
      ['Host', 'x'],
      ['Authorization', `Bearer ${this.#key}`],
    ] as const;
    const bytes = bytesOf({ method: 'POST', target: '/api/v1/order/', headers, body, chunks: null });
    const answer = await this.#kept.ask(bytes, 'POST');
    this.#kept.close();
    return answer.status === 202;
  }

  /** Switches to a new account, with a key that has all scopes and some with fewer. */
  #move(): void {
    const { core } = this.#sandbox;
    const opened = core.openAccount({ balanceSun: TOP_UP_SUN });
    this.#account = opened.account;
    this.#key = opened.apiKey;
    const more = [
      { scopes: ['quote' as const] },
      { ipAllow: ['10.0.0.0/8'] },
      { expiresAtMs: 0 },
      { ratePerMinute: 1 },
    ];
    const keys = more.map(key => core.makeKey(opened.account, key).apiKey);
    this.#requests = new RequestGenerator(this.#random, [opened.apiKey, ...keys]);
  }

  /** Checks that each order was debited once, at its price, and that the balance is the sum of the ledger. */
  #checkBooks(): void {
    const { balanceSun, ledger, orders } = this.#account.state;
    const debits = ledger.filter(({ kind }) => kind === 'debit');
    const sumSun = ledger.reduce((sum, { amountSun }) => sum + amountSun, 0);
    const isPaid =
      debits.length === orders.length &&
      orders.every(
        ({ id, priceSun }, index) => debits[index]!.orderId === id && debits[index]!.amountSun === -priceSun,
      );
    if (!isPaid) this.failures.push('the debits are not those of the orders');
    if (sumSun !== balanceSun) this.failures.push(`the ledger adds up to ${sumSun}, not to ${balanceSun}`);
  }

  async #ask(bytes: Buffer, method: string): Promise<void> {
    const before = fingerprint(this.#account);
    const answer = await this.#kept.ask(bytes, method);
    const problems = await this.#problems(answer);
    const isChange = fingerprint(this.#account) !== before;
    if (isChange && !this.#mayChange(answer)) {
      problems.push(`${answer.status} ${answer.body} changed ${before} to ${fingerprint(this.#account)}`);
    }
    for (const problem of problems) this.failures.push(`${problem}: ${excerpt(bytes)}`);
  }

  /** Only a new order, single or in a bulk, changes an account. */
  #mayChange({ status, body }: WireAnswer): boolean {
    return status === 207 || (status === 202 && !body.includes('"idempotent":true'));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.connections += 1;
    const before = fingerprint(this.#account);
    let rest = await writeAndEnd(this.#sandbox.port, bytes);
    // Bulk requests are queued, and a client that ended the connection did not wait for the last of them.
    for (let turn = 0; turn <= 2 * WORKERS; turn++) await systemClock.yieldToEventLoop();
    let mayChange = false;
    while (rest.length > 0) {
      const taken = takeAnswer(rest, headers => this.#exchangeOf(headers)?.method === 'HEAD');
      // A client that ends the connection early may receive only part of a response.
      if (!taken) break;
      rest = taken.rest;
      mayChange ||= this.#mayChange(taken.answer);
      for (const problem of await this.#problems(taken.answer))
        this.failures.push(`${problem}: ${excerpt(bytes)}`);
    }
    // A client that ended its side may not receive the response for an order that it placed.
    const created = [...this.#exchanges.values()].some(one => one.status === 202 || one.status === 207);
    if (fingerprint(this.#account) !== before && !mayChange && !created) {
      this.failures.push(
        `${before} became ${fingerprint(this.#account)} without an order: ${excerpt(bytes)}`,
      );
    }
  }

  #exchangeOf(headers: WireAnswer['headers']): Exchange | undefined {
    return this.#exchanges.get(headers['x-sandbox-request-id'] ?? '');
  }

  async #problems(answer: WireAnswer): Promise<string[]> {
    const { status, headers, body } = answer;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status >= 500) return [`${status} ${body}`];
    const exchange = this.#exchangeOf(headers);
    // The sandbox's own pages, to which "/" redirects, are not part of the API.
    if (!('x-sandbox-request-id' in headers)) return status < 500 ? [] : [`${status} ${body}`];
    if (!exchange) return unreadableProblems(answer);
    if (exchange.method === 'HEAD') return [404, 405].includes(status) ? [] : [`HEAD was answered ${status}`];
    return problemsOf(this.#contract, { ...exchange, status, answer: body, answerHeaders: headers });
  }
}

/** The problems of a response to bytes that are not a request: it must still be an error of the API. */
function unreadableProblems({ status, headers, body }: WireAnswer): string[] {
  const isError = /^\{"success":false,"error":"[A-Z_]+"\}$/.test(body);
  const hasRate = 'x-ratelimit-limit' in headers && 'x-ratelimit-remaining' in headers;
  return isError && hasRate && [400, 404, 405, 413].includes(status)
    ? []
    : [`not an error response of the API: ${status} ${body}`];
}

/** Sends generated requests and bytes to a server until the given number is reached or something fails. */
async function fuzz(firstSeed: number, requestCount: number): Promise<FuzzReport> {
  const contract = await builtinContract('energy-rental-v1');
  const sandbox = await startSandbox({ clock: 'manual', rate_limit: 1_000_000 });
  const workers = Array.from(
    { length: WORKERS },
    (_, place) => new Worker(sandbox, contract, new Random(firstSeed * WORKERS + place)),
  );
  let requests = 0;
  const failures = (): string[] =>
    workers.flatMap((worker, place) =>
      worker.failures.map(failure => `seed ${firstSeed}, worker ${place}: ${failure}`),
    );
  const run = async (worker: Worker, count: number): Promise<void> => {
    for (let step = 0; step < count && worker.failures.length === 0; step++) {
      await worker.step();
      requests += 1;
    }
  };
  await Promise.all(workers.map(worker => run(worker, Math.ceil(requestCount / WORKERS))));
  const served = await Promise.all(workers.map(worker => worker.isServed()));
  await sandbox.close();
  const statuses: Record<string, number> = {};
  for (const worker of workers)
    for (const [status, count] of Object.entries(worker.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
  const connections = workers.reduce((sum, worker) => sum + worker.connections, 0);
  const gone = served.every(Boolean) ? [] : ['an ordinary order was not accepted afterwards'];
  return { requests, connections, statuses, failures: [...failures(), ...gone] };
}

const REQUESTS = amount({ first: 2_000, long: 100_000 });
const SEED = seed(1);

test(`${REQUESTS} generated requests and hostile connections find no 500, no undescribed response and no change on refusal`, async () => {
  const { failures, requests, connections, statuses } = await fuzz(SEED, REQUESTS);
  if (LONG) console.log(`${requests} requests, ${connections} of them hostile bytes:`, statuses);
  expect(failures).toEqual([]);
  expect(requests).toBe(REQUESTS);
});
