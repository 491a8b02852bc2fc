// Runs a tool of the folder tools/, which is installed when a tool is first used, and again when its versions change:
//
//     node scripts/tools.mjs              only installs
//     node scripts/tools.mjs knip WORD...
//     node scripts/tools.mjs --missing    says what was not tested, if the tools are not installed
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromTools = path => fileURLToPath(new URL(`../tools/${path}`, import.meta.url));
const PROGRAMS = { knip: 'knip/bin/knip.js', stryker: '@stryker-mutator/core/bin/stryker.js' };

/** Contains the digest of the lockfile that was installed. test/support/tools.ts reads it, too. */
const INSTALLED = fromTools('node_modules/.installed');

const wanted = () => hash('sha256', readFileSync(fromTools('package-lock.json')));
const isInstalled = () => existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted();

/** Runs a command until it ends, with this terminal. Ends this process if it fails. */
function run(command, words, options = {}) {
  const { status, error } = spawnSync(command, words, { stdio: 'inherit', ...options });
  if (error) console.error(`${command} does not start: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function install() {
  console.error(
    'Installing the tools in tools/: mutation testing, package linters, knip, Jest and schemas of Kubernetes.',
  );
  const { npm_execpath: npm } = process.env;
  const options = { cwd: fromTools('.'), shell: npm === undefined && process.platform === 'win32' };
  if (npm === undefined) run('npm', ['ci', '--no-progress'], options);
  else run(process.execPath, [npm, 'ci', '--no-progress'], options);
  writeFileSync(INSTALLED, wanted());
}

const [name, ...words] = process.argv.slice(2);
if (name === '--missing') {
  if (!isInstalled())
    console.log(
      'Skipped, because the tools are not installed: the tests with Jest, publint, Are the types wrong and the schemas of Kubernetes. "npm run install-tools" installs them.',
    );
} else if (name !== undefined && !(name in PROGRAMS)) {
  console.error(`${name}: no such tool; there are ${Object.keys(PROGRAMS).join(', ')}`);
  process.exit(2);
} else {
  if (!isInstalled()) install();
  if (name !== undefined) run(process.execPath, [fromTools(`node_modules/${PROGRAMS[name]}`), ...words]);
}
