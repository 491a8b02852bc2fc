/**
 * Runs every bug of the corpus against every tool, and writes docs/corpus.md:
 * node corpus/run.mjs [--only NAMES] [--tool suite,explore,audit] [--sound] [--quick] [--jobs N]
 * With --quick, explore tries only the disturbances that the row of a bug names, or that provoke the findings that it names.
 * Results of bugs and tools that are not selected are kept, in corpus/results.json.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BUGS } from './bugs.mjs';
import { render } from './render.mjs';

const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist/cli.js');
const RESULTS = join(ROOT, 'corpus/results.json');
const DOCUMENT = join(ROOT, 'docs/corpus.md');
const SECRET = 'whsec_corpus_of_bugs';
const KEY = 'ersk_corpus_0123456789';
/** The version that is measured. */
const COMMIT = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
}).trim();
/** The disturbances that provoke a rule of findings. */
const PROVOKING = {
  'order-abandoned': ['reset-before-commit', 'reset-four-times', 'bulk-items-unavailable'],
  'paid-twice': ['review-for-days'],
  'refusal-ignored': ['insufficient-balance', 'bulk-items-unavailable'],
  'hung-up-early': ['slow-answer'],
};
/** Gaps in coverage that lead to a bug; others are not recorded. */
const HINTS = new Set(BUGS.flatMap(({ expected }) => expected));
const SUITE_LIMIT_MS = 120_000;
const AUDIT_LIMIT_MS = 300_000;
const EXPLORE_LIMIT_MS = 900_000;

const TYPESCRIPT = ['node', '--import', './corpus/shop/typescript.mjs'];
const SHOP_SERVER = [...TYPESCRIPT, 'corpus/shop/server.ts'];

/** Long delays, for an integration whose tests end before their time limit all the same. */
const SLOW = ['--slow', '--timeout', '300s', '--only', 'slow-answer,slow-delivery,review-then-delivered'];
/** The disturbances after which a call ends differently, and that the sound versions survive. */
const LOST = ['--only', 'response-lost-for-good'];
const UNAVAILABLE = ['--only', 'bulk-items-unavailable'];

/**
 * How each integration's tests are run, and its receiver. `explore` has the flags of each exploration; `tests` selects the
 * tests that the sound version passes in it.
 */
const INTEGRATIONS = {
  'shop-vitest': {
    suite: ['node', 'node_modules/vitest/vitest.mjs', 'run', '--root', 'corpus/shop-vitest'],
    receiver: () => SHOP_SERVER,
    places: true,
    // One test scripts a response in which some orders of a bulk request are refused, and expects to receive it.
    explore: [
      { flags: [] },
      { flags: SLOW },
      { flags: LOST, tests: ['-t', '^(?!.*may partly be refused)'] },
      { flags: UNAVAILABLE },
    ],
  },
  'shop-node-test': {
    suite: [...TYPESCRIPT, '--test', 'corpus/shop-node-test/shop.test.ts'],
    receiver: () => SHOP_SERVER,
    places: true,
    // Its tests expect each webhook in time.
    explore: [{ flags: ['--skip', 'timing'] }, { flags: LOST }, { flags: UNAVAILABLE }],
  },
  'python-shop': {
    suite: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'corpus/python-shop'],
    receiver: () => ['python3', 'corpus/python-shop/receiver.py'],
    places: true,
    explore: [{ flags: [] }, { flags: LOST }, { flags: UNAVAILABLE }],
  },
  'php-receiver': {
    suite: ['php', 'corpus/php-receiver/test.php'],
    receiver: port => ['php', '-q', '-S', `127.0.0.1:${port}`, 'corpus/php-receiver/receiver.php'],
    explore: [{ flags: ['--skip', 'timing'] }],
  },
};

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
  [...output.matchAll(/^(?:\s*[×✗] |not ok \d* ?- |FAILED \S+?::| FAIL .* > )(.+?)(?: \d+ ?ms)?$/gm)].map(
    ([, name]) => name.trim(),
  );

/** Runs the suite once: the tool `tests` is its exit code, `findings` and `coverage` what the sandbox reports. */
async function runSuite({ suite }, bug, folder) {
  const out = join(folder, 'report.json');
  const flags = ['--findings', 'never', '--coverage', '--format', 'json', '--out', out];
  const result = await run(['node', CLI, 'exec', ...flags, '--', ...suite], { BUG: bug }, SUITE_LIMIT_MS);
  const failed = failedTests(result.stdout + result.stderr);
  const tests = result.code === 0 ? [] : [...new Set(failed)].slice(0, 3);
  if (result.code !== 0 && tests.length === 0)
    tests.push(result.isLate ? 'time limit' : `exit code ${result.code}`);
  return { tests, ...suiteReports(out) };
}

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
 * @param wanted the disturbances to try; undefined for all
 * @param known the disturbances of each exploration, from the sound version
 */
