import type { Report, ReportResult, ReportRule, ReportTable } from '../report/report.ts';
import type { Trial } from './attempt.ts';
import type { Exploration } from './explore.ts';
import { placesText } from './scenario-file.ts';
import { describePoint } from './strike-points.ts';
import type { RunFinding } from './suite-run.ts';

/** Where a trial's scenario is, and how to reproduce it. */
export interface Reproduction {
  /** As the user writes the path. */
  readonly file: string;
  /** The complete command line. */
  readonly command: string;
}

/** More lines of output than this are not shown. */
const MAX_TAIL = 20;

const ruleOf = ({ disturbance: { id, title, fix, isTiming } }: Trial): ReportRule => ({
  id,
  severity: isTiming ? 'warning' : 'error',
  title,
  help: fix,
  helpUri: null,
});

const EMPTY = { orders: [], requests: [], events: [] };

/** What broke, in one sentence. */
function messageOf(trial: Trial): string {
  const { disturbance, break: found, note } = trial;
  const { failure } = found!;
  const rules = [...new Set(failure.findings.map(({ rule }) => rule))];
  return [
    `When ${disturbance.title}, the command fails: ${failure.text}${note === '' ? '' : ` (${note})`}.`,
    `Smallest case: ${placesText(trial)}.`,
    ...(disturbance.isTiming ? ['Only the timing differs: this may be an assumption of the test.'] : []),
    ...(rules.length > 0 ? [`Findings: ${rules.join(', ')}.`] : []),
  ].join(' ');
}

const resultOf = (trial: Trial, { file }: Reproduction): ReportResult => ({
  id: `${trial.disturbance.id}-1`,
  rule: trial.disturbance.id,
  severity: trial.disturbance.isTiming ? 'warning' : 'error',
  message: messageOf(trial),
  fix: trial.disturbance.fix,
  count: 1,
  costTrx: null,
  account: null,
  evidence: EMPTY,
  at: null,
  file: { path: file },
});

const TINTS = { broke: 'red', survived: 'green', 'not-met': 'dim', 'not-tried': 'yellow' } as const;

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

/** The output of a failing run, and how to get it again. */
function detailsOf(trial: Trial, { command }: Reproduction): string {
  const { disturbance, break: found } = trial;
  const { tail, findings } = found!.failure;
  const shown = tail.slice(-MAX_TAIL).map(line => `    ${line}`);
  return [
    `${disturbance.id}: ${disturbance.title}`,
    `  strikes:    ${placesText(trial)}`,
    ...firstOfEach(findings).map(({ rule, message }) => `  finding:    ${rule}: ${message}`),
    `  reproduce:  ${command}`,
    ...(shown.length > 0 ? ['  last lines of the output:', ...shown] : []),
  ].join('\n');
}

const jsonOf = (trial: Trial, reproductionOf: (trial: Trial) => Reproduction) => ({
  id: trial.disturbance.id,
  verdict: trial.verdict,
  timing: trial.disturbance.isTiming === true,
  runs: trial.runs,
  note: trial.note,
  scenario: trial.break ? reproductionOf(trial).file : null,
  reproduce: trial.break ? reproductionOf(trial).command : null,
  failure: trial.break?.failure.text ?? null,
  findings: trial.break?.failure.findings ?? [],
  confidence: trial.break ? { failed: trial.break.failed, of: trial.break.of } : null,
  smallest: trial.break?.points.map(describePoint) ?? [],
  output_tail: trial.break?.failure.tail ?? [],
});

/** One sentence about the whole exploration. */
function summaryOf({ trials, runs, endedEarly }: Exploration): string {
  const broken = trials.filter(({ verdict }) => verdict === 'broke').length;
  const survived = trials.filter(({ verdict }) => verdict === 'survived').length;
  const tried = `${broken} broke and ${survived} survived in ${runs} runs`;
  return endedEarly ? `${tried}; the exploration ended before everything was tried` : tried;
}

/** The report of an exploration. */
export function reportOf(exploration: Exploration, reproductionOf: (trial: Trial) => Reproduction): Report {
  const { trials, baseline } = exploration;
  const having = (verdict: Trial['verdict']): Trial[] => trials.filter(one => one.verdict === verdict);
  const broken = having('broke');
  return {
    tool: 'explore',
    schemaVersion: 1,
    title: `Explored the suite: ${summaryOf(exploration)}`,
    summary: '',
    rules: trials.map(ruleOf),
    results: broken.map(trial => resultOf(trial, reproductionOf(trial))),
    passed: having('survived').map(({ disturbance: { id, title } }) => ({ id, title })),
    skipped: [...having('not-met'), ...having('not-tried')].map(({ disturbance: { id, title }, note }) => ({
      id,
      title,
      reason: note,
    })),
    blocks: [
      tableOf(trials, reproductionOf),
      ...broken.map(trial => detailsOf(trial, reproductionOf(trial))),
    ],
    data: {
      baseline: { runs: baseline.runs, duration_ms: baseline.durationMs, requests: baseline.requests },
      runs: exploration.runs,
      ended_early: exploration.endedEarly,
      disturbances: trials.map(trial => jsonOf(trial, reproductionOf)),
    },
  };
}
