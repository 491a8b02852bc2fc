import '../host/node/check-node.ts';
import { inject, type TestAPI, test as vitestTest } from 'vitest';
import type { AccountOptions } from '../client/call-options.ts';
import type { SandboxError } from '../client/errors.ts';
import { connectSandbox } from '../client/remote-sandbox.ts';
import type { Account, Sandbox } from '../client/sandbox-interface.ts';
import type { SandboxOptions } from '../server/sandbox-options.ts';
import { concludeTest, type FindingsMode, findingsMode } from './conclude-test.ts';
import { createSandbox } from './create-sandbox.ts';
import type { SharedSandbox } from './vitest-setup.ts';

export type { FindingsMode } from './conclude-test.ts';
export type { SharedSandbox } from './vitest-setup.ts';

/** The fixtures that this `test` provides. */
export interface SandboxFixtures {
  /** Options of the sandbox of a file. Not used if the global setup has started a shared sandbox. */
  readonly sandbox_options: SandboxOptions;
  /** Options of the account of each test. By default its clock is manual, and its idle time ten minutes. */
  readonly account_options: AccountOptions;
  /**
   * The action after a test that has passed: `fail` fails it if its account has findings of severity error, `report`
   * prints its errors and warnings. Default: the environment variable ENERGY_SANDBOX_FINDINGS, or else `off`.
   */
  readonly findings: FindingsMode;
  /** Whether a test that fails prints what happened to its account. Default true. */
  readonly story: boolean;
  /** The sandbox of the global setup; without the setup, one per file. */
  readonly sandbox: Sandbox;
  /** A new account for each test, deleted afterwards. */
  readonly account: Account;
}

/** A name for the account of a test: its file and its place there, so that it is the same in every run. */
const nameFor = ({ file, id }: { readonly file: { readonly name: string }; readonly id: string }): string =>
  `${file.name}-${id.replace(/^[^_]*_/, '')}`.replace(/[^\w.-]+/g, '-').slice(-64);

const VARIABLE = 'ENERGY_SANDBOX_FINDINGS';

/** Vitest's `test`, extended with a `sandbox` and an `account` for each test. */
export const test: TestAPI<SandboxFixtures> = vitestTest.extend<SandboxFixtures>({
  sandbox_options: [{}, { scope: 'file' }],
  account_options: [{}, { scope: 'test' }],
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern which fixtures are used.
  findings: async ({}, use) => use(findingsMode(process.env[VARIABLE] || 'off', VARIABLE)),
  story: [true, { scope: 'test' }],
  sandbox: [
    async ({ sandbox_options }, use) => {
      // Despite its type, the value is undefined if the run has no global setup.
      const shared = inject('energy_sandbox') as SharedSandbox | undefined;
      const sandbox = shared ? await connectSandbox(shared.url) : await createSandbox(sandbox_options);
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'file' },
  ],
  account: async ({ sandbox, account_options, findings, story, task }, use) => {
    const mode = findingsMode(findings, 'findings');
    // The idle time ends the account of a run that is killed before it can delete it.
    const create = (named: AccountOptions): Promise<Account> =>
      sandbox.createAccount({ clock: 'manual', idle_ttl: '10m', ...named, ...account_options });
    const account = await create({ name: nameFor(task) }).catch((error: SandboxError) => {
      // Another run on the same server may have the name, and not every name of a file can be one of an account.
      if (error.path === 'body.name') return create({});
      throw error;
    });
    await use(account);
    try {
      // Neither the story nor the findings of a test that is expected to fail are of interest.
      if (!task.fails) await concludeTest(account, task.result?.state === 'fail', { findings: mode, story });
    } finally {
      await account[Symbol.asyncDispose]();
    }
  },
});
