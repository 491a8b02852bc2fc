import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import type { SharedSandbox } from './vitest-context.ts';

export type { SharedSandbox } from './vitest-context.ts';

/** The part of a Vitest project that the setup uses. */
export interface SetupProject {
  provide(key: 'energySandbox', value: SharedSandbox): void;
}

/** A global setup for Vitest. It resolves with the function that stops the sandbox. */
export type Setup = (project: SetupProject) => Promise<() => Promise<void>>;

/**
 * A global setup for Vitest that starts one sandbox with these options for all files of a run.
 * @example export default setupWith({ findings: { 'unused-scope': 'off' } });
 */
export const setupWith =
  (options: SandboxOptions): Setup =>
  async project => {
    const sandbox = await createSandbox(options);
    project.provide('energySandbox', { url: sandbox.url });
    return () => sandbox.close();
  };

/**
 * A global setup for Vitest. It starts one sandbox for all files of a run, which the fixtures use, and stops it
 * afterwards. `inject('energySandbox').url` is its address.
 */
export const setup: Setup = setupWith({});
