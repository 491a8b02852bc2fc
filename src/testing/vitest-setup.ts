import type { Sandbox } from '../client/sandbox-interface.ts';
import type { SandboxOptions } from '../server/options.ts';
import { createSandbox } from './create-sandbox.ts';
import { type CoverageMode, coverageMode, RunCoverage } from './run-coverage.ts';
import type { SharedSandbox } from './vitest-context.ts';

export type { CoverageMode } from './run-coverage.ts';
export type { SharedSandbox } from './vitest-context.ts';

/** The part of a Vitest project that the setup uses. */
export interface SetupProject {
  provide(key: 'energySandbox', value: SharedSandbox): void;
  readonly config?: { readonly env?: Record<string, string | undefined> };
}

/** A global setup for Vitest. It resolves with the function that stops the sandbox. */
export type Setup = (project: SetupProject) => Promise<() => Promise<void>>;

/** What the setup does apart from starting the sandbox. */
export interface SetupSettings {
  /**
   * What happens at the end of the run: `report` prints which behaviors of the service the tests have met, a percentage
   * also fails the run if they have met less. Default: the environment variable ENERGY_SANDBOX_COVERAGE, or else `off`.
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
