import type { Finding } from './data-types.ts';

/** Most findings that one message describes. */
const MAX_DESCRIBED = 20;

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
