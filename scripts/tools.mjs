// Installs the packages of scripts/tools/, unless they are there in the versions of its lockfile.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromTools = path => fileURLToPath(new URL(`./tools/${path}`, import.meta.url));

/** Contains the digest of the lockfile that was installed. */
const INSTALLED = fromTools('node_modules/.installed');

const wanted = hash('sha256', readFileSync(fromTools('package-lock.json')));
if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== wanted) {
  const shell = process.platform === 'win32';
  const { status, error } = spawnSync('npm', ['ci', '--no-progress'], {
    cwd: fromTools('.'),
    stdio: 'inherit',
    shell,
  });
  if (error) console.error(`npm does not start: ${error.message}`);
  if (status !== 0) process.exit(1);
  writeFileSync(INSTALLED, wanted);
}
