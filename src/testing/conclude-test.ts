import { AssertionError } from 'node:assert';
import { SandboxError } from '../client/errors.ts';
import type { Account } from '../client/sandbox-interface.ts';
import type { FindingsMode } from './findings-mode.ts';

/** For the reader of a failure that no line of the test explains. */
const WHY_IT_FAILS =
  "\n\nThe test itself has passed. It fails because the fixture `findings`, or ENERGY_SANDBOX_FINDINGS, is 'fail'.";

/** What the fixture does at the end of a test. */
export interface Conclusion {
  readonly findings: FindingsMode;
  readonly story: boolean;
}

/** Vitest prints what the console of a test prints together with the name of the test. */
const print = (text: string): void => console.error(text);

/** The error that the findings of an account amount to; null if there are none. */
async function findingsError(account: Account, atLeast: 'error' | 'warning'): Promise<AssertionError | null> {
  try {
    await account.expectNoFindings({ atLeast });
    return null;
  } catch (error) {
    if (error instanceof AssertionError) return error;
    // The test may have deleted its account.
    if (error instanceof SandboxError && error.code === 'ACCOUNT_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Judges the account of a test whose body has ended, before the account is deleted.
 * @throws AssertionError for findings of severity error, if these are to fail a test that has passed
 */
export async function concludeTest(account: Account, hasFailed: boolean, { findings, story }: Conclusion) {
  const error =
    hasFailed || findings === 'off'
      ? null
      : await findingsError(account, findings === 'fail' ? 'error' : 'warning');
  if (story && (hasFailed || (error && findings === 'fail'))) print(await account.story());
  if (error && findings === 'fail') {
    error.message += WHY_IT_FAILS;
    throw error;
  }
  if (error) print(error.message);
}
