import { sumTrx } from '../../core/domain/money.ts';

interface Grouped {
  readonly rule: string;
  readonly severity: string;
  readonly count: number;
  readonly cost_trx: number | null;
}

/** The findings of one rule. */
export interface FindingGroup<Finding extends Grouped> {
  readonly rule: string;
  readonly severity: Finding['severity'];
  /** How often the rule was broken, over all its findings. */
  readonly count: number;
  /** What that cost in TRX; null if nothing can be counted. */
  readonly costTrx: number | null;
  readonly findings: readonly Finding[];
}

/** Groups findings by rule, in the order of the first finding of each rule. */
export function groupFindings<Finding extends Grouped>(
  findings: readonly Finding[],
): FindingGroup<Finding>[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return rules.map(rule => {
    const own = findings.filter(finding => finding.rule === rule);
    return {
      rule,
      severity: own[0]!.severity,
      count: own.reduce((sum, { count }) => sum + count, 0),
      costTrx: sumTrx(own.map(({ cost_trx }) => cost_trx)),
      findings: own,
    };
  });
}
