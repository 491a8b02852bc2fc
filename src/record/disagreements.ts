import { type Report, type ReportResult, resultOf } from '../report/report.ts';
import {
  DISAGREEMENT_RULES,
  type DisagreementRule,
  type Problem,
  REPORT_RULES,
} from './disagreement-rules.ts';

/** How many different disagreements are listed; further ones are counted. */
export const MAX_DISAGREEMENTS = 1_000;

/** How many exchanges a disagreement names. */
const MAX_NAMED = 10;

interface Disagreement {
  readonly problem: Problem;
  readonly exchanges: number[];
  count: number;
}

/** What was recorded in total. */
export interface RecordedTotals {
  readonly file: string;
  readonly exchanges: number;
  readonly webhooks: number;
  /** Exchanges without a complete response. */
  readonly incomplete: number;
  /** Exchanges that were passed on and are not in the file: it cannot be written, or is full. */
  readonly unrecorded: number;
}

/** Equal problems of different items are one. */
const idOf = ({ rule, subject, message }: Problem): string =>
  JSON.stringify([rule, subject, message.replaceAll(/\.\d+(?=[.:])/g, '.*').replaceAll(/\[\d+\]/g, '[*]')]);

function exchangesText({ exchanges, count }: Disagreement): string {
  const others = count - exchanges.length;
  const named = exchanges.join(', ');
  return `exchange${count === 1 ? '' : 's'} ${named}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Collects where the service and the description disagree, grouped. */
export class Disagreements {
  readonly #found = new Map<string, Disagreement>();
  #unlisted = 0;

  /** @param exchange its number in the file */
  add(exchange: number, problems: readonly Problem[]): void {
    // An exchange with the same problem in several items counts once.
    for (const [id, problem] of new Map(problems.map(one => [idOf(one), one]))) {
      const known = this.#found.get(id);
      if (known) {
        known.count += 1;
        if (known.exchanges.length < MAX_NAMED) known.exchanges.push(exchange);
      } else if (this.#found.size < MAX_DISAGREEMENTS) {
        this.#found.set(id, { problem, exchanges: [exchange], count: 1 });
      } else this.#unlisted += 1;
    }
  }

  report(totals: RecordedTotals): Report {
    const { file, exchanges, webhooks, incomplete, unrecorded } = totals;
    const results = DISAGREEMENT_RULES.flatMap(rule => this.#resultsOf(rule, file));
    const found = new Set(results.map(({ rule }) => rule));
    const counts = [
      `${exchanges} exchange${exchanges === 1 ? '' : 's'} in ${file}`,
      ...(webhooks > 0 ? [`${webhooks} of them webhooks`] : []),
      ...(incomplete > 0 ? [`${incomplete} without a complete response`] : []),
      ...(unrecorded > 0 ? [`${unrecorded} further ones not recorded`] : []),
    ];
    const unlisted = this.#unlisted > 0 ? ` ${this.#unlisted} further disagreements are not listed.` : '';
    return {
      tool: 'record',
      title: 'Where the service and the description disagree',
      summary: `${counts.join(', ')}.${unlisted}`,
      rules: REPORT_RULES,
      results,
      passed:
        exchanges === incomplete
          ? []
          : REPORT_RULES.filter(({ id }) => !found.has(id)).map(({ id, title }) => ({ id, title })),
      skipped: [],
      blocks: [],
      data: { ...totals },
    };
  }

  #resultsOf(rule: DisagreementRule, file: string): ReportResult[] {
    return [...this.#found.values()]
      .filter(({ problem }) => problem.rule === rule)
      .map((one, index) =>
        resultOf({
          id: `${rule}-${index + 1}`,
          rule,
          severity: 'warning',
          message: `${one.problem.subject}: ${one.problem.message} (${exchangesText(one)})`,
          fix: null,
          count: one.count,
          // Each exchange has a line of its own, after the first line.
          file: { path: file, line: one.exchanges[0]! + 1 },
        }),
      );
  }
}
