import { toTrx } from '../../core/domain/money.ts';
import { wrapped } from '../../core/text/lines.ts';
import { counted, trx } from '../../core/text/wording.ts';
import {
  type Report,
  type ReportResult,
  type ReportRule,
  type ReportTable,
  resultOf,
} from '../../judge/report/report-model.ts';
import type { Exploration, Trial } from './explore.ts';
import { FILE_WIDTH, scenarioText } from './render-scenario.ts';
import { describePoint } from './strike-points.ts';
import type { Failure, RunFinding } from './suite-run.ts';

const TIMING = 'only the timing differs, so this may be an assumption of the test rather than a bug';

/** The maximum number of places that are named; further ones are only counted. */
const MAX_NAMED = 3;

function placesText({ break: found }: Trial): string {
  const names = (found?.points ?? []).map(describePoint);
  const shown = names.slice(0, MAX_NAMED).join('; ');
  return names.length > MAX_NAMED ? `${shown}; and ${names.length - MAX_NAMED} more` : shown;
}

/** The location of a trial's scenario, and how to reproduce the failure. */
interface Reproduction {
  /** As the user writes the path. */
  readonly file: string;
  readonly command: string;
}

/** The maximum number of output lines that are shown. */
const MAX_TAIL = 20;
const LABEL_WIDTH = 12;
const INDENT = ' '.repeat(LABEL_WIDTH + 2);
/** Next to a label. */
const TEXT_WIDTH = 104;

const ruleOf = ({ disturbance: { id, title, fix, isTiming } }: Trial): ReportRule => ({
  id,
  severity: isTiming ? 'warning' : 'error',
  title,
  help: fix,
  help_uri: null,
});

function messageOf(trial: Trial): string {
  const { disturbance, break: found, note } = trial;
  const { failure } = found!;
  const rules = [...new Set(failure.findings.map(({ rule }) => rule))];
  return [
    `When ${disturbance.title}${ONLY_JUDGED.has(failure.kind) ? '' : ', the command fails'}: ${failure.text}${note === '' ? '' : ` (${note})`}.`,
    `Smallest case: ${placesText(trial)}.`,
    ...(disturbance.isTiming ? [`${TIMING.charAt(0).toUpperCase()}${TIMING.slice(1)}.`] : []),
    ...(failure.money?.evidence ? [failure.money.evidence] : []),
    ...(rules.length > 0 ? [`Findings: ${rules.join(', ')}.`] : []),
  ].join(' ');
}

const resultFor = (trial: Trial, { file }: Reproduction): ReportResult =>
  resultOf({
    id: `${trial.disturbance.id}-1`,
    rule: trial.disturbance.id,
    severity: trial.disturbance.isTiming ? 'warning' : 'error',
    message: messageOf(trial),
    fix: trial.disturbance.fix,
    file: { path: file },
  });

const TINTS = {
  broke: 'red',
  survived: 'green',
  'not-judged': 'yellow',
  'not-met': 'dim',
  'not-tried': 'yellow',
} as const;

function tableOf(trials: readonly Trial[], reproductionOf: (trial: Trial) => Reproduction): ReportTable {
  const rows = trials.map(trial => {
    const { disturbance, verdict, runs, note, break: found } = trial;
    const timing = disturbance.isTiming ? ' (timing)' : '';
    return [
      `${disturbance.id}${timing}`,
      { text: verdict, tint: TINTS[verdict] },
      String(runs),
      found ? `${found.failure.text}${note === '' ? '' : `; ${note}`}` : verdict === 'not-met' ? '' : note,
      placesText(trial),
      found ? reproductionOf(trial).file : '',
    ];
  });
  return { head: ['disturbance', 'verdict', 'runs', 'what broke', 'smallest case', 'file'], rows };
}

/** The first finding of each rule. */
const firstOfEach = (findings: readonly RunFinding[]): RunFinding[] =>
  findings.filter((one, index) => findings.findIndex(({ rule }) => rule === one.rule) === index);

/** The evidence for the failure: `exit code 1, in 2 of 2 runs`. */
function certainty({ break: found }: Trial): string {
  const { failure, failed, of } = found!;
  return `${failure.text}, in ${failed} of ${of} runs; undisturbed runs in between passed`;
}

/** A label, and text that continues below itself. */
function field(label: string, text: string): string {
  const [first = '', ...others] = wrapped(text, TEXT_WIDTH);
  return [`  ${`${label}:`.padEnd(LABEL_WIDTH)}${first}`, ...others.map(line => INDENT + line)].join('\n');
}

