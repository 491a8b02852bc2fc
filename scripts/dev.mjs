// Runs the server during development: builds, starts it with the flags given after `--`, and does both again after
// each change. The server of the last good build keeps running while a build runs or fails. Ctrl-C ends everything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { watchFolders } from './watch-folders.mjs';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));

const WATCHED = ['src', 'openapi', 'scenarios', 'scripts'];
/** Editors and git write several files at once; a build begins when nothing has changed for this long. */
const QUIET_MS = 100;
/** The server takes up to 7 s to finish what is in progress. */
const STOP_DEADLINE_MS = 10_000;
/** npm repeats the signal of a Ctrl-C right after the terminal has sent it; a later one is a second Ctrl-C. */
const REPEATED_SIGNAL_MS = 500;

const serverFlags = process.argv.slice(2);
const report = text => console.error(`dev: ${text}`);

/** The running children; null if there is none. */
let server = null;
let builder = null;
/** The end of the server, while it is being stopped. */
let stopping = null;
let isRebuilding = false;
/** True if something changed after the current build began. */
let isStale = false;
let quietTimer = null;
/** When the first signal arrived. */
let endingSinceMs = null;

const isEnding = () => endingSinceMs !== null;

/** Starts a script in a session of its own, so that a Ctrl-C reaches this process alone, which then stops the child. */
function run(script, flags) {
  return spawn(process.execPath, [fromRoot(script), ...flags], {
    stdio: 'inherit',
    detached: process.platform !== 'win32',
  });
}

/** Resolves with true if the build succeeded. */
async function build() {
  const startedMs = performance.now();
  builder = run('scripts/build.mjs', []);
  const [code] = await once(builder, 'exit');
  builder = null;
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  if (code === 0) report(`built in ${seconds} s`);
  else report(`the build failed; ${server ? 'the last server keeps running' : 'waiting for a change'}`);
  return code === 0;
}

function startServer() {
  server = run('dist/cli.js', serverFlags);
  server.once('exit', (code, signal) => {
    server = null;
    if (!stopping) report(`the server ended with ${signal ?? `code ${code}`}; waiting for a change`);
  });
}

/** Signals the server once, however often it is called: a second signal would make the server drop what it is doing. */
function stopServer() {
  if (!server) return null;
  stopping ??= new Promise(resolve => {
    const stopped = server;
    const deadline = setTimeout(() => stopped.kill('SIGKILL'), STOP_DEADLINE_MS);
    stopped.once('exit', () => {
      clearTimeout(deadline);
      stopping = null;
      resolve();
    });
    stopped.kill('SIGTERM');
  });
  return stopping;
}

/** Builds until nothing has changed since the build began, and replaces the server after each good build. */
async function rebuild() {
  if (isRebuilding) return;
  isRebuilding = true;
  do {
    isStale = false;
    const isGood = await build();
    if (isGood && !isStale) await stopServer();
    if (isGood && !isEnding() && !server) startServer();
  } while (isStale && !isEnding());
  isRebuilding = false;
}

function noteChange() {
  isStale = true;
  clearTimeout(quietTimer);
  if (!isEnding()) quietTimer = setTimeout(rebuild, QUIET_MS);
}

/** The first signal stops the server and lets a build finish; a second one kills both. */
async function end() {
  const nowMs = performance.now();
  if (isEnding()) {
    if (nowMs - endingSinceMs > REPEATED_SIGNAL_MS) process.exit(1);
    return;
  }
  endingSinceMs = nowMs;
  clearTimeout(quietTimer);
  await Promise.all([stopServer(), builder && once(builder, 'exit')]);
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
process.on('exit', () => {
  for (const child of [builder, server]) child?.kill('SIGKILL');
});
watchFolders(WATCHED.map(fromRoot), noteChange);
await rebuild();
