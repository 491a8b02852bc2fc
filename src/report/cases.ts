import { kindOf, type Report, type ReportResult } from './report.ts';
import { SKIPPED_LABELS } from './wording.ts';

/** A rule or case with all that was found under its id. */
export interface JudgedCase {
  readonly id: string;
  readonly title: string;
  /** Empty if it found nothing. */
  readonly results: readonly ReportResult[];
  /** Why it was not judged: `not applicable: no order was completed or failed`; null if it was. */
  readonly skipped: string | null;
}

/**
 * Each id of a report once: first those with results, in the order of their first result, then those that were not
 * judged, then those that found nothing. Rules that are in none of the lists are left out.
 */
export function casesOf({ rules, results, passed, skipped }: Report): JudgedCase[] {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const byRule = new Map<string, ReportResult[]>();
  for (const result of results) {
    const found = byRule.get(result.rule);
    if (found) found.push(result);
    else byRule.set(result.rule, [result]);
  }
  const cases = new Map<string, JudgedCase>();
  const add = (one: JudgedCase): void => {
    if (!cases.has(one.id)) cases.set(one.id, one);
  };
  for (const [id, found] of byRule) add({ id, title: titles.get(id) ?? id, results: found, skipped: null });
  for (const one of skipped) {
    const { id, title, reason } = one;
    const kind = kindOf(one);
    const prefix = kind === 'not-judged' ? '' : `${SKIPPED_LABELS[kind].toLowerCase()}: `;
    add({ id, title, results: [], skipped: prefix + reason });
  }
  for (const { id, title } of passed) add({ id, title, results: [], skipped: null });
  return [...cases.values()];
}
