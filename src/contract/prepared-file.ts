import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The JSON file that a build prepares from descriptions or scenarios: next to the bundle, or in the folder that tests
 * share. Null when running from source without such a file.
 * @throws Error if a build lacks it
 */
export function preparedFile(name: string): URL | null {
  const nextToBundle = new URL(`./prepared/${name}.json`, import.meta.url);
  if (existsSync(nextToBundle)) return nextToBundle;
  if (!existsSync(new URL('./prepare-contract.ts', import.meta.url)))
    throw new Error(
      `${fileURLToPath(nextToBundle)} is missing: run "npm run build", or install the package again`,
    );
  const folder = process.env.ENERGY_SANDBOX_PREPARED;
  const shared = folder ? pathToFileURL(join(folder, `${name}.json`)) : null;
  return shared && existsSync(shared) ? shared : null;
}
