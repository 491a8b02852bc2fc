// The first part of the action: installs the package from a file, and starts a sandbox that outlives this step.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START_MS = 60_000;
const { RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_STATE, GITHUB_SERVER_URL, GITHUB_ACTION_REPOSITORY } = process.env;
const input = name => process.env[`INPUT_${name.toUpperCase()}`] ?? '';

/** Ends the step with an error, which GitHub shows on the page of the run. */
function fail(message, details = '') {
  console.log(`::error::${message}`);
  console.log(details);
  process.exit(1);
}

/** The file to install. It never is a name on npm, where the package is not published. */
function packageFile() {
  const given = input('package');
  if (given) return /^(https?|file):/.test(given) ? given : resolve(given);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const releases = `${GITHUB_SERVER_URL}/${GITHUB_ACTION_REPOSITORY}/releases/download`;
  return `${releases}/v${version}/energy-rental-sandbox-${version}.tgz`;
}

/** Installs the package. @returns the path of its program */
function install() {
  const home = join(RUNNER_TEMP, 'energy-sandbox');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const file = packageFile();
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...words, file], {
    cwd: home,
    stdio: 'inherit',
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`The sandbox could not be installed from ${file}; see above`);
  return join(home, 'node_modules/energy-rental-sandbox/dist/cli.js');
}

/** Starts the server, in a folder of its own, because a job can start several. @returns its banner */
async function start(program) {
  const folder = mkdtempSync(join(RUNNER_TEMP, 'energy-sandbox/run-'));
  const [banner, log] = [join(folder, 'banner.json'), join(folder, 'sandbox.log')];
  const child = spawn(process.execPath, [program, 'start', '--json', '--log'], {
    detached: true,
    stdio: ['ignore', openSync(banner, 'w'), openSync(log, 'w')],
    // An input that is not given is undefined: then its variable is not set.
    env: {
      ...process.env,
      ENERGY_SANDBOX_PORT: input('port') || undefined,
      ENERGY_SANDBOX_SCENARIO: input('scenario') || undefined,
      ENERGY_SANDBOX_CLOCK: input('clock') || undefined,
      ENERGY_SANDBOX_WEBHOOK_URL: input('webhook-url') || undefined,
      ENERGY_SANDBOX_DATA: input('data') || undefined,
      ENERGY_SANDBOX_ADMIN_TOKEN: input('admin-token') || undefined,
    },
  });
  child.unref();
  // The server prints one line as soon as it listens.
  for (const endMs = Date.now() + START_MS; Date.now() < endMs && child.exitCode === null; await pause(100)) {
    const line = readFileSync(banner, 'utf8');
    if (line.endsWith('\n')) return { ...JSON.parse(line), log, pid: child.pid };
  }
  child.kill();
  return fail('The sandbox did not start. Its output:', readFileSync(log, 'utf8'));
}

const program = install();
const { base_url: url, api_key, webhook_secret, log, pid } = await start(program);
appendFileSync(
  GITHUB_OUTPUT,
  `base-url=${url}\napi-key=${api_key}\nwebhook-secret=${webhook_secret}\nlog=${log}\n`,
);
// The variables STATE_… of report.mjs.
appendFileSync(GITHUB_STATE, `program=${program}\nurl=${url}\npid=${pid}\n`);
