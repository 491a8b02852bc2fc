import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CompileTime, loadContract } from './load.ts';
import type { Contract } from './types.ts';

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
 * The folder that holds a prepared description: beside the bundle, or where tests that run from source share one.
 * Null from source without such a folder.
 */
function preparedFolder(name: BuiltinName): URL | null {
  const beside = new URL('./prepared/', import.meta.url);
  if (existsSync(new URL(`${name}.json`, beside))) return beside;
  if (!existsSync(new URL('./prepare.ts', import.meta.url))) {
    const missing = fileURLToPath(new URL(`${name}.json`, beside));
    throw new Error(`${missing} is missing: run "npm run build", or install the package again`);
  }
  const shared = process.env.ENERGY_SANDBOX_PREPARED;
  return shared && existsSync(shared) ? pathToFileURL(`${shared}/`) : null;
}

async function load(name: BuiltinName): Promise<Contract> {
  const folder = preparedFolder(name);
  if (folder === null) return prepareFromSource(name);
  return loadContract(JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8')), COMPILED[name]);
}

async function prepareFromSource(name: BuiltinName): Promise<Contract> {
  // Addressed by a variable, so that a bundle does not take the preparation along.
  const module = './prepare.ts';
  const { prepareContract }: typeof import('./prepare.ts') = await import(/* @vite-ignore */ module);
  const text = await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8');
  return loadContract(await prepareContract(text), COMPILED[name]);
}
