import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { didYouMean } from '../core/text/nearest-word.ts';
import { builtInCoverableItems } from '../judge/coverage/coverable-items.ts';
import { mergeCoverage } from '../judge/coverage/coverage-counter.ts';
import { coverageReport } from '../judge/coverage/coverage-report.ts';
import { renderText } from '../judge/report/text.ts';
import { readRun, runFilesIn } from '../judge/run-folder.ts';

/**
 * What the global setup does at the end of a run: nothing, print what the tests have met of the service, or also fail
 * the run if that is less than a percentage.
 */
export type CoverageMode = 'off' | 'report' | number;

const WORDS: readonly string[] = ['off', 'report'] satisfies CoverageMode[];
const PERCENTAGE = /^\d{1,3}(\.\d+)?$/;

/**
 * The mode that an option or the environment asks for.
 * @param where the name of the option or variable
 * @throws Error for a mode that does not exist
 */
export function coverageMode(value: string | number, where: string): CoverageMode {
  const text = String(value);
  if (WORDS.includes(text)) return text as CoverageMode;
  if (PERCENTAGE.test(text) && Number(text) <= 100) return Number(text);
  const near = didYouMean(text, WORDS);
  throw new Error(
    `${where}: expected off, report or a percentage from 0 to 100, got ${JSON.stringify(value)}${near}`,
  );
}

/** How many missing items are listed. `energy-sandbox exec --coverage --out FILE` writes them all. */
const MAX_MISSING = 20;

/** The coverage of a test run: of the shared sandbox, and of all that the tests and their processes create. */
export class RunCoverage {
  /** The run folder to which the sandboxes add their counts. */
  readonly folder: string;
  readonly #isTemporary: boolean;
  /** Files of earlier runs. */
  readonly #before: readonly string[];

  /** @param run the run folder of a surrounding tool; without one, a temporary folder is made */
  constructor(run: string | undefined) {
    this.#isTemporary = run === undefined;
    this.folder = run ?? mkdtempSync(join(tmpdir(), 'energy-sandbox-run-'));
    this.#before = runFilesIn(this.folder);
  }

  /**
   * Prints the coverage, and fails the process if it is below the percentage that `mode` requires. All sandboxes of the
   * run must have been closed.
   */
  async report(mode: CoverageMode): Promise<void> {
    const coverage = mergeCoverage(readRun(this.folder, this.#before), await builtInCoverableItems());
    const { columns = 100, isTTY } = process.stderr;
    const min = typeof mode === 'number' ? mode : undefined;
    const report = coverageReport(coverage, { min, limit: MAX_MISSING });
    console.error(`\n${renderText(report, { columns, color: isTTY === true })}`);
    if (min !== undefined && coverage.percent < min) {
      // Vitest prints an error of a teardown, but does not fail the run.
      process.exitCode = 1;
    }
  }

  /** Removes the folder if it is temporary. */
  close(): void {
    if (this.#isTemporary) rmSync(this.folder, { recursive: true, force: true });
  }
}
