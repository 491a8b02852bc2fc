import type { ScenarioLibrary } from '../core/scenario/scenario-library.ts';
import type { Scenario } from '../core/scenario/scenario-schema.ts';
import { readScenarioDirectory, readScenarioFile } from '../host/scenarios/read-scenarios.ts';
import { isScenarioFile, optionError, type SandboxOptions } from './sandbox-options.ts';

/**
 * Adds the scenario files of the options to the library and returns the scenarios that accounts start with.
 * @param warn receives the warnings about the files
 * @throws OptionError, ScenarioFileError
 */
export async function chooseScenarios(
  library: ScenarioLibrary,
  options: SandboxOptions,
  warn: (warning: string) => void,
): Promise<Scenario[]> {
  const { scenarios = [], scenarios_dir: folder } = options;
  if (folder !== undefined) {
    for (const scenario of await readScenarioDirectory(folder, folder, warn)) library.add(scenario);
  }
  const ofFile = new Map<string, Scenario>();
  for (const path of scenarios.filter(isScenarioFile)) {
    const scenario = await readScenarioFile(path, path, warn);
    if (library.get(scenario.name) !== scenario) library.add(scenario);
    ofFile.set(path, scenario);
  }
  return scenarios.map(text => ofFile.get(text) ?? scenarioNamed(library, 'scenarios', text));
}

function scenarioNamed(library: ScenarioLibrary, option: keyof SandboxOptions, name: string): Scenario {
  const scenario = library.get(name);
  if (!scenario) throw optionError(option, library.explainUnknown(name));
  return scenario;
}

/**
 * Applies the disturbances of the options to all accounts. A file does not become part of the library, so it can have the
 * name of a scenario that accounts use.
 * @throws OptionError
 */
export async function disturb(
  library: ScenarioLibrary,
  { disturbances = [], data }: SandboxOptions,
): Promise<void> {
  if (disturbances.length === 0) return;
  if (data !== undefined) {
    throw optionError(
      'disturbances',
      'cannot be combined with a data folder, whose accounts would then depend on it; leave out one of them',
    );
  }
  const scenarios = await Promise.all(
    disturbances.map(async text =>
      isScenarioFile(text) ? readScenarioFile(text) : scenarioNamed(library, 'disturbances', text),
    ),
  );
  const changing = scenarios.find(({ given }) => given !== undefined);
  if (changing) {
    throw optionError(
      'disturbances',
      `${changing.name} has \`given\`, which changes an account once; remove it, because a disturbance consists of rules only`,
    );
  }
  library.disturbances = scenarios;
}
