import { createSandbox } from '../create-sandbox.ts';
import type { SharedSandbox } from './shared-sandbox.ts';

export type { SharedSandbox } from './shared-sandbox.ts';

/** The part of a Vitest project that the setup uses. */
export interface SetupProject {
  provide(key: 'energySandbox', value: SharedSandbox): void;
}

/**
 * A global setup for Vitest. It starts one sandbox for all files of a run, which the fixtures use, and stops it
 * afterwards. `inject('energySandbox').url` is its address.
 */
export async function setup(project: SetupProject): Promise<() => Promise<void>> {
  const sandbox = await createSandbox();
  project.provide('energySandbox', { url: sandbox.url });
  return () => sandbox.close();
}
