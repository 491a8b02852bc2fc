import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../host/node/files.ts';
import { disturbancesWith, SHORT } from '../lab/explore/built-in-disturbances.ts';
import { scenarioText, strikeEverywhere } from '../lab/explore/render-scenario.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';

/** Disturbances as the options of a sandbox name them, and the removal of their temporary files. */
interface DisturbanceFiles {
  readonly disturbances: readonly string[];
  remove(): Promise<void>;
}

/**
 * Replaces the ids that explore prints by files of scenarios that strike everywhere. Other names, and files, stay.
 * @throws CliError for a disturbance that only explore can cause
 */
export async function disturbanceFiles(given: readonly string[]): Promise<DisturbanceFiles> {
  const known = new Map(disturbancesWith(SHORT).map(one => [one.id, one]));
  const restarting = given.find(id => known.get(id)?.restarts);
  if (restarting !== undefined) {
    throw new CliError(
      `--disturbance: only explore can restart the receiver; use explore --only ${restarting} --restart COMMAND`,
      EXIT_USAGE,
    );
  }
  if (!given.some(id => known.has(id))) return { disturbances: given, remove: async () => undefined };
  const folder = makeTemporaryFolder('disturbance');
  const fileOf = async (text: string): Promise<string> => {
    const disturbance = known.get(text);
    if (!disturbance) return text;
    const file = join(folder, `${text}.yaml`);
    await writeFile(file, scenarioText(strikeEverywhere(disturbance)));
    return file;
  };
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { disturbances: await Promise.all(given.map(fileOf)), remove };
}
