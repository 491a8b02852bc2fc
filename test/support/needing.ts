import { describe, test } from 'vitest';
import { endOfTitle, lacksOf, type Need } from './needs.ts';

/** Tests that need something of the machine. */
interface Needing {
  /** Whether all of it is there. */
  readonly isThere: boolean;
  describe(title: string, define: () => void): void;
  test(title: string, run: () => unknown, timeoutMs?: number): void;
}

/**
 * Defines tests that need programs or conditions of the machine. Without them, the tests are skipped, and their titles say
 * what is missing and how to get it; the end of the run says it once for all tests.
 * @throws Error in CI on Linux if a program is missing
 */
export function needing(...needs: readonly Need[]): Needing {
  const lacks = lacksOf(needs);
  const end = endOfTitle(lacks);
  const isThere = lacks.length === 0;
  return {
    isThere,
    describe: (title, define) => describe.skipIf(!isThere)(`${title}${end}`, define),
    test: (title, run, timeoutMs) =>
      test.skipIf(!isThere)(`${title}${end}`, async () => void (await run()), timeoutMs),
  };
}
