import { inject, type TestAPI, test as vitestTest } from 'vitest';
import { connectSandbox } from '../client/connect.ts';
import type { AccountOptions } from '../client/options.ts';
import type { Account, Sandbox } from '../client/sandbox-interface.ts';
import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import type { SharedSandbox } from './shared-sandbox.ts';

export type { SharedSandbox } from './shared-sandbox.ts';

/** The fixtures that this `test` provides. */
export interface SandboxFixtures {
  /** Options of the sandbox of a file. Not used if the global setup has started a shared sandbox. */
  readonly sandboxOptions: SandboxOptions;
  /** Options of the account of each test. By default its clock is manual. */
  readonly accountOptions: AccountOptions;
  /** The sandbox of the global setup; without the setup, one per file. */
  readonly sandbox: Sandbox;
  /** A new account for each test, deleted afterwards. */
  readonly account: Account;
}

/** Vitest's `test`, extended with a `sandbox` and an `account` for each test. */
export const test: TestAPI<SandboxFixtures> = vitestTest.extend<SandboxFixtures>({
  sandboxOptions: [{}, { scope: 'file' }],
  accountOptions: [{}, { scope: 'test' }],
  sandbox: [
    async ({ sandboxOptions }, use) => {
      // Despite its type, the value is undefined if the run has no global setup.
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
