import '../host/node/check-node.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { builtInCoverableItems } from '../judge/coverage/coverable-items.ts';
import { mergeCoverage } from '../judge/coverage/coverage-counter.ts';
import { coverageReport } from '../judge/coverage/coverage-report.ts';
import { renderText } from '../judge/report/text.ts';
import { readRun, runFilesIn } from '../judge/run-folder.ts';
import type { SandboxOptions } from '../server/options.ts';
import { createSandbox } from './create-sandbox.ts';

/** The sandbox that all files of a test run share. */
export interface SharedSandbox {
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by the global setup `energy-rental-sandbox/vitest-setup`. */
    energySandbox: SharedSandbox;
  }
}

/**
 * The global setup's action at the end of a run: nothing, print which behaviors of the service the tests have covered,
 * or also fail the run if that is less than a percentage.
 */
export type CoverageMode = 'off' | 'report' | number;

const WORDS: readonly string[] = ['off', 'report'] satisfies CoverageMode[];
const PERCENTAGE = /^\d{1,3}(\.\d+)?$/;

/**
 * The mode that an option or the environment asks for.
 * @param where the name of the option or variable
 * @throws Error for a mode that does not exist
 */
function coverageMode(value: string | number, where: string): CoverageMode {
  const text = String(value);
  if (WORDS.includes(text)) return text as CoverageMode;
  if (PERCENTAGE.test(text) && Number(text) <= 100) return Number(text);
  const near = didYouMean(text, WORDS);
  throw new Error(
    `${where}: expected off, report or a percentage from 0 to 100, got ${JSON.stringify(value)}${near}`,
  );
}

/** The maximum number of missing items that are listed. The command `exec --coverage --out FILE` writes them all. */
const MAX_MISSING = 20;

/** The coverage of a test run: of the shared sandbox, and of all that the tests and their processes create. */
class RunCoverage {
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

/** The part of a Vitest project that the setup uses. */
export interface SetupProject {
  provide(key: 'energySandbox', value: SharedSandbox): void;
  readonly config?: { readonly env?: Record<string, string | undefined> };
}

/** A global setup for Vitest. It resolves with the function that stops the sandbox. */
export type Setup = (project: SetupProject) => Promise<() => Promise<void>>;

/** The settings of the setup, apart from those of the sandbox. */
export interface SetupSettings {
  /**
   * The action at the end of the run: `report` prints which behaviors of the service the tests have covered, a
   * percentage also fails the run if they have covered less. Default: the environment variable ENERGY_SANDBOX_COVERAGE,
   * or else `off`.
   */
  readonly coverage?: CoverageMode;
}

const VARIABLE = 'ENERGY_SANDBOX_COVERAGE';
const RUN = 'ENERGY_SANDBOX_RUN';

/** A variable of Vitest's configuration, or of the process. */
const variable = ({ config }: SetupProject, name: string): string | undefined =>
  config?.env?.[name] || process.env[name] || undefined;

const modeOf = (project: SetupProject, { coverage }: SetupSettings): CoverageMode =>
  coverage === undefined
    ? coverageMode(variable(project, VARIABLE) ?? 'off', VARIABLE)
    : coverageMode(coverage, 'coverage');

/** Makes the sandboxes of the tests, and of the processes that they start, add their counts to a run folder. */
function coverageOf(project: SetupProject, { run }: SandboxOptions): RunCoverage {
  const coverage = new RunCoverage(run ?? variable(project, RUN));
  if (project.config?.env) project.config.env[RUN] = coverage.folder;
  return coverage;
}

/** Ends a run: stops the sandbox, and reports the coverage. */
async function conclude(sandbox: Sandbox, coverage: RunCoverage | null, mode: CoverageMode): Promise<void> {
  try {
    await sandbox.close();
    await coverage?.report(mode);
  } finally {
    coverage?.close();
  }
}

/**
 * A global setup for Vitest that starts one sandbox with these options for all files of a run.
 * @throws Error for settings that do not exist
 * @example export default setupWith({ findings: { 'slow-receiver': 'error' } }, { coverage: 70 });
 */
export const setupWith =
  (options: SandboxOptions, settings: SetupSettings = {}): Setup =>
  async project => {
    const mode = modeOf(project, settings);
    const coverage = mode === 'off' ? null : coverageOf(project, options);
    try {
      const sandbox = await createSandbox({ ...options, ...(coverage ? { run: coverage.folder } : {}) });
      project.provide('energySandbox', { url: sandbox.url });
      return () => conclude(sandbox, coverage, mode);
    } catch (error) {
      coverage?.close();
      throw error;
    }
  };

/**
 * A global setup for Vitest. It starts one sandbox for all files of a run, which the fixtures use, and stops it
 * afterwards. `inject('energySandbox').url` is its address.
 */
export const setup: Setup = setupWith({});
