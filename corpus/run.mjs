/**
 * Runs every bug of the corpus against every tool, and writes docs/corpus.md:
 * node corpus/run.mjs [--only NAMES_OR_IDS] [--tool suite,explore,audit] [--sound] [--quick] [--jobs N]
 * --only takes names of bugs and of integrations, and ids of reports: rules, disturbances and cases. An id stands for the bugs whose row names
 * it, and for the sound versions. With --quick, explore and audit try only what the row of a bug names, and with an id only
 * that. What was measured before and is not tried again stays in corpus/results.json.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUGS } from './bugs.mjs';
import { CASES, DISTURBANCES, RULES } from './ids.mjs';
import { INTEGRATIONS, keyOf, SOUND } from './integrations.mjs';
import { render } from './render.mjs';
import { audit, explore, idsOf, runSuite } from './tools.mjs';

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'corpus/results.json');
const DOCUMENT = join(ROOT, 'docs/corpus.md');
/** The version that is measured. */
const COMMIT = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
}).trim();
/** The disturbances that provoke a rule of findings. */
const PROVOKING = {
  'order-abandoned': ['reset-before-commit', 'reset-four-times', 'bulk-items-unavailable'],
  'paid-twice': ['review-for-days', 'delivery-stalls'],
  'refusal-ignored': ['insufficient-balance', 'bulk-items-unavailable'],
  'hung-up-early': ['slow-answer'],
  'newer-refused': ['webhook-unknown-event'],
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    tool: { type: 'string', default: 'suite,explore,audit' },
    sound: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
  },
});
const tools = values.tool.split(',');
const only = values.only?.split(',') ?? [];
const reports = only.filter(id => RULES.includes(id) || DISTURBANCES.includes(id) || CASES.includes(id));
const isNamed = ({ name, integration }) => only.includes(name) || only.includes(integration);
const unknown = only.filter(
  one => !reports.includes(one) && !BUGS.some(({ name, integration }) => name === one || integration === one),
);
if (unknown.length > 0)
  throw new Error(
    `corpus/bugs.mjs has no bug or integration, and docs/ no report, named ${unknown.join(', ')}`,
  );

const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};

/** The reports that are looked for in a row: those of --only, or else all that name its cause. */
function wantedIn(row) {
  const { name, expected = [] } = row;
  if (reports.length === 0 || isNamed(row)) return expected;
  return name === '' ? reports : expected.filter(id => reports.includes(id));
}

/**
 * What to run on a row, by tool: false, true for everything, or the ids to try.
 * A rule that is looked for is tried where it was the reason that a bug was found, and where it is meant to be provoked.
 */
function planOf(row) {
  const wanted = wantedIn(row);
  const isNarrow = reports.length > 0 && !isNamed(row);
  const rules = wanted.filter(id => RULES.includes(id));
  const provoking = rules.flatMap(id => [...(PROVOKING[id] ?? []), ...disturbancesOf(row, id)]);
  const disturbances = [...new Set([...wanted, ...provoking])].filter(id => DISTURBANCES.includes(id));
  const cases = casesOf(wanted);
  const { receiver, places, explore: explorations, suite } = INTEGRATIONS[row.integration];
  const hasSuite = tools.includes('suite') && (typeof suite !== 'function' || suite(row) !== undefined);
  const isExplored = tools.includes('explore') && explorations.length > 0;
  const isAudited = tools.includes('audit') && receiver !== undefined && (row.part !== 'client' || places);
  if (!values.quick || (row.name === '' && !isNarrow))
    return { suite: hasSuite, explore: isExplored, audit: isAudited };
  return {
    suite: hasSuite && (!isNarrow || rules.length > 0),
    // The sound versions are explored with everything that is looked for, but not for a rule: that takes too long.
    explore: isExplored && (row.name !== '' || rules.length === 0) && disturbances.length > 0 && disturbances,
    audit: isAudited && cases.length > 0 && cases,
  };
}

/** The disturbances under which a bug was found by this rule and nothing else. */
const disturbancesOf = (row, rule) =>
  (results[keyOf(row)]?.explore?.evidence ?? [])
    .filter(line => line.includes(`: finding ${rule}`))
    .map(line => line.slice(0, line.indexOf(':')));

/** The cases to judge. `place` is found by any audit that places orders. */
const casesOf = wanted => [
  ...new Set(wanted.map(id => (id === 'place' ? 'genuine' : id)).filter(id => CASES.includes(id))),
];

/** Runs the tools of a plan on a row, and returns its results. */
async function measure(row, plan) {
  const known = results[keyOf(row)];
  const measured = { ...known };
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  const timed = async (tool, tried, work) => {
    const startedMs = performance.now();
    const result = await work();
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    const after = { ...result, seconds, commit: COMMIT, ...(tried !== true && { isQuick: true }) };
    measured[tool] = tried === true ? after : merged(known?.[tool], after, tried);
  };
  try {
    if (plan.suite) await timed('suite', true, () => runSuite(row, folder));
    const failing = measured.suite?.tests ?? [];
    // Without names, they cannot be left out.
    if (plan.explore && (failing.length === 0 || INTEGRATIONS[row.integration].without))
      await timed('explore', plan.explore, () => explore(row, folder, failing, idsToTry(plan.explore)));
    if (plan.audit) await timed('audit', plan.audit, () => audit(row, folder, idsToTry(plan.audit)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return measured;
}

const idsToTry = plan => (plan === true ? undefined : plan);

/** Results after some ids were tried again: what else was known before stays. */
function merged(before, after, tried) {
  const kept = (before?.evidence ?? []).filter(line => !tried.includes(line.slice(0, line.indexOf(':'))));
  const evidence = [...kept, ...after.evidence];
  const isAudit = tried.every(id => CASES.includes(id));
  const ids = isAudit
    ? [...(before?.ids ?? []).filter(id => CASES.includes(id) && !tried.includes(id)), ...after.ids]
    : idsOf(evidence);
  return { ...after, ids: [...new Set(ids)], evidence };
}

/** The rows to run. */
function chosenRows() {
  if (values.sound) return SOUND;
  if (only.length === 0) return [...SOUND, ...BUGS];
  const isWanted = row => isNamed(row) || (row.expected ?? []).some(id => reports.includes(id));
  return [...SOUND.filter(row => reports.length > 0 || isNamed(row)), ...BUGS.filter(isWanted)];
}

const waiting = chosenRows()
  .map(row => ({ row, plan: planOf(row) }))
  .filter(({ plan }) => plan.suite || plan.explore || plan.audit);
const startedMs = performance.now();
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const key = keyOf(next.row);
    results[key] = await measure(next.row, next.plan);
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
console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s`);
