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
  const { review } = await import('./finding-review.ts');
  throw new AssertionError({
    message: review(account, findings),
    operator: 'expectNoFindings',
    stackStartFn: expectNoFindings,
  });
}