async function explore({ suite, explore: explorations }, bug, folder, wanted, known = []) {
  const found = { ids: [], evidence: [] };
  const tried = [];
  const notes = [];
  for (const [index, { flags, tests = [] }] of explorations.entries()) {
    const skipped = wanted ? known[index].filter(id => !wanted.includes(id)) : [];
    if (wanted && skipped.length === known[index].length) continue;
    const skip = flags.includes('--skip') ? ['--skip', ['timing', ...skipped].join(',')] : [];
    const chosen =
      skip.length > 0 ? skip : [...flags, ...(skipped.length > 0 ? ['--skip', skipped.join(',')] : [])];
    const one = await exploreOnce([...suite, ...tests], chosen, bug, folder);
    found.ids.push(...(one.ids ?? []));
    found.evidence.push(...(one.evidence ?? []));
    tried.push(one.tried ?? []);
    if (one.note) notes.push(one.note);
  }
  if (wanted && tried.length === 0) notes.push('none of its disturbances exists');
  return {
    ...found,
    ids: [...new Set(found.ids)],
    ...(bug === '' && { tried }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
    ...(wanted && { isQuick: true }),
  };
}

async function exploreOnce(suite, flags, bug, folder) {
  const timeout = flags.includes('--timeout') ? [] : ['--timeout', '60s'];
  const more = ['--format', 'json', ...timeout, '--out', join(folder, 'explore')];
  const command = ['node', CLI, 'explore', ...flags, ...more, '--', ...suite];
  const { code, stdout, stderr, isLate } = await run(command, { BUG: bug }, EXPLORE_LIMIT_MS);
  if (isLate) return { note: 'time limit' };
  if (code !== 0 && code !== 1 && code !== 3) return { note: firstLine(stderr) };
  const { disturbances } = JSON.parse(stdout);
  const broke = disturbances.filter(({ verdict }) => verdict === 'broke');
  const rules = broke.flatMap(({ findings }) => rulesOf(findings));
  const unjudged = disturbances.filter(({ verdict }) => verdict === 'not-judged').map(({ id }) => id);
  return {
    ids: [...broke.map(({ id }) => id), ...rules],
    evidence: broke.map(({ id, failure, findings }) => `${id}: ${failure} ${rulesOf(findings).join(' ')}`),
    tried: disturbances.map(({ id }) => id),
    ...(unjudged.length > 0 && { note: `not judged: ${unjudged.join(', ')}` }),
  };
}

/** Audits the receiver with orders of the sandbox, and then with orders that the integration places itself. */
async function audit({ receiver, places }, bug, folder) {
  const found = { ids: [], evidence: [] };
  const notes = [];
  for (const isPlaced of places ? [false, true] : [false]) {
    const one = await auditOnce({ receiver, isPlaced }, bug, join(folder, `data-${isPlaced}`));
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

async function auditOnce({ receiver, isPlaced }, bug, data) {
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
    if (isPlaced) flags.push('--place', place, '--port', String(sandboxPort), '--api-key', KEY);
    const command = ['node', CLI, 'audit', `${origin}/webhooks`, ...flags, '--format', 'json'];
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

/** Runs the selected tools on a bug, or on the sound version, and returns their results. */
async function measure({ name, integration, part, expected }, tools, known, disturbances) {
  const results = { ...known };
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  const timed = async (tool, work) => {
    const startedMs = performance.now();
    const result = await work();
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    results[tool] = { ...result, seconds, commit: COMMIT };
  };
  const how = INTEGRATIONS[integration];
  try {
    if (tools.includes('suite')) await timed('suite', () => runSuite(how, name, folder));
    const isGreen = results.suite?.tests.length === 0;
    const wanted = disturbances && [...expected, ...expected.flatMap(id => PROVOKING[id] ?? [])];
    if (tools.includes('explore') && isGreen)
      await timed('explore', () => explore(how, name, folder, wanted, disturbances));
    if (tools.includes('audit') && (part !== 'client' || how.places))
      await timed('audit', () => audit(how, name, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

/** The sound version of each integration, measured like a bug. */
const SOUND = Object.keys(INTEGRATIONS).map(integration => ({ name: '', integration, part: 'sound' }));
const keyOf = ({ name, integration }) => name || `sound ${integration}`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    tool: { type: 'string', default: 'suite,explore,audit' },
    sound: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
  },
});
const only = values.only?.split(',');
const unknown = only?.filter(name => !BUGS.some(bug => bug.name === name)) ?? [];
if (unknown.length > 0) throw new Error(`corpus/bugs.mjs has no bug named ${unknown.join(', ')}`);
const chosen = values.sound
  ? SOUND
  : only
    ? BUGS.filter(({ name }) => only.includes(name))
    : [...SOUND, ...BUGS];

const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
const waiting = [...chosen];
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const key = keyOf(next);
    const { explore: { tried } = {} } = results[keyOf({ integration: next.integration })] ?? {};
    const disturbances = values.quick && next.name !== '' ? (tried ?? []) : undefined;
    results[key] = await measure(next, values.tool.split(','), results[key], disturbances);
    writeFileSync(RESULTS, linesOf(results));
    console.log(`${key}: ${summary(results[key])} (${waiting.length} to go)`);
  }
};
/** JSON with a line for each bug. */
const linesOf = all =>
  `{\n${Object.entries(all)
    .map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`)
    .join(',\n')}\n}\n`;
const summary = ({ suite, explore: explored, audit: audited }) =>
  [suite?.tests, suite?.findings, explored?.ids, audited?.ids].map(ids => ids?.join(' ') || '–').join(' | ');
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
writeFileSync(DOCUMENT, render(results));
