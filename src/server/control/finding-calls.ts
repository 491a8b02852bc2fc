import type { components, operations } from '../../contract/control-v1.generated.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { Coverage } from '../../judge/coverage/coverage-counter.ts';
import type { Finding } from '../../judge/findings/account-findings.ts';
import { ruleIdProblem } from '../../judge/findings/rule-settings.ts';
import { SEVERITIES } from '../../judge/report/report-model.ts';
import type { Handlers } from './control-call.ts';
import { invalid } from './control-error.ts';
import { type Page, pageOf } from './paging.ts';

type FindingQuery = NonNullable<operations['listFindings']['parameters']['query']>;
type FindingData = components['schemas']['Finding'];

const dataOf = ({ orders, requests, events, ...finding }: Finding): FindingData => ({
  ...finding,
  orders: [...orders],
  requests: [...requests],
  events: [...events],
});

function checkRule(parameter: 'rule' | 'except', id: string): void {
  const problem = ruleIdProblem(id);
  if (problem !== null) throw invalid(`query.${parameter}`, `query.${parameter}: ${problem}`);
}

function findingsPage(
  clock: HostClock,
  findings: readonly Finding[],
  query: FindingQuery,
): Promise<Page<FindingData>> {
  const { severity = 'info', rule, except } = query;
  const excepted = except?.split(',').filter(id => id !== '') ?? [];
  if (rule !== undefined) checkRule('rule', rule);
  for (const id of excepted) checkRule('except', id);
  const least = SEVERITIES.indexOf(severity);
  const matches = (finding: Finding): boolean =>
    SEVERITIES.indexOf(finding.severity) <= least &&
    (rule === undefined || finding.rule === rule) &&
    !excepted.includes(finding.rule);
  return pageOf(clock, findings, query, { matches, show: dataOf });
}

const coverageData = ({ items, ...totals }: Coverage): components['schemas']['Coverage'] => ({
  items: items.map(item => ({ ...item })),
  ...totals,
});

export const findingCalls = {
  listFindingRules: ({ findings, account }) => ({ items: findings.assessmentsOf(account) }),
  listAllFindingRules: ({ findings }) => ({ items: findings.assessments() }),
  listFindings: ({ core, clock, findings, account, query }) => {
    const nowMs = query.final ? Number.POSITIVE_INFINITY : core.runner.nowMs(account);
    return findingsPage(clock, findings.of(account, nowMs), query);
  },
  listAllFindings: ({ core, clock, findings, query }) => {
    const all = findings.all(account => {
      if (query.final) return Number.POSITIVE_INFINITY;
      return account ? core.runner.nowMs(account) : clock.wallMs();
    });
    return findingsPage(clock, all, query);
  },
  getCoverage: ({ coverage, account }) => coverageData(coverage.of(account)),
  getServerCoverage: ({ coverage }) => coverageData(coverage.all()),
} satisfies Partial<Handlers>;
