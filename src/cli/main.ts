#!/usr/bin/env node

import module from 'node:module';

/** From Node 22 on; the types are those of Node 20. */
const { enableCompileCache } = module as { readonly enableCompileCache?: () => void };
// Later starts need not compile the program again.
enableCompileCache?.();

// The program is loaded after the check, because an old Node cannot read it.
const problem = await import('../host/node/check-node.ts').then(
  () => null,
  (error: Error) => error.message,
);
if (problem === null) {
  const { runProgram } = await import('./program.ts');
  await runProgram(process.argv.slice(2));
} else {
  console.error(`energy-sandbox: ${problem}`);
  process.exitCode = 1;
}
