import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../clock/host-clock.ts';
import { type ScenarioContent, scenarioText } from '../../explore/render-scenario.ts';
import { ExplorationEnded, type RunFinding, type SuiteRun } from '../../explore/suite-run.ts';
import { makeTemporaryFolder } from '../../files/temporary-folder.ts';
import { MAY_BE_REPEATED } from '../../findings/finding.ts';
import type { SandboxOptions } from '../../options.ts';
import { readRun } from '../../run-folder/run-folder.ts';
import { startSandbox } from '../../sandbox.ts';
import type { Trace } from '../../trace/trace.ts';
import { commandEnvironment } from '../exec/command-environment.ts';
import { nodeAuthorities } from '../exec/node-authorities.ts';
import { OrphanGuard } from './orphan-guard.ts';
import { type SuiteEnd, SuiteProcess } from './suite-process.ts';

/** What a sandbox adds to the run folder. */
interface Part {
  readonly trace?: Trace;
  readonly findings?: readonly (RunFinding & { readonly severity: string })[];
}

/** A suite with everything that a run needs. */
export interface SuiteOptions {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly server: SandboxOptions;
  readonly timeoutMs: number;
}

/** What all sandboxes of a run have recorded. */
function recordedIn(folder: string): Pick<SuiteRun, 'traces' | 'errors' | 'repurchases'> {
  const parts = readRun(folder) as readonly Part[];
  const findings = parts
    .flatMap(part => part.findings ?? [])
    .map(({ severity, rule, message, fix }) => ({ severity, one: { rule, message, fix } }));
  const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'error';
  return {
    traces: parts.flatMap(({ trace }) => (trace ? [trace] : [])),
    errors: findings.filter(isError).map(({ one }) => one),
    repurchases: findings
      .filter(found => !isError(found) && MAY_BE_REPEATED.has(found.one.rule))
      .map(({ one }) => one),
  };
}

/** Runs a suite again and again, each time with a server and a run folder of its own. */
export class SuiteRunner {
  readonly #options: SuiteOptions;
  readonly #running = new Set<SuiteProcess>();
  readonly #guard = new OrphanGuard();
  #hasEnded = false;

  constructor(options: SuiteOptions) {
    this.#options = options;
  }

  /** Ends all runs. Those in progress and later ones reject with ExplorationEnded. */
  end(): void {
    this.#hasEnded = true;
    for (const one of this.#running) void one.stop();
  }

  /** Ends all runs without giving their processes time. */
  kill(): void {
    this.#hasEnded = true;
    for (const one of this.#running) one.kill();
  }

  /** Runs the suite under a scenario, or undisturbed. */
  readonly run = async (scenario: ScenarioContent | null): Promise<SuiteRun> => {
    if (this.#hasEnded) throw new ExplorationEnded();
    const folder = makeTemporaryFolder('explore');
    try {
      const files: string[] = [];
      if (scenario) {
        files.push(join(folder, `${scenario.name}.yaml`));
        await writeFile(files[0]!, scenarioText(scenario));
      }
      const end = await this.#runIn(folder, files);
      if (this.#hasEnded) throw new ExplorationEnded();
      return { ...end, ...recordedIn(folder) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  async #watched(child: SuiteProcess, timeoutMs: number): Promise<SuiteEnd> {
    const { pid } = child;
    this.#running.add(child);
    if (pid !== undefined) this.#guard.watch(pid);
    try {
      return await child.end(timeoutMs);
    } finally {
      this.#running.delete(child);
      if (pid !== undefined) this.#guard.forget(pid);
    }
  }

  async #runIn(folder: string, disturbances: readonly string[]) {
    const { server, environment, words, timeoutMs } = this.#options;
    const startedMs = systemClock.monotonicMs();
    const sandbox = await startSandbox({ ...server, disturbances, run: folder });
    const authorities = await nodeAuthorities(sandbox.caFile, environment);
    try {
      if (this.#hasEnded) throw new ExplorationEnded();
      const { ENERGY_SANDBOX_DISTURBANCE, ...own } = environment;
      const described = { ...sandbox, adminToken: server.adminToken, run: folder, disturbances };
      const child = new SuiteProcess(
        words,
        commandEnvironment(own, { ...described, nodeCaFile: authorities.file }),
        systemClock,
      );
      const end = await this.#watched(child, timeoutMs);
      return { ...end, durationMs: Math.round(systemClock.monotonicMs() - startedMs) };
    } finally {
      await sandbox.close();
      await authorities.remove();
    }
  }
}
