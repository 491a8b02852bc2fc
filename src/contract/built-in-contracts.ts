import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CompileTime, loadContract } from './contract-from-prepared.ts';
import type { Contract, PreparedContract } from './types.ts';

/** The descriptions that come with the sandbox. */
export type BuiltinName = 'energy-rental-v1' | 'control-v1';

/** The control API has many operations of which a process uses few, so they are compiled on first use. */
const COMPILED: Readonly<Record<BuiltinName, CompileTime>> = {
  'energy-rental-v1': 'at load',
  'control-v1': 'at first use',
};

const loaded = new Map<BuiltinName, Promise<Contract>>();

/**
 * The contract of a description that comes with the sandbox. A build stores it prepared next to the bundle; when running
 * from source it is prepared in the process. Each is loaded once.
 */
export function builtinContract(name: BuiltinName): Promise<Contract> {
  let contract = loaded.get(name);
  if (!contract) {
    contract = load(name);
    loaded.set(name, contract);
    // A failure, for example because no file descriptors are left, is not kept: the next use loads it again.
    contract.catch(() => loaded.delete(name));
  }
  return contract;
}

/**
 * The file of a prepared description: next to the bundle, or in the folder that tests share. Null when running from
 * source without such a file.
 */
function preparedFile(name: BuiltinName): URL | null {
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

async function load(name: BuiltinName): Promise<Contract> {
  const json = preparedFile(name);
  const prepared = json ? JSON.parse(await readFile(json, 'utf8')) : await prepareFromSource(name);
  return loadContract(prepared as PreparedContract, COMPILED[name]);
}

/** Prepares a description from its YAML, as a build does. */
export async function prepareFromSource(name: BuiltinName): Promise<PreparedContract> {
  // Imported by a variable name, so that the bundle does not include this module.
  const module = './prepare-contract.ts';
  const { prepareContract }: typeof import('./prepare-contract.ts') = await import(/* @vite-ignore */ module);
  return prepareContract(await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8'));
}
