import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SendPlan } from '../core/engine/account-state.ts';
import { makeTemporaryFolder } from '../host/node/files.ts';
import { type HostClock, systemClock } from '../host/node/host-clock.ts';
import { runShellCommand } from '../host/node/shell-command.ts';
import { readRun } from '../judge/run-folder.ts';
import type { Trace } from '../judge/suite-trace.ts';
import { failingOutput } from '../lab/explore/failing-output.ts';
import { type ScenarioContent, scenarioText } from '../lab/explore/render-scenario.ts';
import { ExplorationEnded, type RunFinding, type SuiteRun } from '../lab/explore/suite-run.ts';
import type { SandboxOptions } from '../server/sandbox-options.ts';
import { startSandbox } from '../server/start-sandbox.ts';
import { commandEnvironment, ProcessTree } from './child-process.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';

/** How long processes may take to end after SIGTERM, before they are killed. */
const GRACE_MS = 2_000;
/** How long output may still arrive after all processes have ended. */
const LAST_OUTPUT_MS = 500;

/** The maximum length of the stored output. */
const MAX_OUTPUT = 256 * 1024;
const MAX_LINE = 500;

interface SuiteEnd {
  /** Null if it was ended because its time was over. */
  readonly exitCode: number | null;
  readonly output: readonly string[];
}

/** The value of a promise; null if it takes longer. The timer ends with the promise, so it keeps no process alive. */
function within<T>(clock: HostClock, limitMs: number, promise: Promise<T>): Promise<T | null> {
  let cancel = (): void => undefined;
  const timeout = new Promise<null>(resolve => {
    cancel = clock.wake(limitMs, () => resolve(null));
  });
  return Promise.race([promise, timeout]).finally(cancel);
}

/**
 * A run of the suite. It leads a process group of its own, or on Windows a tree of processes, which ends as a whole, so that
 * the workers of a test runner do not outlive it.
 */
export class SuiteProcess extends ProcessTree {
  #output = '';
  readonly #closed: Promise<unknown>;

  constructor(words: readonly string[], environment: NodeJS.ProcessEnv, clock: HostClock) {
    super(words, { environment, clock, stdio: ['ignore', 'pipe', 'pipe'], leadsGroup: true });
    const { stdout, stderr } = this.child;
    for (const stream of [stdout, stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        if (this.#output.length > 2 * MAX_OUTPUT) this.#output = this.#output.slice(-MAX_OUTPUT);
      });
    }
    this.#closed = new Promise(resolve => this.child.once('close', resolve));
  }

