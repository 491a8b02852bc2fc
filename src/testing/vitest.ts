import { inject, type TestAPI, test as vitestTest } from 'vitest';
import { connectSandbox } from '../client/connect.ts';
import type { AccountOptions } from '../client/options.ts';
import type { Account, Sandbox } from '../client/sandbox-interface.ts';
import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import type { SharedSandbox } from './shared-sandbox.ts';

export type { SharedSandbox } from './shared-sandbox.ts';

/** What a test of this `test` is given. */
export interface SandboxFixtures {
  /** How the sandbox of a file is started, where the global setup has not started one for all. */
  readonly sandboxOptions: SandboxOptions;
  /** What each test's account is made with; its clock stands, unless told otherwise. */
  readonly accountOptions: AccountOptions;
  /** The global setup's sandbox; without it, one for each file. */
  readonly sandbox: Sandbox;
  /** A fresh account for each test, dropped after it. */
  readonly account: Account;
}

/** Vitest's `test` with a `sandbox` and an `account` of the test's own. */
export const test: TestAPI<SandboxFixtures> = vitestTest.extend<SandboxFixtures>({
  sandboxOptions: [{}, { scope: 'file' }],
  accountOptions: [{}, { scope: 'test' }],
  sandbox: [
    async ({ sandboxOptions }, use) => {
      // Nothing is provided where the run has no global setup, whatever the type says.
      const shared = inject('energySandbox') as SharedSandbox | undefined;
      const sandbox = shared ? await connectSandbox(shared.url) : await createSandbox(sandboxOptions);
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'file' },
  ],
  account: async ({ sandbox, accountOptions }, use) => {
    const account = await sandbox.createAccount({ clock: 'manual', ...accountOptions });
    await use(account);
    await account[Symbol.asyncDispose]();
  },
});
