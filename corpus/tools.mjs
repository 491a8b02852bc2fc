import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUGS } from './bugs.mjs';
import { DISTURBANCES, RULES } from './ids.mjs';
import { INTEGRATIONS } from './integrations.mjs';

/* Runs one tool on one bug, or on a sound version: a row of the table with an empty name. */

const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist/cli.js');
const SECRET = 'whsec_corpus_of_bugs';
const KEY = 'ersk_corpus_0123456789';
/** Gaps in coverage that lead to a bug; others are not recorded. */
const HINTS = new Set(BUGS.flatMap(({ expected }) => expected));
const SUITE_LIMIT_MS = 120_000;
const AUDIT_LIMIT_MS = 300_000;
const EXPLORE_LIMIT_MS = 900_000;

/** Runs a command in a process group of its own, which ends with it or at the limit. */
async function run(command, env, limitMs) {
  const child = spawn(command[0], command.slice(1), {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', data => (stdout += data));
  child.stderr.on('data', data => (stderr += data));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, limitMs);
  const code = await new Promise(resolve => child.once('close', resolve));
  clearTimeout(timer);
  return { code, stdout, stderr, isLate };
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** The names of the failed tests in the output of any of the runners. */
const failedTests = output =>
  [
    ...output.matchAll(/^(?:\s*[×✗] |not ok \d* ?- |FAILED \S+?::| FAIL .* > )(.+?)(?: \d+ ?ms| - .*)?$/gm),
  ].map(([, name]) => name.trim());

/** Runs the suite once: the tool `tests` is its exit code, `findings` and `coverage` what the sandbox reports. */
export async function runSuite(row, folder) {
  const { suite, flags, hasTests = true } = INTEGRATIONS[row.integration];
  const out = join(folder, 'report.json');
  const asked = ['--findings', 'never', '--coverage', '--format', 'json', '--out', out];
  const command = [
    process.execPath,
    CLI,
    'exec',
    ...(flags?.(row) ?? []),
    ...asked,
    '--',
    ...suiteOf(suite, row),
  ];
  const result = await run(command, { BUG: switchOf(row) }, SUITE_LIMIT_MS);
  const { code, stdout, stderr, isLate } = result;
  const failed = failedTests(stdout + stderr);
  const tests = code === 0 ? [] : [...new Set(failed)];
  if (code !== 0 && tests.length === 0) tests.push(isLate ? 'time limit' : `exit code ${code}`);
  // A day has no tests. If it does not get to its end, the bug has not been tried.
  if (!hasTests && code !== 0) throw new Error(`${row.day}: ${tests[0]}\n${stderr}`);
  return { tests, ...suiteReports(out) };
}

const suiteOf = (suite, row) => (typeof suite === 'function' ? suite(row) : suite);

/** The value of BUG that switches a bug on. */
const switchOf = ({ name, bug = name }) => bug;

const rulesOf = results => [...new Set(results.map(({ rule }) => rule))];

/** The ids in a report of findings: what counts, what is only advice, and gaps in coverage. */
function suiteReports(out) {
  const { results = [] } = existsSync(out) ? JSON.parse(readFileSync(out, 'utf8')) : {};
  const coverage = out.replace('.json', '-coverage.json');
  const { results: gaps = [] } = existsSync(coverage) ? JSON.parse(readFileSync(coverage, 'utf8')) : {};
  return {
    findings: rulesOf(results.filter(({ severity }) => severity !== 'info')),
    infos: rulesOf(results.filter(({ severity }) => severity === 'info')),
    coverage: rulesOf(gaps).filter(id => HINTS.has(id)),
  };
}

/**
 * Runs the explorations of an integration one after another.
 * @param failing the tests that fail undisturbed, which are left out
 * @param wanted the disturbances to try; undefined for all
 */
export async function explore(row, folder, failing, wanted) {
  const { suite, without, explore: explorations } = INTEGRATIONS[row.integration];
  const evidence = [];
  const notes = [];
  for (const { flags, skips = [], suite: other = suite } of explorations) {
    const chosen = wanted ? narrowed(flags, wanted) : flags;
    const left = [...skips, ...failing];
    const command = left.length > 0 ? without(suiteOf(other, row), left) : suiteOf(other, row);
    const one = chosen && (await exploreOnce(command, chosen, row, folder));
    evidence.push(...(one?.evidence ?? []));
    if (one?.note) notes.push(one.note);
  }
  return { ids: idsOf(evidence), evidence, ...(notes.length > 0 && { note: notes.join('; ') }) };
}

/** The flags of an exploration that tries some of its disturbances only; null if it has none of them. */
function narrowed(flags, wanted) {
  const [only, skip] = ['--only', '--skip'].map(flag => flags.indexOf(flag) + 1);
  if (only > 0) {
    const left = flags[only].split(',').filter(id => wanted.includes(id));
    return left.length > 0 ? flags.with(only, left.join(',')) : null;
  }
  const others = DISTURBANCES.filter(id => !wanted.includes(id));
  if (others.length === DISTURBANCES.length) return null;
  return skip > 0
    ? flags.with(skip, [flags[skip], ...others].join(','))
    : [...flags, '--skip', others.join(',')];
}

/** The ids in lines of evidence of explore: disturbances, and the rules of their findings. */
export const idsOf = evidence => [
  ...new Set(
    evidence.flatMap(line => [
      line.slice(0, line.indexOf(':')),
      ...RULES.filter(id => line.split(' ').includes(id)),
    ]),
  ),
];

async function exploreOnce(suite, flags, row, folder) {
  const timeout = flags.includes('--timeout') ? [] : ['--timeout', '60s'];
  const more = ['--format', 'json', ...timeout, '--out', join(folder, 'explore')];
  const command = [process.execPath, CLI, 'explore', ...flags, ...more, '--', ...suite];
  // Of a receiver that is restarted, and of the server that restarts it.
  const ports = { RECEIVER_PORT: String(await freePort()), RESTART_PORT: String(await freePort()) };
  const env = { BUG: switchOf(row), ...ports };
  const { code, stdout, stderr, isLate } = await run(command, env, EXPLORE_LIMIT_MS);
  if (isLate) return { note: 'time limit' };
  if (stderr.includes('no disturbance is left')) return null;
  if (code !== 0 && code !== 1 && code !== 3) return { note: firstLine(stderr) };
  const { disturbances } = JSON.parse(stdout);
  const broke = disturbances.filter(({ verdict }) => verdict === 'broke');
  const unjudged = disturbances.filter(({ verdict }) => verdict === 'not-judged').map(({ id }) => id);
  return {
    evidence: broke.map(({ id, failure, findings }) => `${id}: ${failure} ${rulesOf(findings).join(' ')}`),
    ...(unjudged.length > 0 && { note: `not judged: ${unjudged.join(', ')}` }),
  };
}

/**
 * Audits the receiver with orders of the sandbox, and then with orders that the integration places itself.
 * @param wanted the cases to judge; undefined for all
 */
export async function audit(row, folder, wanted) {
  const { receiver, places } = INTEGRATIONS[row.integration];
  const found = { ids: [], evidence: [] };
  const notes = [];
  for (const isPlaced of places ? [false, true] : [false]) {
    const one = await auditOnce(
      { receiver, isPlaced, wanted },
      switchOf(row),
      join(folder, `data-${isPlaced}`),
    );
    found.ids.push(...one.ids);
    found.evidence.push(...(one.evidence ?? []));
    if (one.note) notes.push(one.note);
  }
  return {
    ...found,
    ids: [...new Set(found.ids)],
    ...(notes.length > 0 && { note: [...new Set(notes)].join('; ') }),
  };
}

async function auditOnce({ receiver, isPlaced, wanted }, bug, data) {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const [program, ...words] = receiver(port);
  const env = {
    ...{ BUG: bug, PORT: String(port), DATA: data, PHP_CLI_SERVER_WORKERS: '8' },
    ENERGY_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    ENERGY_SANDBOX_API_KEY: KEY,
    ENERGY_SANDBOX_WEBHOOK_SECRET: SECRET,
  };
  let server;
  const start = async () => {
    if (server) endGroup(server);
    server = spawn(program, words, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'ignore',
      detached: true,
    });
    await untilListening(origin);
  };
  const control = createServer(socket => start().then(() => socket.end())).listen(0, '127.0.0.1');
  try {
    await start();
    const restart = `node -e "require('net').connect(${control.address().port}, '127.0.0.1').resume()"`;
    const purchase = `fetch('${origin}/purchases/' + process.env.ENERGY_SANDBOX_EXTERNAL_ID, { method: 'POST' })`;
    const place = `node -e "${purchase}.then(({ ok }) => process.exit(ok ? 0 : 1))"`;
    const flags = ['--secret', SECRET, '--probe', `${origin}/orders/{external_id}`, '--restart', restart];
    if (wanted) flags.push('--only', wanted.join(','));
    if (isPlaced) flags.push('--place', place, '--port', String(sandboxPort), '--api-key', KEY);
    const command = [process.execPath, CLI, 'audit', `${origin}/webhooks`, ...flags, '--format', 'json'];
    const { code, stdout, stderr, isLate } = await run(command, {}, AUDIT_LIMIT_MS);
    if (isLate) return { ids: [], note: 'time limit' };
    // It placed no order, or refused the first genuine delivery.
    if (code === 2)
      return { ids: [stderr.includes(': place: ') ? 'place' : 'genuine'], note: firstLine(stderr) };
    const { results } = JSON.parse(stdout);
    return { ids: rulesOf(results), evidence: results.map(({ rule, message }) => `${rule}: ${message}`) };
  } finally {
    control.close();
    endGroup(server);
  }
}

const firstLine = text => text.trim().split('\n')[0] ?? '';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

async function untilListening(origin) {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error(`nothing listens at ${origin}`);
}