  /** Waits until the suite has ended, or ends it when its time is over. @throws CliError if it cannot be run */
  async result(timeoutMs: number): Promise<SuiteEnd> {
    const exitCode = await within(this.clock, timeoutMs, this.ended).catch(error => {
      throw error instanceof CliError ? error.exitingWith(EXIT_USAGE) : error;
    });
    await this.end(GRACE_MS);
    await within(this.clock, LAST_OUTPUT_MS, this.#closed);
    const output = stripVTControlCharacters(this.#output.slice(-MAX_OUTPUT))
      .split(/\r?\n/)
      .map(line => line.trimEnd().slice(0, MAX_LINE))
      .filter(line => line !== '');
    return { exitCode, output };
  }
}

/** The contribution of a sandbox to the run folder. */
interface Part {
  readonly trace?: Trace;
  readonly findings?: readonly RunFinding[];
}

interface SuiteOptions {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly server: SandboxOptions;
  readonly timeoutMs: number;
  /** A shell command that restarts the receiver, and the names of the scenarios whose deliveries it precedes. */
  readonly restart?: { readonly command: string; readonly scenarios: readonly string[] };
}

function recordedIn(folder: string): Pick<SuiteRun, 'traces' | 'findings'> {
  const parts = readRun(folder) as readonly Part[];
  const findings = parts
    .flatMap(part => part.findings ?? [])
    .map(
      ({ rule, account, severity, message, fix, orders, cost_trx }): RunFinding => ({
        ...{ rule, account, severity, message, fix, orders, cost_trx },
      }),
    );
  return { traces: parts.flatMap(({ trace }) => (trace ? [trace] : [])), findings };
}

interface Restarts {
  readonly count: number;
  /** The first failure; the receiver is then left alone. */
  readonly problem: string | null;
  /** Restarts the receiver, after earlier restarts. Never rejects. */
  readonly next: () => Promise<void>;
}

/** @param ended kills a command that is running when it aborts */
function restartsWith(command: string, environment: NodeJS.ProcessEnv, ended: AbortSignal): Restarts {
  let last = Promise.resolve();
  const restarts = { count: 0, problem: null as string | null };
  const restart = async (): Promise<void> => {
    if (restarts.problem !== null) return;
    restarts.count += 1;
    await runShellCommand({ flag: '--restart', command, environment, ended }).catch(({ message }: Error) => {
      restarts.problem = `${message}\nIt must restart the receiver and end once webhooks can arrive.`;
    });
  };
  return Object.assign(restarts, { next: () => (last = last.then(restart)) });
}

/** Runs a suite repeatedly, each time with its own server and run folder. */
export class SuiteRunner {
  readonly #options: SuiteOptions;
  readonly #running = new Set<SuiteProcess>();
  readonly #ended = new AbortController();

  constructor(options: SuiteOptions) {
    this.#options = options;
  }

  end(): void {
    this.#ended.abort();
    for (const one of this.#running) void one.end(GRACE_MS);
  }

  /** Ends all runs without giving their processes time. */
  kill(): void {
    this.#ended.abort();
    for (const one of this.#running) one.send('SIGKILL');
  }

  readonly run = async (scenario: ScenarioContent | null): Promise<SuiteRun> => {
    if (this.#ended.signal.aborted) throw new ExplorationEnded();
    const folder = makeTemporaryFolder('explore');
    try {
      const files: string[] = [];
      if (scenario) {
        files.push(join(folder, `${scenario.name}.yaml`));
        await writeFile(files[0]!, scenarioText(scenario));
      }
      const { output, ...end } = await this.#runIn(folder, files, scenario?.name);
      if (this.#ended.signal.aborted) throw new ExplorationEnded();
      const { lines: tail, timeLimitMs, hasRetries } = failingOutput(output);
      const limit = end.exitCode === null ? this.#options.timeoutMs : end.exitCode === 0 ? null : timeLimitMs;
      return { ...end, tail, timeLimitMs: limit, hasRetries, ...recordedIn(folder) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  /** @param name the name of the scenario; undefined without one */
  async #runIn(folder: string, disturbances: readonly string[], name: string | undefined) {
    const { server, environment, restart } = this.#options;
    const startedMs = systemClock.monotonicMs();
    const restarts =
      restart && name !== undefined && restart.scenarios.includes(name)
        ? restartsWith(restart.command, environment, this.#ended.signal)
        : null;
    const [file = ''] = disturbances;
    const beforeDelivery = async ({ kind, source }: SendPlan): Promise<void> => {
      if (kind !== 'resend' && source?.startsWith(file)) await restarts?.next();
    };
    const options = { ...server, disturbances, run: folder };
    const sandbox = await startSandbox(options, systemClock, restarts ? beforeDelivery : undefined);
    try {
      const { variables, remove } = await commandEnvironment(environment, sandbox, options);
      const end = await this.#runSuite(variables).finally(remove);
      if (restarts?.problem && !this.#ended.signal.aborted) throw new CliError(restarts.problem, EXIT_USAGE);
      const durationMs = Math.round(systemClock.monotonicMs() - startedMs);
      return { ...end, durationMs, restarts: restarts?.count ?? 0 };
    } finally {
      await sandbox.close();
    }
  }

  async #runSuite(variables: NodeJS.ProcessEnv): Promise<SuiteEnd> {
    if (this.#ended.signal.aborted) throw new ExplorationEnded();
    const child = new SuiteProcess(this.#options.words, variables, systemClock);
    this.#running.add(child);
    return child.result(this.#options.timeoutMs).finally(() => this.#running.delete(child));
  }
}
