import { createSandbox } from '../create-sandbox.ts';

/** Where the sandbox of a whole run is. */
export interface SharedSandbox {
  readonly url: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by the global setup `energy-rental-sandbox/vitest-setup`. */
    energySandbox: SharedSandbox;
  }
}

/** What the setup needs of Vitest. */
interface Project {
  provide(key: 'energySandbox', value: SharedSandbox): void;
}

/**
 * Vitest's global setup: starts one sandbox for all files of a run, which the fixtures then use, and stops it
 * afterwards. `inject('energySandbox').url` is its address.
 */
export async function setup(project: Project): Promise<() => Promise<void>> {
  const sandbox = await createSandbox();
  project.provide('energySandbox', { url: sandbox.url });
  return () => sandbox.close();
}
