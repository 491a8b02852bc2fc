// Prints the Debian packages of the programs that tests need and that are missing, for .ci/run. Argument: the tier, first or long.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const programs = JSON.parse(readFileSync(new URL('../test/support/programs.json', import.meta.url), 'utf8'));
const isMissing = ({ checks }) =>
  checks.every(([command, ...words]) => spawnSync(command, words, { stdio: 'ignore' }).status !== 0);
const needed = Object.values(programs).filter(({ tier }) => tier === undefined || tier === process.argv[2]);
console.log(
  needed
    .filter(isMissing)
    .map(({ package: name }) => name)
    .join('\n'),
);
