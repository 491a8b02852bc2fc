export type { SandboxOptions } from './options.ts';
export { type RunningSandbox, startSandbox } from './sandbox.ts';