/** Failures of a run whose tests passed, or were not judged. */
const ONLY_JUDGED: ReadonlySet<Failure['kind']> = new Set(['money', 'finding']);

function detailsOf(trial: Trial, { command }: Reproduction): string {
  const { disturbance, break: found } = trial;
  const { kind, money, tail, findings } = found!.failure;
  // If there is only money or a finding, the tests have passed, and their output says nothing.
  const shown = ONLY_JUDGED.has(kind) ? [] : tail.slice(-MAX_TAIL).map(line => `    ${line}`);
  return [
    `${disturbance.id}: ${disturbance.title}`,
    field('strikes', placesText(trial)),
    field('result', certainty(trial)),
    ...(money?.evidence ? [field('paid', money.evidence)] : []),
    ...firstOfEach(findings).map(({ rule, message }) => field('finding', `${rule}: ${message}`)),
    ...(disturbance.isTiming ? [field('timing', TIMING)] : []),
    field('fix', disturbance.fix),
    // On one line, so that it can be copied.
    `  ${'reproduce:'.padEnd(LABEL_WIDTH)}${command}`,
    ...(shown.length > 0 ? ['  output of the command:', ...shown] : []),
  ].join('\n');
}

const paragraph = (text: string): string => wrapped(text, TEXT_WIDTH + INDENT.length).join('\n');

/** A text about the trials of which something is true; none if it is true of none. */
function about(trials: readonly Trial[], textOf: (ids: string) => string): string[] {
  return trials.length === 0 ? [] : [textOf(trials.map(({ disturbance }) => disturbance.id).join(', '))];
}

/** True if the same scenario once failed and once passed. */
const isFlaky = ({ note, break: found }: Trial): boolean =>
  note.includes('flaky') || (found !== null && found.failed < found.of);

const having = (trials: readonly Trial[], verdict: Trial['verdict']): Trial[] =>
  trials.filter(one => one.verdict === verdict);

/** What was not tried, judged, counted or compared, and what to do about it. */
function notesOn({ endedBy, runs, trials, isOneByOne, comparesPayments }: Exploration): string[] {
  const unconfirmed = having(trials, 'not-tried').filter(({ runs: tried }) => tried > 0);
  const warned = trials.filter(({ warnings }) => warnings.length > 0);
  const warnings = warned.map(one => `${one.disturbance.id}: ${one.warnings.join(', ')}`).join('; ');
  const { length: notMet } = having(trials, 'not-met');
  const ended = [
    ...(endedBy === 'budget'
      ? [
          `The budget of ${runs} runs was used up before everything was tried. Raise --budget, or choose less with --only and --skip.`,
        ]
      : []),
    ...about(unconfirmed, ids => `The command failed once under ${ids}, which is not confirmed.`),
  ];
  return [
    ...(ended.length > 0 ? [ended.join(' ')] : []),
    ...(isOneByOne ? [ONE_BY_ONE] : []),
    ...about(
      having(trials, 'not-judged'),
      ids =>
        `not-judged: the command failed under ${ids}, but perhaps not because of it. Follow the advice in the table, or repeat with --only on a machine that is less busy.`,
    ),
    ...about(
      trials.filter(isFlaky),
      ids =>
        `The suite is flaky: under ${ids}, runs of the same scenario ended differently. Something else that broke may be chance, too; repeat its command under "reproduce" a few times.`,
    ),
    ...about(
      trials.filter(({ disturbance, runs: tried }) => disturbance.mayFail && tried > 0),
      ids =>
        `only money and findings count: under ${ids}, calls or orders end differently, so tests may fail rightly and are not judged. With --include, they are.`,
    ),
    ...(warned.length > 0 ? [`Findings, not counted: ${warnings}.`] : []),
    ...(comparesPayments ? [] : [NOT_COMPARED]),
    ...(notMet > 0
      ? [
          `not-met: the suite never gets to where ${notMet === 1 ? 'this one' : `these ${notMet}`} could strike, for example because it receives no webhooks or never asks for a status.`,
        ]
      : []),
  ];
}

const ONE_BY_ONE =
  '--jobs: the command fails if it is run several times at once, so the runs were made one by one.';

const NOT_COMPARED =
  'Money was not compared: the undisturbed runs paid for different orders. If a suite buys the same in every run, an order that is paid twice is found without any assertion.';

