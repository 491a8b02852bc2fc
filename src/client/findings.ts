import { AssertionError } from 'node:assert';
import { type Caller, ROOT } from './account-resources.ts';
import { checkOptions } from './check-options.ts';
import type { ControlClient } from './control-api.ts';
import type { Finding, FindingRule } from './data-types.ts';
import { OPTION_NAMES } from './option-names.ts';
import type { FindingExpectation, FindingFilter } from './options.ts';

/** The findings of an account, or without a path those of all accounts. @throws SandboxError */
export async function findingsOf(
  control: ControlClient,
  filter: FindingFilter,
  path?: Caller['path'],
): Promise<Finding[]> {
  checkOptions('findings', filter, OPTION_NAMES.findings);
  const { limit, ...query } = filter;
  const call = path ? (`${ROOT}/findings` as const) : '/_sandbox/findings';
  return (await control.list(call, { ...(path && { path }), query }, limit)) as Finding[];
}

/** Whether each rule was judged in an account, or without a path in any. @throws SandboxError */
export async function findingRulesOf(control: ControlClient, path?: Caller['path']): Promise<FindingRule[]> {
  const { items } = path
    ? await control.call('get', `${ROOT}/findings/rules`, { path })
    : await control.call('get', '/_sandbox/findings/rules');
  return items as FindingRule[];
}

/** Most findings that one message describes. */
const MAX_DESCRIBED = 20;

const NAMES = { 'query.severity': 'atLeast' };

/** @throws AssertionError that reviews the findings of the account, if it has any */
export async function expectNoFindings(
  { control, path }: Caller,
  account: string,
  expectation: FindingExpectation,
): Promise<void> {
  checkOptions('expectNoFindings', expectation, OPTION_NAMES.expectNoFindings);
  const { atLeast: severity = 'warning', except = [], final = true } = expectation;
  const query = { severity, final, ...(except.length > 0 && { except: String(except) }) };
  const findings = (await control.list(`${ROOT}/findings`, { path, query, names: NAMES })) as Finding[];
  if (findings.length === 0) return;
  throw new AssertionError({
    message: review(account, findings),
    operator: 'expectNoFindings',
    stackStartFn: expectNoFindings,
  });
}

/** `1 error`, `2 errors`. */
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const costOf = (trx: number): string => `${Math.round(trx * 1e6) / 1e6} TRX`;

const idsOf = (noun: string, ids: readonly unknown[]): string[] =>
  ids.length === 0 ? [] : [`${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`];

/** What is wrong with an integration, as a reviewer of its code would put it. */
export function review(account: string, findings: readonly Finding[]): string {
  const cost = findings.reduce((sum, { costTrx }) => sum + (costTrx ?? 0), 0);
  const comments = findings.slice(0, MAX_DESCRIBED).map(one => `\n\n${comment(one)}`);
  const more = findings.length - comments.length;
  return `account ${account}: ${counted(findings.length, 'finding')}${comments.join('')}${
    more > 0 ? `\n\n… and ${counted(more, 'finding')} more; account.findings() lists all` : ''
  }\n\nTotal cost: ${costOf(cost)}`;
}

function comment({
  severity,
  rule,
  message,
  fix,
  costTrx,
  count,
  orders,
  requests,
  events,
}: Finding): string {
  const cost = costTrx === null ? '' : `, cost ${costOf(costTrx)}`;
  const seen = [
    ...(count > 1 ? [`seen ${count} times`] : []),
    ...idsOf('order', orders),
    ...idsOf('request', requests),
    ...idsOf('event', events),
  ];
  return [
    `${severity} ${rule}${cost}`,
    `  ${message}`,
    ...(seen.length > 0 ? [`  (${seen.join('; ')})`] : []),
    `  Fix: ${fix}`,
    `  More: npx energy-rental-sandbox findings --explain ${rule}`,
  ].join('\n');
}
