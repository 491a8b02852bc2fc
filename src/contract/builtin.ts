import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadContract } from './load.ts';
import type { Contract, Validators } from './types.ts';

/** The descriptions that the sandbox brings along. */
export type BuiltinName = 'energy-rental-v1' | 'control-v1';

const loaded = new Map<BuiltinName, Promise<Contract>>();

/**
 * A description that the sandbox brings along, at work. A build leaves it prepared beside the bundle; from
 * source it is prepared in the process. Each is loaded once.
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
  const validators: Validators = await import(new URL(`${name}.mjs`, folder).href);
  return loadContract(JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8')), validators);
}

async function prepareFromSource(name: BuiltinName): Promise<Contract> {
  // Addressed by variables, so that a bundle does not take the preparation along.
  const [prepareModule, validatorsModule] = ['./prepare.ts', './validators.ts'];
  const { prepareContract }: typeof import('./prepare.ts') = await import(/* @vite-ignore */ prepareModule!);
  const { compileValidators }: typeof import('./validators.ts') = await import(
    /* @vite-ignore */ validatorsModule!
  );
  const text = await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8');
  const prepared = await prepareContract(text);
  return loadContract(prepared, compileValidators(prepared));
}
