// The last part of the action: reports on what the job has done with the sandbox, and ends the sandbox.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const END_MS = 10_000;
const { STATE_program: program, STATE_url: url, STATE_pid: pid, GITHUB_STEP_SUMMARY } = process.env;
const input = name => process.env[`INPUT_${name.toUpperCase()}`] ?? '';

/** Runs a command of the sandbox. */
function sandbox(...words) {
  const env = {
    ...process.env,
    ENERGY_SANDBOX_URL: url,
    ENERGY_SANDBOX_ACCOUNT: undefined,
    ENERGY_SANDBOX_ADMIN_TOKEN: input('admin-token') || undefined,
  };
  return spawnSync(process.execPath, [program, ...words], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Prints a report, and adds it to the summary of the job. The step fails if the report does. */
function report(command, words) {
  const { stdout, status } = sandbox(command, ...words);
  console.log(stdout);
  appendFileSync(GITHUB_STEP_SUMMARY, `${sandbox(command, ...words, '--format', 'markdown').stdout}\n`);
  if (status !== 0) process.exitCode = 1;
}

/** Ends the sandbox, and waits until it has stored what it stores. */
async function end(pid) {
  try {
    process.kill(pid);
    for (const endMs = Date.now() + END_MS; Date.now() < endMs; await pause(50)) process.kill(pid, 0);
  } catch {
    // It has ended.
  }
}

// Without a sandbox, the first part has failed and said why.
if (url) {
  if (input('findings')) report('findings', ['--all', '--fail-on', input('findings')]);
  if (input('coverage')) report('coverage', ['--min', input('coverage')]);
  await end(Number(pid));
}
