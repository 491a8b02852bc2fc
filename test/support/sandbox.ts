import { Pool } from 'undici';
import { type HostClock, systemClock } from '../../src/clock/host-clock.ts';
import { builtinContract } from '../../src/contract/built-in-contracts.ts';
import type { Contract } from '../../src/contract/types.ts';
import type { Account } from '../../src/engine/account.ts';
import type { SandboxOptions } from '../../src/options.ts';
import type { Advanced } from '../../src/runtime/clock-advancer.ts';
import type { AccountRequest, Core } from '../../src/runtime/core.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox.ts';
import { ApiClient } from './api-client.ts';
import { problemsOf, webhookProblems } from './held-to-description.ts';
import { WebhookReceiver } from './receiver.ts';

/** How a test's sandbox is started; the clock stands still unless told otherwise. */
export interface TestOptions extends SandboxOptions {
  /** The host's time; left out, the real one. */
  readonly hostClock?: HostClock;
  /** False where a test makes webhooks that are wrong on purpose. */
  readonly webhooksAsDescribed?: boolean;
}

/** An account with a client of its own. */
export class TestAccount {
  readonly account: Account;
  readonly apiKey: string;
  readonly api: ApiClient;
  readonly #core: Core;

  constructor(core: Core, account: Account, apiKey: string, api: ApiClient) {
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

  /** Lets time pass; all that falls due has happened, and its webhooks were answered, when it resolves. */
  advance(byMs: number): Promise<Advanced> {
    return this.#core.advancer.advance(this.account, nowMs => ({ kind: 'instant', atMs: nowMs + byMs }));
  }

  /** Lets time pass until nothing is due any more. */
  settle(): Promise<Advanced> {
    return this.#core.advancer.advance(this.account, () => ({ kind: 'idle' }));
  }

  /** Waits for the deliveries that are under way. */
  quiet(): Promise<void> {
    return this.#core.runner.quiet(this.account);
  }
}

/**
 * A real server on a free port, held to the description: whatever it answers, and whatever webhook it sends, in
 * whatever test, must be as described. `close` (or `await using`) fails where something was not; scripted answers
 * and faults are let off.
 */
export class TestSandbox extends TestAccount {
  readonly running: RunningSandbox;
  readonly core: Core;
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
    running.core.watch({
      exchanged: (_account, exchange) => {
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

  /** Makes a further key of an account; its text is the answer. */
  makeKey(request: Parameters<Core['makeKey']>[1], account: Account = this.account): string {
    return this.core.makeKey(account, request).apiKey;
  }

  /** Starts a receiver and makes it an account's destination. */
  async receive(account: Account = this.account): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    this.#receivers.push(receiver);
    const { secret } = account.state.webhook;
    this.core.runner.execute(account, 'setWebhook', { url: receiver.url, secret });
    return receiver;
  }

  /** Everything so far that was not as described. */
  async violations(): Promise<string[]> {
    const answers = (await Promise.all(this.#checks)).flat();
    const events = this.#webhooksAsDescribed ? this.#receivers.flatMap(receiver => receiver.events) : [];
    const webhooks = events.flatMap(event =>
      webhookProblems(this.contract, event).map(problem => `webhook ${event.event_id}: ${problem}`),
    );
    return [...answers, ...webhooks, ...this.#receivers.flatMap(receiver => receiver.failures)];
  }

  /** Stops everything. @throws where something was not as described */
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

/** Starts a server for a test: on a free port, with a standing clock unless told otherwise. */
export async function startTestSandbox(options: TestOptions = {}): Promise<TestSandbox> {
  const { hostClock = systemClock, webhooksAsDescribed = true, ...sandboxOptions } = options;
  const contract = await builtinContract('energy-rental-v1');
  const running = await startSandbox({ clock: 'manual', ...sandboxOptions }, hostClock);
  return new TestSandbox(running, contract, webhooksAsDescribed);
}
