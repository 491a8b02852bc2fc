/** Writes docs/corpus.md from the results of a run. */
import { BUGS } from './bugs.mjs';
import { CASES, DISTURBANCES, RULES } from './ids.mjs';
import { dayOf, INTEGRATIONS, keyOf, SOUND } from './integrations.mjs';
import { REPORTS } from './reports.mjs';

const TOOLS = ['tests', 'findings', 'explore', 'audit'];
const HEADINGS = {
  'shop-vitest': 'The TypeScript shop, with Vitest',
  'shop-node-test': 'The TypeScript shop, with node:test',
  'python-shop': 'The Python shop',
  'php-receiver': 'The PHP receiver',
  wallet: 'The wallet, on days of its users',
  'wallet-suite': 'The wallet, with node:test',
  'wallet-receiver': 'The receiver of the wallet',
};

/** The result of the sound version that a bug is compared with. */
const soundOf = (results, { integration, day, scenarios, flags }) =>
  results[keyOf({ name: '', integration, day, scenarios, flags })];

/** What a tool reported about a bug: its ids, those that name the cause, and the seconds it took; null if it was not run. */
function outcome(results, bug, tool) {
  const measured = results[bug.name];
  const run = tool === 'tests' || tool === 'findings' ? measured?.suite : measured?.[tool];
  if (!run || (tool === 'tests' && INTEGRATIONS[bug.integration].hasTests === false)) return null;
  const { seconds, note, commit } = run;
  if (tool === 'tests') return { named: run.tests, other: [], seconds, commit };
  const idsOf = one => {
    const { findings = [], infos = [] } = one?.suite ?? {};
    if (tool === 'findings') return bug.isHabit ? [...findings, ...infos] : findings;
    return one?.[tool]?.ids ?? [];
  };
  const sound = idsOf(soundOf(results, bug));
  const ids = idsOf(measured).filter(id => !sound.includes(id));
  const named = ids.filter(id => bug.expected.includes(id));
  const infos = tool === 'findings' ? run.infos.filter(id => bug.expected.includes(id)) : [];
  return { named, other: ids.filter(id => !named.includes(id)), infos, seconds, note, commit };
}

const isFound = one => one !== null && one.named.length > 0;
const isFoundByTool = (results, bug) => TOOLS.slice(1).some(tool => isFound(outcome(results, bug, tool)));
const percent = (part, whole) => `${Math.floor((100 * part) / whole)} %`;
const row = cells => `| ${cells.join(' | ')} |`;

function cell(one) {
  if (one === null) return '';
  const { named, other, infos = [], seconds, note } = one;
  const more = named.length > 2 ? `, ${named.length - 2} more` : '';
  if (named.length > 0)
    return `**${named.slice(0, 2).join(', ').replaceAll('|', '/')}**${more} (${seconds} s)`;
  const rest = [
    ...other.slice(0, 2).map(id => `other: ${id}`),
    ...infos.map(id => `info: ${id}`),
    ...(note ? [note] : []),
  ];
  return `– ${rest.join(', ')} (${seconds} s)`.replace('–  (', '– (');
}

