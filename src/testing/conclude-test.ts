import { AssertionError } from 'node:assert';
import { SandboxError } from '../client/errors.ts';
import type { Account } from '../client/sandbox-interface.ts';
import { escapeOutput } from '../core/text/escape.ts';
import { didYouMean } from '../core/text/nearest-word.ts';

/** The fixture's action on findings of severity error: nothing, print them, or fail the test. */
export type FindingsMode = 'off' | 'report' | 'fail';

const MODES: readonly string[] = ['off', 'report', 'fail'] satisfies FindingsMode[];

/**
 * The mode that an option or the environment asks for.
 * @param where the name of the option or variable
 * @throws Error for a mode that does not exist
 */
export function findingsMode(value: string, where: string): FindingsMode {
  if (MODES.includes(value)) return value as FindingsMode;
  const near = didYouMean(value, MODES);
  throw new Error(`${where}: expected off, report or fail, got ${JSON.stringify(value)}${near}`);
}

/** For the reader of a failure that no line of the test explains. */
const WHY_IT_FAILS =
  "\n\nThe test itself has passed. It fails because the fixture `findings`, or ENERGY_SANDBOX_FINDINGS, is 'fail'.";

/** The action of the fixture at the end of a test. */
export interface Conclusion {
  readonly findings: FindingsMode;
  readonly story: boolean;
}

/** Vitest prints what the console of a test prints together with the name of the test. */
const print = (text: string): void => console.error(escapeOutput(text, true));

/** The error that lists the findings of an account; null if there are none. */
async function findingsError(
  account: Account,
  severity: 'error' | 'warning',
): Promise<AssertionError | null> {
  try {
    await account.expectNoFindings({ severity });
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
export async function concludeTest(
  account: Account,
  hasFailed: boolean,
  { findings, story }: Conclusion,
): Promise<void> {
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
