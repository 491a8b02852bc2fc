// Prints the Debian packages of the programs that tests need and that are missing. Argument: the tier, first or long.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const programs = JSON.parse(readFileSync(new URL('../test/support/programs.json', import.meta.url), 'utf8'));
const isMissing = ({ checks }) =>
  checks.every(([command, ...words]) => spawnSync(command, words, { stdio: 'ignore' }).status !== 0);
for (const one of Object.values(programs)) {
  if ((one.tier === undefined || one.tier === process.argv[2]) && isMissing(one)) console.log(one.package);
}
// With the headless shell, the tests of the dashboard take two thirds of the processor time. Debian has it, Ubuntu has not.
const SHELL = 'chromium-headless-shell';
const isOffered = spawnSync('apt-cache', ['show', SHELL], { stdio: 'ignore' }).status === 0;
if (isOffered && isMissing({ checks: [[SHELL, '--version']] })) console.log(SHELL);
