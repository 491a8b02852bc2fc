import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparedFile } from '../../contract/prepared-file.ts';
import type { Loaded } from '../../core/scenario/parse-scenario.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { codeOf, fileProblem, readRegularFile } from '../node/files.ts';

/*
 * Reads scenario files, and the built-in scenarios. The parser is loaded with the first file, because a server that is
 * built has the built-in scenarios as JSON and starts without it.
 */

/** The texts of the scenarios that were read from files. A text lasts as long as its scenario. */
const texts = new WeakMap<Scenario, string>();

/** The text of the file that this scenario was read from, or null if it was not read from a file. */
export const rememberedText = (scenario: Scenario): string | null => texts.get(scenario) ?? null;

const MAX_READ_BYTES = 1_048_576;

/** The message has one line per problem. */
export class ScenarioFileError extends Error {
  override readonly name = 'ScenarioFileError';
}

function reasonOf(error: unknown): string {
  const isFolder = codeOf(error) === 'EISDIR';
  return fileProblem(error, isFolder ? 'name a file in it, or pass it to --scenarios' : undefined);
}

/** Returns the problems in its content. @throws ScenarioFileError if the file itself cannot be read */
export async function loadScenarioFile(path: string, label = path): Promise<Loaded> {
  const { parseScenarioYaml } = await import('../../core/scenario/parse-scenario.ts');
  try {
    if ((await stat(path)).size > MAX_READ_BYTES) {
      return { problems: [{ where: label, message: 'the file is too large for a scenario; split it' }] };
    }
    const text = await readRegularFile(path);
    const loaded = parseScenarioYaml(text, label);
    if ('scenario' in loaded) texts.set(loaded.scenario, text);
    return loaded;
  } catch (error) {
    throw new ScenarioFileError(`${label}: cannot read the scenario: ${reasonOf(error)}`);
  }
}

type WarningReader = (warning: string) => void;

const ignore: WarningReader = () => undefined;

/**
 * Reads a scenario file.
 * @param label the name of the file in messages and rules; by default, the path as given
 * @throws ScenarioFileError
 */
export async function readScenarioFile(
  path: string,
  label = path,
  warn: WarningReader = ignore,
): Promise<Scenario> {
  const loaded = await loadScenarioFile(path, label);
  if ('scenario' in loaded) {
    for (const { where, message } of loaded.warnings) warn(`${where}: warning: ${message}`);
    return loaded.scenario;
  }
  const { formatProblem } = await import('../../core/scenario/parse-scenario.ts');
  throw new ScenarioFileError(loaded.problems.map(formatProblem).join('\n'));
}

/**
 * Reads all `.yaml` and `.yml` files of a directory, sorted by name, without its subdirectories. Reports the problems
 * of all files together.
 * @throws ScenarioFileError
 */
export async function readScenarioDirectory(
  directory: string,
  label = directory,
  warn: WarningReader = ignore,
): Promise<Scenario[]> {
  const files = await readdir(directory).catch(error => {
    const why =
      error.code === 'ENOTDIR' ? 'it is not a folder; pass a single file to --scenario' : fileProblem(error);
    throw new ScenarioFileError(`${label}: cannot read the scenarios: ${why}`);
  });
  const names = files.filter(name => /\.ya?ml$/.test(name)).sort();
  const outcomes = await Promise.allSettled(
    names.map(name => readScenarioFile(join(directory, name), join(label, name), warn)),
  );
  const failures = outcomes.filter(outcome => outcome.status === 'rejected');
  if (failures.length > 0) {
    throw new ScenarioFileError(failures.map(({ reason }) => (reason as Error).message).join('\n'));
  }
  return outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

/** The folder that the rules of the built-in scenarios name as their source, wherever the package is installed. */
const LABEL = 'scenarios';

const PREPARED_TEXTS = new URL('./prepared/scenarios/', import.meta.url);
const FOLDER = new URL('../../../scenarios/', import.meta.url);

/**
 * Reads the built-in scenarios from their files. The build writes the result to `prepared/scenarios.json` next to the
 * bundle.
 * @param folder where the files are; by default, next to the source
 */
export async function prepareLibrary(folder: string | URL = FOLDER): Promise<readonly Scenario[]> {
  return readScenarioDirectory(typeof folder === 'string' ? folder : fileURLToPath(folder), LABEL);
}

/** The built-in scenarios, from the build if there is one: then neither the YAML parser nor the schema is loaded. */
export async function loadBuiltInScenarios(): Promise<readonly Scenario[]> {
  const prepared = preparedFile('scenarios');
  return prepared ? JSON.parse(await readFile(prepared, 'utf8')) : prepareLibrary();
}

/** The text of a built-in scenario's file, or null if there is no such file. The build copies the files. */
export async function builtInText(name: string): Promise<string | null> {
  for (const folder of [PREPARED_TEXTS, FOLDER]) {
    try {
      return await readFile(new URL(`${encodeURIComponent(name)}.yaml`, folder), 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  return null;
}
