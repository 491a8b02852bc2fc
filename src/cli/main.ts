#!/usr/bin/env node

/** The oldest Node that runs the program: major and minor version. */
const OLDEST_NODE: readonly [major: number, minor: number] = [20, 19];

/** The problem with a version of Node, such as 18.20.4, and how to fix it; null if it can run the program. */
function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  const needed = OLDEST_NODE.join('.');
  return `this is Node ${version}, and energy-rental-sandbox needs Node ${needed} or newer; install it from https://nodejs.org, or use the container image`;
}

const problem = nodeProblem(process.versions.node);
if (problem === null) {
  // Not loaded before, because an old Node cannot read the rest of the program.
  const { runProgram } = await import('./program.ts');
  await runProgram(process.argv.slice(2));
} else {
  console.error(`energy-sandbox: ${problem}`);
  process.exitCode = 1;
}
