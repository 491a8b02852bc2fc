import { Pool } from 'undici';
import type { Contract } from '../../src/contract/contract-types.ts';
import { builtinContract } from '../../src/contract/load-contract.ts';
import type { Account } from '../../src/core/engine/account.ts';
import type { Advanced } from '../../src/host/clock-advancer.ts';
import { type HostClock, systemClock } from '../../src/host/node/host-clock.ts';
import type { AccountRequest, SandboxCore } from '../../src/host/sandbox-core.ts';
import type { Finding } from '../../src/judge/findings/account-findings.ts';
import type { RuleAssessment } from '../../src/judge/findings/rule-table.ts';
import type { SandboxOptions } from '../../src/server/sandbox-options.ts';
import { type RunningSandbox, startSandbox } from '../../src/server/start-sandbox.ts';
import { ApiClient } from './api-client.ts';
import { problemsOf } from './held-to-description.ts';
import { WebhookReceiver } from './receiver.ts';

/** With it, tests whose subject is something else can name the first order 1. */
export const FIRST_ID_IS_1 = { first_order_id: 1 } as const;

/** The options of a test sandbox. By default, the clock is manual and the ids of orders begin with 1. */
export interface TestOptions extends SandboxOptions {
  /** The host's clock; by default, the real one. */
  readonly hostClock?: HostClock;
  /** False if a test produces invalid webhooks on purpose. */
  readonly webhooksAsDescribed?: boolean;
}

/** An account with a client of its own. */
export class TestAccount {
  readonly account: Account;
  readonly apiKey: string;
  readonly api: ApiClient;
  readonly #core: SandboxCore;

  constructor(core: SandboxCore, account: Account, apiKey: string, api: ApiClient) {
    this.#core = core;
    this.account = account;
    this.apiKey = apiKey;
    this.api = api;
  }

  get state(): Account['state'] {
    return this.account.state;
  }

  /** Virtual milliseconds since 1970. */
  get nowMs(): number {
    return this.#core.runner.nowMs(this.account);
  }

  /** Advances the clock. Resolves when all due work is done and its webhooks are delivered. */
  advance(byMs: number): Promise<Advanced> {
    return this.#core.advancer.advance(this.account, nowMs => ({ kind: 'instant', atMs: nowMs + byMs }));
  }

  /** Advances the clock until no work is scheduled. */
  settle(): Promise<Advanced> {
    return this.#core.advancer.advance(this.account, () => ({ kind: 'idle' }));
  }

  /** Waits for the deliveries in flight. */
  quiet(): Promise<void> {
    return this.#core.runner.quiet(this.account);
  }
}

/**
 * A real server on a free port that is checked against the description: every response and every webhook in every test
 * must match it, except scripted responses and faults. `close` (or `await using`) fails if something did not match.
 */
export class TestSandbox extends TestAccount {
  readonly running: RunningSandbox;
  readonly core: SandboxCore;
  readonly contract: Contract;
  readonly #pool: Pool;
  readonly #receivers: WebhookReceiver[] = [];
  readonly #checks: Promise<string[]>[] = [];
  readonly #webhooksAsDescribed: boolean;

  constructor(running: RunningSandbox, contract: Contract, webhooksAsDescribed: boolean) {
    const pool = new Pool(running.baseUrl, { connections: 64 });
    const demo = running.core.accounts.get('demo')!;
    super(running.core, demo, running.apiKey, new ApiClient(pool, running.apiKey));
    this.running = running;
    this.core = running.core;
    this.contract = contract;
    this.#pool = pool;
    this.#webhooksAsDescribed = webhooksAsDescribed;
    running.core.facts.join({
      answered: (_account, exchange) => {
        const check = problemsOf(contract, exchange).catch(error => [String(error)]);
        const { method, url, answer } = exchange;
        this.#checks.push(
          check.then(problems => problems.map(one => `${method} ${url}: ${one} (${answer})`)),
        );
      },
    });
  }

  get baseUrl(): string {
    return this.running.baseUrl;
  }

  get port(): number {
    return this.running.port;
  }

  /** Opens another account. */
  openAccount(request: AccountRequest = {}): TestAccount {
    const { account, apiKey } = this.core.openAccount(request);
    return new TestAccount(this.core, account, apiKey, this.api.as(apiKey));
  }

  /** Creates another key of an account and returns its text. */
  makeKey(request: Parameters<SandboxCore['makeKey']>[1], account: Account = this.account): string {
    return this.core.makeKey(account, request).apiKey;
  }

  /** Starts a receiver and sets it as an account's webhook URL. */
  async receive(account: Account = this.account): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    this.#receivers.push(receiver);
    const { secret } = account.state.webhook;
    this.core.runner.execute(account, 'setWebhook', { url: receiver.url, secret });
    return receiver;
  }

  /** Whether a rule was judged in the account. */
  judged(rule: string, account: Account = this.account): RuleAssessment['status'] | undefined {
    return this.running.findings.assessmentsOf(account).find(({ id }) => id === rule)?.status;
  }

  /** The findings of the account, including what has not happened by now. */
  findings(account: Account = this.account): readonly Finding[] {
    return this.running.findings.of(account, Number.POSITIVE_INFINITY);
  }

  /** All mismatches with the description so far. */
  async violations(): Promise<string[]> {
    const answers = (await Promise.all(this.#checks)).flat();
    const events = this.#webhooksAsDescribed ? this.#receivers.flatMap(receiver => receiver.events) : [];
    const webhooks = events.flatMap(event =>
      this.contract.validateEvent(event).map(problem => `webhook ${event.event_id}: ${problem}`),
    );
    return [...answers, ...webhooks, ...this.#receivers.flatMap(receiver => receiver.failures)];
  }

  /** Stops everything. @throws if something did not match the description */
  async close(): Promise<void> {
    await Promise.all(this.#receivers.map(receiver => receiver.close()));
    await this.#pool.destroy();
    await this.running.close();
    const violations = await this.violations();
    if (violations.length > 0) throw new Error(`not as described:\n${violations.join('\n')}`);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Starts a server for a test: on a free port, by default with a manual clock. */
export async function startTestSandbox(options: TestOptions = {}): Promise<TestSandbox> {
  const { hostClock = systemClock, webhooksAsDescribed = true, ...sandboxOptions } = options;
  const contract = await builtinContract('energy-rental-v1');
  const assumptions = { ...FIRST_ID_IS_1, ...sandboxOptions.assumptions };
  // Vitest shows it with the test, if that fails.
  const on_remark = (text: string): void => console.error(text);
  const all = { clock: 'manual' as const, on_remark, ...sandboxOptions, assumptions };
  const running = await startSandbox(all, hostClock);
  return new TestSandbox(running, contract, webhooksAsDescribed);
}