/** The commits with which a tool was run, and how many bugs with each if there are several. */
function commitsOf(outcomes) {
  const counts = new Map();
  for (const { commit = 'earlier' } of outcomes) counts.set(commit, (counts.get(commit) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  return sorted.map(([commit, count]) => (sorted.length === 1 ? commit : `${commit} (${count})`)).join(', ');
}

function totals(results, bugs) {
  const rows = TOOLS.map(tool => {
    const run = bugs.map(bug => outcome(results, bug, tool)).filter(one => one !== null);
    const found = run.filter(isFound);
    const seconds = run.map(one => one.seconds).sort((a, b) => a - b);
    const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
    return row([tool, found.length, run.length, `${median} s`, commitsOf(run)]);
  });
  const any = bugs.filter(bug => TOOLS.some(tool => isFound(outcome(results, bug, tool))));
  const found = bugs.filter(bug => isFoundByTool(results, bug)).length;
  return [
    row(['tool', 'found', 'of those tried', 'median', 'with commit']),
    '|---|---|---|---|---|',
    ...rows,
    '',
    `Found by a tool: **${found} of ${bugs.length}** (${percent(found, bugs.length)}). Found by the tests or a tool: ${any.length}.`,
    '',
  ];
}

function allTotals(results, bugs) {
  const isWallet = ({ integration }) => integration.startsWith('wallet');
  const quick = bugs.filter(({ name }) => results[name].explore?.isQuick || results[name].audit?.isQuick);
  return [
    'The shops and the PHP receiver:',
    '',
    ...totals(
      results,
      bugs.filter(bug => !isWallet(bug)),
    ),
    'The wallet, whose bugs stand for public reports and their kinds:',
    '',
    ...totals(results, bugs.filter(isWallet)),
    ...(quick.length > 0
      ? [
          `For ${quick.length} bugs, explore or audit tried only the disturbances and cases that name the cause (\`--quick\`).`,
          '',
        ]
      : []),
  ];
}

const soundCell = run =>
  !run ? '' : `${run.ids?.length ? run.ids.join(', ') : run.note || 'silent'} (${run.seconds} s)`;

function soundTable(results) {
  return Object.keys(HEADINGS)
    .filter(integration => integration !== 'wallet')
    .map(integration => {
      const { suite, explore, audit } = results[`sound ${integration}`] ?? {};
      const ofSuite = ids => suite && { ids, seconds: suite.seconds };
      return row([
        integration,
        ...[ofSuite(suite?.tests), ofSuite(suite?.findings), explore, audit].map(soundCell),
      ]);
    });
}

/** The days of the sound wallet, and what was said about those that were not silent, infos included. */
function soundDays(results) {
  const days = SOUND.filter(({ integration }) => integration === 'wallet').filter(one => results[keyOf(one)]);
  const loud = days.flatMap(one => {
    const { findings, infos } = results[keyOf(one)].suite;
    const said = [...findings, ...infos];
    return said.length > 0 ? [`- ${dayOf(one)}: ${said.join(', ')}`] : [];
  });
  const silent = days.length - loud.length;
  return [
    `The sound wallet is silent on ${silent} of ${days.length} days, each a day of its users under scenarios; here, infos count, too.`,
    ...(loud.length > 0 ? ['', ...loud] : []),
  ];
}

/** The first gap in coverage that would lead a team to the bug. */
const hintFor = ({ expected }, run) => run?.suite?.coverage.find(id => expected.includes(id)) ?? '';

/** The ways in which a bug was found: for each, what has to be there to find it so. */
function waysOf(results, bug) {
  const named = tool => outcome(results, bug, tool)?.named ?? [];
  const evidence = results[bug.name].explore?.evidence ?? [];
  const explored = evidence.flatMap(line => {
    const [, disturbance, rule] = /^([\w-]+):(?: finding ([\w-]+))?/.exec(line);
    const ids = [disturbance, ...(rule ? [rule] : [])];
    return ids.some(id => named('explore').includes(id)) ? [ids] : [];
  });
  return [
    ...(named('tests').length > 0 ? [['tests']] : []),
    ...named('findings').map(id => [id]),
    ...explored,
    ...named('audit').map(id => [`case ${id}`]),
  ];
}

/** For each of the ids, the bugs that would not be found without it. */
function needed(results, bugs, ids) {
  const ways = bugs.map(bug => [bug.name, waysOf(results, bug)]).filter(([, all]) => all.length > 0);
  return ids.map(id => [
    id,
    ways.filter(([, all]) => all.every(way => way.includes(id))).map(([name]) => name),
    ways.filter(([, all]) => all.some(way => way.includes(id))).length,
  ]);
}

function neededTable(results, bugs) {
  const kinds = [
    ['rule of findings', RULES, id => id],
    ['disturbance of explore', DISTURBANCES, id => id],
    ['case of audit', CASES, id => `case ${id}`],
  ];
  return kinds.flatMap(([kind, ids, nameOf]) => {
    const all = needed(results, bugs, ids.map(nameOf)).map(([id, ...rest]) => [
      id.replace(/^case /, ''),
      ...rest,
    ]);
    const without = all.filter(([, only]) => only.length === 0);
    return [
      row([kind, 'finds', 'found by nothing else']),
      '|---|---|---|',
      ...all
        .filter(([, only]) => only.length > 0)
        .map(([id, only, count]) =>
          row([
            id,
            count,
            `${only.slice(0, 3).join(', ')}${only.length > 3 ? `, ${only.length - 3} more` : ''}`,
          ]),
        ),
      '',
      without.length === 0
        ? `Each ${kind} has one.`
        : `Without one: ${without.map(([id, , count]) => `${id} (finds ${count})`).join(', ')}.`,
      '',
    ];
  });
}

function reportsTable(results) {
  const byName = new Map(BUGS.map(bug => [bug.name, bug]));
  return REPORTS.map(({ report, what, bugs }) => {
    const [repository, number] = report.split('#');
    const found = bugs.filter(name => results[name] && isFoundByTool(results, byName.get(name)));
    const missed = bugs.filter(name => !found.includes(name));
    const link = `[${report}](https://github.com/${repository}/issues/${number})`;
    return row([link, what, found.join(', '), missed.join(', ')]);
  });
}

export function render(results) {
  const tried = BUGS.filter(({ name }) => results[name]);
  const missed = tried.filter(bug => !isFoundByTool(results, bug));
  const sections = Object.entries(HEADINGS).flatMap(([integration, heading]) => [
    `## ${heading}`,
    '',
    row(['bug', 'what it costs', ...TOOLS]),
    '|---|---|---|---|---|---|',
    ...tried
      .filter(bug => bug.integration === integration)
      .map(bug => row([bug.name, bug.costs, ...TOOLS.map(tool => cell(outcome(results, bug, tool)))])),
    '',
  ]);
  return `${[
    '# The corpus: which tool finds which bug',
    '',
    `<!-- Generated by \`npm run corpus\`. -->`,
    '',
    '`corpus/` in the repository has small integrations and bugs that can be switched on one at a time. This page lists',
    'what the tests of the integrations, [findings](findings.md), [explore](explore.md) and [audit](audit.md) report about',
    'each. A bug counts as found if a report appears that the sound version does not have, and if it is one of those that',
    'were noted as naming the cause before the tools were run. Where a report was renamed or merged with another, the note',
    'has the new name. Two reports came later, with the tool that makes them: `delegating-before-response`, and `place`, an',
    'audit that ends because purchases share an external_id. Findings count from severity warning; for the habits of the',
    'wallet, from info. Explore is run without the tests that fail already. The seconds are those of a busy machine.',
    '',
    'Explore is run on the shops with its defaults; with `--slow`, where the tests allow it; with `--only',
    'response-lost-for-good`; and with `--only bulk-items-unavailable`. After these two',
    '[disturbances](explore.md#disturbances), a call ends differently. The sound versions pass their tests with them,',
    'except for a test of shop-vitest and of python-shop, which script a response that the first one replaces. They are',
    'left out. Of the other disturbances of this kind, they rightly fail their tests. Those of the chain are left out, too:',
    'the customers of the shops transfer as soon as the shop says so, and burn TRX where the chain differs from what the',
    'service says.',
    '',
    'The tests of the wallet survive refused keys, four reset connections and refused items as well, and its books every',
    'end of an order; these disturbances are included there. Its payouts are made under what the chain does, and stay open,',
    'unpaid, while the node does not answer. Its receiver, as a process of its own, is restarted between webhooks.',
    '',
    'Audit is run with `--probe` and `--restart`, and for the shops again with `--place`. The days of the wallet are run by',
    '`exec --findings`; they have no tests.',
    '',
    '## Totals',
    '',
    ...allTotals(results, tried),
    '## Sound versions',
    '',
    'Each has to be silent in every tool.',
    '',
    row(['integration', ...TOOLS]),
    '|---|---|---|---|---|',
    ...soundTable(results),
    '',
    ...soundDays(results),
    '',
    '## Missed',
    '',
    'No tool reports these. The last column is the first gap in coverage that leads there. The sandbox sees requests,',
    'responses, webhooks, the chain and what a probe returns, and most of these bugs change none of them in these tests, or',
    'nothing that a sound client might not do: they are about the price that a customer agreed to, items of a bulk request',
    'that nobody asks for again, and TRX that are burned when the Energy is used up or its rental has ended.',
    '',
    row(['bug', 'what it costs', 'reported instead', 'coverage']),
    '|---|---|---|---|',
    ...missed.map(bug => {
      const others = TOOLS.map(tool => [tool, outcome(results, bug, tool)]).flatMap(([tool, one]) => [
        ...(tool === 'tests' && isFound(one) ? ['the tests fail'] : []),
        ...(one?.other ?? []),
        ...(one?.infos ?? []).map(id => `${id} (info)`),
        ...(one?.note ? [one.note] : []),
      ]);
      return row([bug.name, bug.costs, [...new Set(others)].join(', '), hintFor(bug, results[bug.name])]);
    }),
    '',
    '## Public reports',
    '',
    'Integrations of other services have paid twice, lost events and been stopped by anyone. These public reports have bugs',
    'of the same kind here.',
    '',
    row(['report', 'what went wrong', 'found', 'missed']),
    '|---|---|---|---|',
    ...reportsTable(results),
    '',
    '## Found by nothing else',
    '',
    'For each report, the bugs that would not be found without it. A disturbance under which only a finding shows the bug',
    'needs both.',
    '',
    ...neededTable(results, tried),
    ...sections,
  ].join('\n')}`;
}
