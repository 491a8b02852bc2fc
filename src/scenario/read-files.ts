import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileProblem } from '../files/file-problem.ts';
import { formatProblem, type Loaded, parseScenarioYaml } from './parse-scenario.ts';
import { rememberText } from './scenario-texts.ts';
import type { Scenario } from './scenario-types.ts';

const MAX_READ_BYTES = 1_048_576;

/** A scenario file that cannot be used. The message has one line per problem. */
export class ScenarioFileError extends Error {
  override readonly name = 'ScenarioFileError';
}

function reasonOf(error: unknown): string {
  const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR';
  return fileProblem(error, isFolder ? 'name a file in it, or pass it to --scenarios' : undefined);
}

/** The text of a file, which may be a pipe; null if it is too large. No more is read of a device that has no end. */
async function readText(path: string): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_READ_BYTES) return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Reads a scenario file. Problems in its content are returned.
 * @throws ScenarioFileError if the file itself cannot be read
 */
export async function loadScenarioFile(path: string, label = path): Promise<Loaded> {
  try {
    const text = await readText(path);
    if (text === null) {
      return { problems: [{ where: label, message: 'the file is too large for a scenario; split it' }] };
    }
    const loaded = parseScenarioYaml(text, label);
    if ('scenario' in loaded) rememberText(loaded.scenario, text);
    return loaded;
  } catch (error) {
    throw new ScenarioFileError(`${label}: cannot read the scenario: ${reasonOf(error)}`);
  }
}

/** Receives each warning about a file as one line. */
export type WarningReader = (warning: string) => void;

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
  throw new ScenarioFileError(loaded.problems.map(formatProblem).join('\n'));
}

/** Refuses what is neither a file nor a folder: opening a pipe waits until someone writes to it. */
async function refuseSpecialFile(path: string, label: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found || found.isFile() || found.isDirectory()) return;
  throw new ScenarioFileError(
    `${label}: cannot read the scenario: it is a pipe, a socket or a device; remove it from the folder`,
  );
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
    names.map(async name => {
      const [path, shown] = [join(directory, name), join(label, name)];
      await refuseSpecialFile(path, shown);
      return readScenarioFile(path, shown, warn);
    }),
  );
  const failures = outcomes.filter(outcome => outcome.status === 'rejected');
  if (failures.length > 0) {
    throw new ScenarioFileError(failures.map(({ reason }) => (reason as Error).message).join('\n'));
  }
  return outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
