import { AssertionError } from 'node:assert';
import { counted } from '../core/text/wording.ts';
import type { Count, FindingExpectation, RequestMatch, WebhookMatch } from './call-options.ts';
import { checkConditions, checkOptions } from './check-options.ts';
import type { Finding, FromWire } from './data-types.ts';
import { invalidOption } from './errors.ts';
import { type Caller, ROOT } from './sandbox-control.ts';

type Verdict = FromWire<'RequestVerdict'> | FromWire<'WebhookVerdict'>;

/** @throws SandboxError INVALID_OPTION for an unknown name, and without a value, which the server would not see */
function checkCount(call: string, count: Count): void {
  checkOptions(call, count, ['exactly', 'at_least', 'at_most', 'never']);
  if (Object.values(count).some(value => value !== undefined)) return;
  const expected = 'exactly, at_least, at_most and never, or at_least and at_most together';
  throw invalidOption(call, 'count', `the count is one of ${expected}, but has none of them`);
}

/** Asks the server. @throws SandboxError, INVALID_OPTION for an undefined condition and for an invalid count */
async function verify(
  call: string,
  { control, path }: Caller,
  what: 'requests' | 'webhooks',
  match: RequestMatch | WebhookMatch,
  count?: Count,
): Promise<Verdict> {
  checkConditions(call, match);
  if (count !== undefined) checkCount(call, count);
  return control.post(`${ROOT}/${what}/verify`, { path, body: { match, count } as never });
}

const differenceLine = ({ field, expected, actual }: FromWire<'Difference'>): string =>
  `      ${field}: expected ${JSON.stringify(expected)}, got ${actual === undefined ? 'nothing' : JSON.stringify(actual)}`;

/** Describes a result, with the nearest misses field by field. */
function explain(what: string, match: object, { expected, matched, near_misses }: Verdict): string {
  const headline = `expected ${what} with ${JSON.stringify(match)}: ${expected}, found ${matched}`;
  if (near_misses.length === 0) return headline;
  const misses = near_misses.flatMap(miss => [
    `    ${'request_id' in miss ? miss.request_id : miss.event_id}`,
    ...miss.differences.map(differenceLine),
  ]);
  return [headline, '  the nearest misses:', ...misses].join('\n');
}

/** The id of the latest matching request, and for a wait that finds none, the nearest misses. */
export async function latestRequest(caller: Caller, match: RequestMatch) {
  const verdict = await verify('waitForRequest', caller, 'requests', match);
  return { found: verdict.matches.at(-1), status: explain('requests', match, verdict) };
}

/** @throws AssertionError unless as many matching requests were made as expected */
export async function expectRequest(caller: Caller, match: RequestMatch, count?: Count): Promise<void> {
  const verdict = await verify('expectRequest', caller, 'requests', match, count);
  throwIfFailed(verdict, explain('requests', match, verdict));
}

/** @throws AssertionError unless as many matching events happened as expected */
export async function expectWebhook(caller: Caller, match: WebhookMatch, count?: Count): Promise<void> {
  const verdict = await verify('expectWebhook', caller, 'webhooks', match, count);
  throwIfFailed(verdict, explain('webhook events', match, verdict));
}

function throwIfFailed(result: Verdict, message: string): void {
  if (result.ok) return;
  const { matched: actual, expected } = result;
  throw new AssertionError({ message, actual, expected, operator: 'fail', stackStartFn: throwIfFailed });
}

/** @throws AssertionError that reviews the findings of the account, if it has any */
export async function expectNoFindings(
  { control, path }: Caller,
  account: string,
  expectation: FindingExpectation,
): Promise<void> {
  checkOptions('expectNoFindings', expectation, ['severity', 'except', 'final']);
  const { severity = 'warning', except = [], final = true } = expectation;
  const query = { severity, final, ...(except.length > 0 && { except: String(except) }) };
  const findings = await control.list(`${ROOT}/findings`, { path, query });
  if (findings.length === 0) return;
  throw new AssertionError({
    message: review(account, findings as Finding[]),
    operator: 'expectNoFindings',
    stackStartFn: expectNoFindings,
  });
}

/** The maximum number of findings that one message describes. */
const MAX_DESCRIBED = 20;

const costOf = (trx: number): string => `${Math.round(trx * 1e6) / 1e6} TRX`;

const idsOf = (noun: string, ids: readonly unknown[]): string[] =>
  ids.length === 0 ? [] : [`${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`];

/** The findings about an integration, as a list of review comments. */
function review(account: string, findings: readonly Finding[]): string {
  const cost = findings.reduce((sum, { cost_trx }) => sum + (cost_trx ?? 0), 0);
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
  cost_trx,
  count,
  orders,
  requests,
  events,
}: Finding): string {
  const cost = cost_trx === null ? '' : `, cost ${costOf(cost_trx)}`;
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
