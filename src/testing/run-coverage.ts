import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverageReport } from '../coverage/coverage-report.ts';
import { builtInCatalogue, mergeCoverage } from '../coverage/merge-coverage.ts';
import { renderText } from '../report/text.ts';
import { readRun, runFilesIn } from '../run-folder/run-folder.ts';
import type { CoverageMode } from './coverage-mode.ts';

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
    const coverage = mergeCoverage(readRun(this.folder, this.#before), await builtInCatalogue());
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
