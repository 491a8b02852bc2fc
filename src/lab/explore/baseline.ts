import type { RunSuite, SuiteRun } from './suite-run.ts';

/** The suite does not pass undisturbed, or uses no sandbox, so that disturbed runs mean nothing. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
  readonly tail: readonly string[];

  constructor(message: string, tail: readonly string[]) {
    super(message);
    this.tail = tail;
  }
}

interface Baseline {
  readonly runs: readonly SuiteRun[];
  readonly jobs: number;
}

/** @throws BaselineError if a run did not pass, or used no sandbox */
function checkBaseline(runs: readonly SuiteRun[]): void {
  const failing = runs.filter(({ exitCode }) => exitCode !== 0);
  if (failing.length > 0) {
    const { exitCode, tail } = failing[0]!;
    const how = exitCode === null ? 'did not end in time' : `ended with exit code ${exitCode}`;
    const fix = exitCode === null ? 'raise --timeout, or make it end first' : 'make it pass first';
    throw new BaselineError(
      failing.length === runs.length
        ? `the command ${how} without any disturbance; ${fix}`
        : `the command is flaky: of two undisturbed runs, one passed and the other ${how}; make it pass every time first`,
      tail,
    );
  }
  if (requestsIn(runs[0]!) === 0 && !receivesWebhooks(runs[0]!)) {
    throw new BaselineError(
      'the command passed, but it made no request to a sandbox and received no webhook from one; use ENERGY_SANDBOX_URL and ENERGY_SANDBOX_API_KEY, or createSandbox()',
      runs[0]!.tail,
    );
  }
}

/** Runs the suite undisturbed: as often at the same time as later, or if that fails, twice. @throws BaselineError */
export async function baselineOf(run: RunSuite, jobs: number): Promise<Baseline> {
  if (jobs > 1) {
    const runs = await Promise.all(Array.from({ length: jobs }, () => run(null)));
    if (runs.every(({ exitCode }) => exitCode === 0)) {
      checkBaseline(runs);
      return { runs, jobs };
    }
  }
  const runs = [await run(null), await run(null)];
  checkBaseline(runs);
  return { runs, jobs: 1 };
}

export const requestsIn = ({ traces }: SuiteRun): number =>
  traces.flatMap(({ accounts }) => accounts).reduce((sum, { requests }) => sum + requests.length, 0);

/** Whether the sandbox sent webhooks, even if only because tests triggered them. */
const receivesWebhooks = ({ traces }: SuiteRun): boolean =>
  traces.some(({ accounts }) => accounts.some(({ events }) => events.length > 0));
