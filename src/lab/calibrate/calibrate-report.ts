import { ASSUMPTIONS } from '../../core/domain/assumptions.ts';
import {
  helpUriOf,
  type Report,
  type ReportResult,
  type ReportRule,
  type ReportTable,
  resultOf,
} from '../../judge/report/report-model.ts';
import type { Tint } from '../../judge/report/table.ts';
import type { Replay } from './compare-answers.ts';
import { type LearnedRow, summaryText, VERDICTS, type Verdict } from './learned-row.ts';
import type { Difference } from './options-and-result.ts';
import type { Calibration } from './run-calibration.ts';

const TINTS: Readonly<Record<Verdict, Tint>> = {
  contradicted: 'red',
  narrowed: 'yellow',
  confirmed: 'green',
  'not-observed': 'dim',
};

const REPLAY_RULE = 'replay-differs';

function ruleOf({ row }: LearnedRow): ReportRule {
  const { section, reason } = ASSUMPTIONS.find(({ name }) => name === row)!;
  return {
    id: row,
    severity: 'error',
    title: `${row} (specification: ${section})`,
    help: reason,
    help_uri: helpUriOf('docs/assumptions.md', 'assumptions'),
  };
}

const replayRule: ReportRule = {
  id: REPLAY_RULE,
  severity: 'warning',
  title: 'The sandbox answers a recorded request in another way',
  help: 'With everything that was learned, the sandbox still differs from the service here. Tests against the sandbox do not show what the service does in this case.',
  help_uri: helpUriOf('docs/calibrating.md', 'the-replay'),
};

const firstEvidence = ({ evidence }: LearnedRow): string => {
  const [first] = evidence;
  return first ? `; ${first.exchange} ${first.field}: ${first.observed}, assumed ${first.assumed}` : '';
};

const contradiction = (row: LearnedRow): ReportResult =>
  resultOf({
    id: row.row,
    rule: row.row,
    severity: 'error',
    message: `${row.row} is contradicted: observed ${row.observed}${firstEvidence(row)}`,
    fix: null,
    count: Math.max(1, row.count),
    requests: row.evidence.map(({ exchange }) => exchange),
  });

const replayResult = (
  { exchange, what, field, observed, sandbox, count }: Difference,
  index: number,
): ReportResult =>
  resultOf({
    id: `${REPLAY_RULE}-${index + 1}`,
    rule: REPLAY_RULE,
    severity: 'warning',
    message: `${exchange} ${what}: ${field} was ${observed}, in the sandbox ${sandbox}`,
    fix: null,
    count,
    requests: [exchange],
  });

const HOW_TO_ADOPT = 'Write a config file with what was observed with --out, and start the sandbox with it.';

const having = (rows: readonly LearnedRow[], verdict: Verdict): LearnedRow[] =>
  rows.filter(one => one.verdict === verdict);

/** The observed rows, contradictions first. Rows that were not observed are listed at the end of the report. */
function rowTable(rows: readonly LearnedRow[]): ReportTable {
  const shown = VERDICTS.filter(verdict => verdict !== 'not-observed').flatMap(verdict =>
    having(rows, verdict),
  );
  return {
    head: ['row', 'verdict', 'observed', 'first seen'],
    rows: shown.map(one => [
      one.row,
      { text: one.verdict, tint: TINTS[one.verdict] },
      one.observed,
      one.evidence[0]?.exchange ?? '',
    ]),
  };
}

function timingTable({ timings, responseOrder }: Calibration): (string | ReportTable)[] {
  const { before, after } = responseOrder;
  const order =
    before + after > 0
      ? [`The first webhook came before the response for ${before} of ${before + after} orders.`]
      : [];
  if (timings.length === 0) return order;
  const rows = timings.map(({ from, to, summary }) => [`${from} to ${to}`, summaryText(summary)]);
  return [{ head: ['transition', 'time'], rows }, ...order];
}

function notLearnedTable({ notLearned }: Calibration): ReportTable[] {
  if (notLearned.length === 0) return [];
  const rows = notLearned.map(({ what, observed, count, exchange }) => [
    what,
    count > 1 ? `${observed} (${count} times)` : observed,
    exchange,
  ]);
  return [{ head: ['observed, not learned', 'value', 'first seen'], rows }];
}

function filesText({ analyzed }: Calibration): string {
  const { files, calls, webhooks, foreign, dropped, repeated } = analyzed.recording;
  const names = files.map(({ path }) => path).join(', ');
  const rest = [
    ...(foreign > 0 ? [`${foreign} other exchanges were ignored`] : []),
    ...(repeated > 0 ? [`${repeated} that occur twice were counted once`] : []),
    ...files
      .filter(({ isCutOff }) => isCutOff)
      .map(({ path }) => `the last exchange of ${path} was not written completely and was left out`),
    ...(dropped > 0 ? [`${dropped} were left out, because the recording is too large`] : []),
  ];
  return `${names}: ${calls.length} requests, ${webhooks.length} webhook deliveries${rest.map(one => `; ${one}`).join('')}`;
}

function replayText({ compared, differences, left }: Replay): string {
  const remaining = differences.length === 0 ? 'no difference' : `${differences.length} differences`;
  const notCompared =
    left.length === 0
      ? ''
      : `; not compared: ${left.map(({ count, reason }) => `${count} (${reason})`).join(', ')}`;
  return `Replay of ${compared} exchanges with the learned settings: ${remaining}${notCompared}`;
}

export function calibrationReport(calibration: Calibration): Report {
  const { rows, timings, responseOrder, analyzed, replay } = calibration;
  const { files, calls, webhooks, foreign, dropped, repeated } = analyzed.recording;
  const contradicted = having(rows, 'contradicted');
  const counts = VERDICTS.map(verdict => `${having(rows, verdict).length} ${verdict}`).join(', ');
  const passed = [...having(rows, 'narrowed'), ...having(rows, 'confirmed')];
  return {
    tool: 'calibrate',
    title: 'Calibration',
    summary: contradicted.length > 0 ? `${counts}. ${HOW_TO_ADOPT}` : `${counts}.`,
    rules: [...rows.map(ruleOf), ...(replay ? [replayRule] : [])],
    results: [...contradicted.map(contradiction), ...(replay?.differences ?? []).map(replayResult)],
    passed: passed.map(one => ({ id: one.row, title: one.observed })),
    skipped: having(rows, 'not-observed').map(one => ({
      id: one.row,
      title: one.row,
      kind: 'not-judged',
      reason: one.observed === '' ? 'the traffic does not show it' : one.observed,
    })),
    blocks: [
      filesText(calibration),
      rowTable(rows),
      ...notLearnedTable(calibration),
      ...timingTable(calibration),
      ...(replay ? [replayText(replay)] : []),
    ],
    data: {
      recording: { files, calls: calls.length, webhooks: webhooks.length, foreign, dropped, repeated },
      rows: rows.map(({ bounds: _, ...row }) => row),
      timings: timings.map(({ from, to, summary }) => ({
        from,
        to,
        count: summary.count,
        median_ms: summary.median,
        p5_ms: summary.p5,
        p95_ms: summary.p95,
      })),
      response_order: responseOrder,
      not_learned: calibration.notLearned,
      replay: replay && {
        compared: replay.compared,
        differences: replay.differences,
        not_compared: replay.left,
      },
    },
  };
}
