import type { Account } from '../core/engine/account.ts';
import { isSameScenario, ownScenario, scenariosProblem } from '../core/engine/account-scenarios.ts';
import { ScenarioLibrary } from '../core/scenario/scenario-library.ts';
import type { Scenario } from '../core/scenario/scenario-schema.ts';
import { AccountDeletedError, AccountFailedError } from '../host/account-health.ts';
import type { SandboxCore } from '../host/sandbox-core.ts';
import { fileAt, folderAt, watchFiles } from '../host/scenarios/watch-files.ts';
import type { Storage } from '../host/storage/storage.ts';
import { chooseScenarios } from './initial-scenarios.ts';
import { isScenarioFile, type SandboxOptions } from './sandbox-options.ts';

interface ReloadParts {
  readonly core: SandboxCore;
  readonly storage: Storage;
  readonly options: SandboxOptions;
  readonly remark: (text: string) => void;
}

/** Editors write a file in several steps. */
const SETTLED_MS = 100;

type ByName = ReadonlyMap<string, Scenario>;

/** What changed in the library: `new scenario a, changed scenario b`; empty if nothing did. */
function changesBetween(before: ByName, after: ScenarioLibrary): string {
  const names = [...new Set([...before.keys(), ...after.names()])].sort();
  const changes = names.flatMap(name => {
    const [old, present] = [before.get(name), after.get(name)];
    if (!old) return [`new scenario ${name}`];
    if (!present) return [`removed scenario ${name}`];
    return isSameScenario(old, present) ? [] : [`changed scenario ${name}`];
  });
  return changes.join(', ');
}

/** The active scenarios of an account with the new versions of those that came from the library. */
function activeAfter({ state }: Account, before: ByName, after: ScenarioLibrary): Scenario[] {
  return state.scenarios.map(one => {
    const { name } = one;
    const old = ownScenario(state, name) ? undefined : before.get(name);
    return old && isSameScenario(old, one) ? (after.get(name) ?? one) : one;
  });
}

function activate(
  core: SandboxCore,
  account: Account,
  scenarios: readonly Scenario[],
  remark: (text: string) => void,
): void {
  const problem = scenariosProblem(scenarios);
  if (problem !== null) {
    remark(`account ${account.state.name}: ${problem}; it keeps the scenarios as they were`);
    return;
  }
  try {
    core.runner.execute(account, 'setScenarios', { scenarios });
  } catch (error) {
    // It was reported when the account failed.
    if (!(error instanceof AccountFailedError) && !(error instanceof AccountDeletedError)) throw error;
  }
}

/**
 * Reads the scenario files of the options again whenever one changes. What is wrong with them is reported, and the last
 * good ones stay. An order keeps the scenario that it was made with, and an account keeps an active scenario whose file
 * was removed.
 * @returns a function that ends it, after a change that is being read
 */
export function reloadScenarios({ core, storage, options, remark }: ReloadParts): () => Promise<void> {
  const { scenarios = [], scenarios_dir: folder } = options;
  const watched = [...scenarios.filter(isScenarioFile).map(fileAt), ...(folder ? [folderAt(folder)] : [])];
  if (watched.length === 0) return async () => undefined;

  const read = async (): Promise<void> => {
    const after = new ScenarioLibrary(core.library.builtIn);
    const chosen = await chooseScenarios(after, options, remark);
    const before = new Map(core.library.all().map(one => [one.name, one]));
    const changes = changesBetween(before, after);
    if (changes === '') return;
    await storage.changeLibrary(after.all(), () => {
      core.library.replaceBy(after);
      core.defaults.scenarios = chosen;
    });
    for (const account of core.accounts.list()) {
      const active = activeAfter(account, before, after);
      if (active.some((one, index) => !isSameScenario(one, account.state.scenarios[index]!)))
        activate(core, account, active, remark);
    }
    remark(`scenario files were read again: ${changes}`);
  };

  let reading: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;
  const onChange = (): void => {
    cancel();
    cancel = core.clock.wake(SETTLED_MS, () => {
      // A folder that was replaced is another one.
      close();
      close = watchAll();
      reading = reading
        .then(read)
        .catch(error =>
          remark(`${(error as Error).message}\nThe scenarios stay as they were until this is corrected.`),
        );
    });
  };
  const watchAll = (): (() => void) =>
    watchFiles(watched, onChange, problem =>
      remark(`${problem}; restart the server, because changes of scenario files there are not noticed`),
    );
  let close = watchAll();
  return async () => {
    cancel();
    close();
    await reading;
  };
}
