import { afterAll, beforeAll } from 'vitest';
import type { Account } from '../../../src/core/engine/account.ts';
import type { AccountRequest } from '../../../src/host/sandbox-core.ts';
import type { Finding } from '../../../src/judge/findings/account-findings.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { LogicalHost } from '../../support/held-timeouts.ts';
import { startTestSandbox, type TestAccount, type TestSandbox } from '../../support/sandbox.ts';

/** What most orders of these tests ask for. */
export const FIELDS = { address: RECIPIENT, package_id: 1 };

/** A sandbox for the tests of a file, and accounts in which findings are provoked. */
export class FindingsStage {
  readonly host = new LogicalHost();
  #sandbox: TestSandbox | null = null;

  constructor() {
    beforeAll(async () => {
      this.#sandbox = await startTestSandbox({ webhooksAsDescribed: false, hostClock: this.host });
    });
    afterAll(() => this.#sandbox?.close());
  }

  get sandbox(): TestSandbox {
    return this.#sandbox!;
  }

  /** An account of its own in which these scenarios are active. */
  account(scenarios: readonly string[] = [], request: AccountRequest = {}): TestAccount {
    const active = scenarios.map(name => this.sandbox.core.library.get(name)!);
    return this.sandbox.openAccount({ ...request, scenarios: active });
  }

  /** The final findings of a rule in an account. */
  found(account: TestAccount, rule: string): readonly Finding[] {
    return this.all(account.account).filter(one => one.rule === rule);
  }

  /** The final findings of an account. */
  all(account: Account): readonly Finding[] {
    return this.sandbox.findings(account);
  }

  /** The ids of the rules that report an error or a warning in an account. */
  rules(account: TestAccount): readonly string[] {
    return this.all(account.account)
      .filter(({ severity }) => severity !== 'info')
      .map(({ rule }) => rule);
  }

  /** Sends an order; null if no complete response arrives. */
  order(account: TestAccount, body: Record<string, unknown>, signal?: AbortSignal) {
    return account.api.order({ ...FIELDS, ...body }, signal ? { signal } : {}).catch(() => null);
  }
}