/** What was paid too much under a disturbance, in TRX; null if nothing was. */
function paidMore({ break: found }: Trial): number | null {
  const sun = found?.failure.money?.sun ?? 0;
  return sun > 0 ? toTrx(sun) : null;
}

const jsonOf = (trial: Trial, reproductionOf: (trial: Trial) => Reproduction) => ({
  id: trial.disturbance.id,
  verdict: trial.verdict,
  timing: trial.disturbance.isTiming === true,
  runs: trial.runs,
  note: trial.note,
  warnings: trial.warnings,
  scenario: trial.break ? reproductionOf(trial).file : null,
  reproduce: trial.break ? reproductionOf(trial).command : null,
  failure: trial.break?.failure.text ?? null,
  paid_more_trx: paidMore(trial),
  paid: trial.break?.failure.money?.evidence ?? null,
  findings: trial.break?.failure.findings ?? [],
  confidence: trial.break ? { failed: trial.break.failed, of: trial.break.of } : null,
  smallest: trial.break?.points.map(describePoint) ?? [],
  output_tail: trial.break?.failure.tail ?? [],
});

function titleOf({ trials, runs, endedBy }: Exploration): string {
  const count = (verdict: Trial['verdict']): number => having(trials, verdict).length;
  const unjudged = count('not-judged') > 0 ? `, ${count('not-judged')} not judged` : '';
  const most = Math.max(...trials.map(one => paidMore(one) ?? 0));
  const lost = most > 0 ? ` (up to ${trx(most)} TRX paid too much)` : '';
  const counts = `${count('broke')} broke${lost}, ${count('survived')} survived${unjudged}, ${count('not-met')} not met`;
  const warnings = trials.reduce((sum, one) => sum + one.warnings.length, 0);
  const uncounted = warnings === 0 ? '' : `; ${counted(warnings, 'finding')}, not counted`;
  const ended = endedBy ? '; ended before everything was tried' : '';
  return `Explored the suite in ${runs} runs: ${counts}${uncounted}${ended}`;
}

export function reportOf(exploration: Exploration, reproductionOf: (trial: Trial) => Reproduction): Report {
  const { trials, baseline } = exploration;
  const broken = having(trials, 'broke');
  return {
    tool: 'explore',
    title: titleOf(exploration),
    summary: '',
    rules: trials.map(ruleOf),
    results: broken.map(trial => resultFor(trial, reproductionOf(trial))),
    passed: having(trials, 'survived').map(({ disturbance: { id, title } }) => ({ id, title })),
    skipped: (['not-judged', 'not-met', 'not-tried'] as const).flatMap(kind =>
      having(trials, kind).map(({ disturbance: { id, title }, note }) => ({ id, title, kind, reason: note })),
    ),
    inPlaceOfResults: [],
    blocks: [
      tableOf(trials, reproductionOf),
      ...notesOn(exploration).map(paragraph),
      ...broken.map(trial => detailsOf(trial, reproductionOf(trial))),
    ],
    data: {
      baseline: { runs: baseline.runs, duration_ms: baseline.durationMs, requests: baseline.requests },
      runs: exploration.runs,
      ended_early: exploration.endedBy !== null,
      disturbances: trials.map(trial => jsonOf(trial, reproductionOf)),
    },
  };
}

/** Text as comment lines. Control characters cannot end a comment early. */
const comment = (text: string): string =>
  wrapped(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '), FILE_WIDTH - 2)
    .map(line => `# ${line}`)
    .join('\n');

/** Three sentences: what the disturbance does, what then breaks, and what a correct integration does. */
function story({ disturbance, break: found }: Trial, command: string): string {
  const { title, fix, isTiming } = disturbance;
  const { failure } = found!;
  const timing = isTiming ? ` (${TIMING})` : '';
  return [
    `${title.charAt(0).toUpperCase()}${title.slice(1)}.`,
    ONLY_JUDGED.has(failure.kind)
      ? `\`${command}\` then ends with: ${failure.text}${timing}.`
      : `Then \`${command}\` fails with ${failure.text}, although it passes undisturbed${timing}.`,
    fix,
  ].join(' ');
}

/** The text of the scenario file for a break: it reproduces the failure, and its comment says what happened. */
export function scenarioFile(trial: Trial, command: string): string {
  const { scenario } = trial.break!;
  return `${comment(story(trial, command))}\n${scenarioText(scenario)}`;
}
