import { sumTrx } from '../../core/domain/money.ts';
import { VERSION } from '../../host/node/version.ts';
import type { Cell, TableLayout } from './table.ts';

export const REPORT_FORMATS = ['text', 'json', 'junit', 'github', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const FORMAT_OF_EXTENSION: Readonly<Record<string, ReportFormat>> = {
  txt: 'text',
  json: 'json',
  xml: 'junit',
  md: 'markdown',
  markdown: 'markdown',
};

/** The format that the name of a file asks for, or null. */
export function formatOfFile(path: string): ReportFormat | null {
  const extension = /\.([a-z]+)$/.exec(path.toLowerCase())?.[1];
  return (
    (extension && Object.hasOwn(FORMAT_OF_EXTENSION, extension) && FORMAT_OF_EXTENSION[extension]) || null
  );
}

/** The URL of a page of the documentation, in this version. @param page such as `docs/findings.md` */
export const pageUrlOf = (page: string): string =>
  `https://unpkg.com/energy-rental-sandbox@${VERSION}/${page}`;

/**
 * The URL of a paragraph of the documentation, in this version.
 * @param page such as `docs/findings.md`
 * @param anchor such as the id of a rule
 */
export const helpUriOf = (page: string, anchor: string): string =>
  `${pageUrlOf(page)}#${encodeURIComponent(anchor)}`;

const REPORT_TOOLS = ['findings', 'coverage', 'audit', 'explore', 'record', 'calibrate'] as const;
export type ReportTool = (typeof REPORT_TOOLS)[number];

/** The severity of a result. `error`: it costs money, or loses or forges information. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The sandbox's own keys and webhook secrets, which begin with a fixed prefix. */
const GENERATED_SECRET = /(?:ersk|whsec)_[^\s"'`<>&?#/\\,;|()[\]{}]+/g;

export const REDACTED = '[redacted]';

/** Text without the sandbox's own keys and webhook secrets. */
export const redacted = (text: string): string => text.replace(GENERATED_SECRET, REDACTED);

/** A rule, case, disturbance or item that results refer to. */
export interface ReportRule {
  /** Stable: reports of different versions are compared by it. */
  readonly id: string;
  readonly severity: Severity;
  /** One line: what is reported. */
  readonly title: string;
  /** The bug, what it costs, and how to fix it. */
  readonly help: string;
  /** An absolute URL of the paragraph in the documentation; null if there is none. */
  readonly help_uri: string | null;
}

interface ReportFile {
  /** Relative to the working directory, or absolute. */
  readonly path: string;
  /** The line number, from 1. */
  readonly line?: number;
}

/** Something that a tool found, as the JSON format has it. */
export interface ReportResult {
  /** Unique within its account, and the same in every run that finds the same, such as `paid-twice-1`. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly account: string | null;
  readonly message: string;
  /** How to fix it; null if there is no advice. */
  readonly fix: string | null;
  readonly orders: readonly number[];
  /** Values of X-Sandbox-Request-Id. */
  readonly requests: readonly string[];
  readonly events: readonly string[];
  readonly count: number;
  /** The cost in TRX; null if there is no countable cost. */
  readonly cost_trx: number | null;
  /** The time when it was first seen: ISO 8601, on the account's clock; null if it has no instant. */
  readonly at: string | null;
  readonly file?: ReportFile;
}

const EMPTY_RESULT: ReportResult = {
  id: '',
  rule: '',
  severity: 'info',
  account: null,
  message: '',
  fix: null,
  orders: [],
  requests: [],
  events: [],
  count: 1,
  cost_trx: null,
  at: null,
};

/** A result with the given fields. The others are empty: many tools know nothing of accounts and orders. */
export const resultOf = (
  known: Pick<ReportResult, 'id' | 'rule' | 'severity' | 'message' | 'fix'> & Partial<ReportResult>,
): ReportResult => ({ ...EMPTY_RESULT, ...known });

interface PassedCase {
  readonly id: string;
  readonly title: string;
}

/**
 * Why a rule, case or disturbance was not assessed: it was switched off, nothing happened that it applies to, the suite
 * never got to where it could strike, the exploration ended before it was tried, or for another reason.
 */
export const SKIPPED_KINDS = ['off', 'not-applicable', 'not-met', 'not-tried', 'not-judged'] as const;
export type SkippedKind = (typeof SKIPPED_KINDS)[number];

/** A rule or case that was not assessed. */
export interface SkippedCase extends PassedCase {
  readonly kind: SkippedKind;
  /** Why, and how to have it assessed. */
  readonly reason: string;
}

/** A table that a tool shows besides its results, such as a matrix. */
export interface ReportTable extends Pick<TableLayout, 'head' | 'gap' | 'wrap'> {
  readonly rows: readonly (readonly Cell[])[];
}

/** The report of a tool, independent of the format. Plain data. */
export interface Report {
  readonly tool: ReportTool;
  readonly title: string;
  /** One sentence; empty if the totals say enough. */
  readonly summary: string;
  readonly rules: readonly ReportRule[];
  readonly results: readonly ReportResult[];
  readonly passed: readonly PassedCase[];
  readonly skipped: readonly SkippedCase[];
  /** Preformatted text without colors, and tables. They precede the results in text and Markdown. */
  readonly blocks: readonly (string | ReportTable)[];
  /** The last line, instead of the numbers of results; text leaves it out if it is the title. */
  readonly totals?: string;
  /** Shown by the text format in place of the results, their advice and the list of what was not assessed. */
  readonly inPlaceOfResults?: readonly (string | ReportTable)[];
  /** The tool's own fields of the JSON format, with snake_case names. They cannot replace the fields of every report. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface ReportTotals {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly passed: number;
  readonly skipped: number;
  /** The sum of all costs in TRX; null if no result has one. */
  readonly costTrx: number | null;
}

export function totalsOf({ results, passed, skipped }: Report): ReportTotals {
  const having = (severity: Severity): number =>
    results.filter(result => result.severity === severity).length;
  return {
    errors: having('error'),
    warnings: having('warning'),
    infos: having('info'),
    passed: passed.length,
    skipped: skipped.length,
    costTrx: sumTrx(results.map(({ cost_trx }) => cost_trx)),
  };
}

/** The severity from which a result makes a command fail. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The exit code of a command that reports: 1 if it has a result that is as bad as `failOn` or worse. */
export function exitCodeOf(report: Pick<Report, 'results'>, failOn: FailOn): 0 | 1 {
  if (failOn === 'never') return 0;
  const failing: readonly Severity[] = failOn === 'error' ? ['error'] : ['error', 'warning'];
  return report.results.some(({ severity }) => failing.includes(severity)) ? 1 : 0;
}
