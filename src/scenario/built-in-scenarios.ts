import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Scenario } from './scenario-types.ts';

/** The folder that rules of the built-in scenarios name as their source, wherever the package is installed. */
const LABEL = 'scenarios';

const NEXT_TO_BUNDLE = new URL('./prepared/scenarios.json', import.meta.url);
const PREPARED_TEXTS = new URL('./prepared/scenarios/', import.meta.url);
const FOLDER = new URL('../../scenarios/', import.meta.url);

/**
 * Reads the built-in scenarios from their files. The build writes the result to `prepared/scenarios.json` next to the
 * bundle.
 * @param folder where the files are; by default, next to the source
 */
export async function prepareLibrary(folder: string | URL = FOLDER): Promise<readonly Scenario[]> {
  const { readScenarioDirectory } = await import('./read-files.ts');
  return readScenarioDirectory(typeof folder === 'string' ? folder : fileURLToPath(folder), LABEL);
}

/** Where the prepared scenarios are: next to the bundle, or where tests that run from source share them. */
function preparedScenarios(): URL {
  const shared = process.env.ENERGY_SANDBOX_PREPARED;
  const isBundled = existsSync(NEXT_TO_BUNDLE);
  return shared && !isBundled ? pathToFileURL(join(shared, 'scenarios.json')) : NEXT_TO_BUNDLE;
}

/** The built-in scenarios, from the build if there is one: then neither the YAML parser nor the schema is loaded. */
export async function loadBuiltInScenarios(
  prepared: URL = preparedScenarios(),
): Promise<readonly Scenario[]> {
  let text: string;
  try {
    text = await readFile(prepared, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return prepareLibrary();
    throw error;
  }
  return JSON.parse(text) as readonly Scenario[];
}

/** The text of a built-in scenario's file, or null if there is no such file. The build copies the files. */
export async function builtInText(name: string): Promise<string | null> {
  for (const folder of [PREPARED_TEXTS, FOLDER]) {
    try {
      return await readFile(new URL(`${encodeURIComponent(name)}.yaml`, folder), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return null;
}
