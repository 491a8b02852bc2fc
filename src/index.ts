export * from './client/index.ts';
export { createSandbox } from './create-sandbox.ts';
export { OptionError, type SandboxOptions } from './options.ts';
