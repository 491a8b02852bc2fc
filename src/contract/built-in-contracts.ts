import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CompileTime, loadContract } from './load-contract.ts';
import type { Contract, PreparedContract } from './types.ts';

/** The descriptions that the sandbox brings along. */
export type BuiltinName = 'energy-rental-v1' | 'control-v1';

/** A process calls few of the many operations of the control API, and the first of them should not wait for all. */
const COMPILED: Readonly<Record<BuiltinName, CompileTime>> = {
  'energy-rental-v1': 'at load',
  'control-v1': 'at first use',
};

const loaded = new Map<BuiltinName, Promise<Contract>>();

/**
 * A description that the sandbox brings along. A build leaves it prepared beside the bundle; from source it is prepared
 * in the process. Each is loaded once.
 */
export function builtinContract(name: BuiltinName): Promise<Contract> {
  let contract = loaded.get(name);
  if (!contract) {
    contract = load(name);
    loaded.set(name, contract);
  }
  return contract;
}

/**
 * The file of a prepared description: beside the bundle, or where tests that run from source share one. Null from source
 * without such a file.
 */
function preparedFile(name: BuiltinName): URL | null {
  const beside = new URL(`./prepared/${name}.json`, import.meta.url);
  if (existsSync(beside)) return beside;
  if (!existsSync(new URL('./prepare-contract.ts', import.meta.url)))
    throw new Error(`${fileURLToPath(beside)} is missing: run "npm run build", or install the package again`);
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
  // Addressed by a variable, so that a bundle does not take the preparation along.
  const module = './prepare-contract.ts';
  const { prepareContract }: typeof import('./prepare-contract.ts') = await import(/* @vite-ignore */ module);
  return prepareContract(await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8'));
}
