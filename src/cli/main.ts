#!/usr/bin/env node
import { outdatedNode } from './node-version.ts';

// The program itself is imported after the check: an older Node.js fails on its imports, with a message that says nothing.
const problem = outdatedNode(process.versions.node);
if (problem === null) {
  const { runProgram } = await import('./program.ts');
  await runProgram();
} else {
  process.stderr.write(`energy-sandbox: ${problem}\n`);
  process.exitCode = 1;
}
