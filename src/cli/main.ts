#!/usr/bin/env node

// The program is loaded after the check, because an old Node cannot read it.
const problem = await import('../host/node/check-node.ts').then(
  () => null,
  (error: Error) => error.message,
);
if (problem === null) {
  // From Node 22 on, later starts need not compile the program again; the types are those of Node 20.
  const module = (await import('node:module')) as { readonly enableCompileCache?: () => void };
  module.enableCompileCache?.();
  const { runProgram } = await import('./program.ts');
  await runProgram(process.argv.slice(2));
} else {
  console.error(`energy-sandbox: ${problem}`);
  process.exitCode = 1;
}
