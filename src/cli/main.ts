#!/usr/bin/env node
import { nodeProblem } from './node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem === null) {
  // Not loaded before: an old Node cannot read everything else.
  const { runProgram } = await import('./run-command.ts');
  await runProgram(process.argv.slice(2));
} else {
  console.error(`energy-sandbox: ${problem}`);
  process.exitCode = 1;
}
