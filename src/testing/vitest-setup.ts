import { escapeOutput } from '../core/text/escape.ts';
import '../host/node/check-node.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { builtInCoverableItems } from '../judge/coverage/coverable-items.ts';
import { mergeCoverage } from '../judge/coverage/coverage-counter.ts';
import { coverageReport } from '../judge/coverage/coverage-report.ts';
import { renderText } from '../judge/report/text.ts';
import { TestRun } from '../judge/run-folder.ts';
import type { SandboxOptions } from '../server/sandbox-options.ts';
import { createSandbox } from './create-sandbox.ts';

/** The sandbox that all files of a test run share. */
export interface SharedSandbox {
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by the global setup `energy-rental-sandbox/vitest-setup`. */
    energy_sandbox: SharedSandbox;
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

/**
 * Prints the coverage of a test run: of the shared sandbox, and of all that the tests and their processes have created.
 * Fails the process if it is below the percentage that `mode` requires. All sandboxes must have been closed.
 */
async function report(run: TestRun, mode: CoverageMode): Promise<void> {
  const coverage = mergeCoverage(run.parts(), await builtInCoverableItems());
  const { columns = 100, isTTY } = process.stderr;
  const min = typeof mode === 'number' ? mode : undefined;
  const text = renderText(coverageReport(coverage, { min, limit: MAX_MISSING }), {
    columns,
    color: isTTY === true,
  });
  console.error(`\n${escapeOutput(text, isTTY === true)}`);
  // Vitest prints an error of a teardown, but does not fail the run.
  if (min !== undefined && coverage.percent < min) process.exitCode = 1;
}

/** The part of a Vitest project that the setup uses. */
export interface SetupProject {
  provide(key: 'energy_sandbox', value: SharedSandbox): void;
  readonly config?: { readonly env?: Record<string, string | undefined> };
}

/** A global setup for Vitest. It resolves with the function that stops the sandbox. */
export type Setup = (project: SetupProject) => Promise<() => Promise<void>>;

/** The settings of the setup that do not concern the sandbox. */
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
function runOf(project: SetupProject, { run: named }: SandboxOptions): TestRun {
  const run = new TestRun(named ?? variable(project, RUN));
  if (project.config?.env) project.config.env[RUN] = run.folder;
  return run;
}

/**
 * A global setup for Vitest that starts one sandbox with these options for all files of a run.
 * @throws Error for settings that do not exist
 * @example export default setupWith({ findings: { 'duration-left-out': 'error' } }, { coverage: 70 });
 */
export const setupWith =
  (options: SandboxOptions, settings: SetupSettings = {}): Setup =>
  async project => {
    const mode = modeOf(project, settings);
    const run = mode === 'off' ? null : runOf(project, options);
    try {
      const sandbox = await createSandbox({ ...options, ...(run ? { run: run.folder } : {}) });
      project.provide('energy_sandbox', { url: sandbox.url });
      return async () => {
        try {
          await sandbox.close();
          if (run) await report(run, mode);
        } finally {
          run?.close();
        }
      };
    } catch (error) {
      run?.close();
      throw error;
    }
  };

/**
 * A global setup for Vitest. It starts one sandbox for all files of a run, which the fixtures use, and stops it
 * afterwards. `inject('energy_sandbox').url` is its address.
 */
export const setup: Setup = setupWith({});
