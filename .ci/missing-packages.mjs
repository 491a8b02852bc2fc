// Prints the Debian packages of the programs that tests need and that are missing. Argument: the tier, first or long.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const programs = JSON.parse(readFileSync(new URL('../test/support/programs.json', import.meta.url), 'utf8'));
const isMissing = ({ checks }) =>
  checks.every(([command, ...words]) => spawnSync(command, words, { stdio: 'ignore' }).status !== 0);
for (const one of Object.values(programs)) {
  if ((one.tier === undefined || one.tier === process.argv[2]) && isMissing(one)) console.log(one.package);
}
