import { acceptedItem, isAcceptedInPart } from '../parts/accepted-item.ts';
import { isRefusedForGood, refusedOrder } from '../parts/refused-order.ts';
import { isLimited, retryAfter } from '../parts/retry-after.ts';
import { isRefusedUnchanged, unchangedRequest } from '../parts/unchanged-request.ts';
import type { FindingRule } from '../rule.ts';

export const refusalIgnored: FindingRule = {
  id: 'refusal-ignored',
  severity: 'error',
  milder: ['warning'],
  title: 'A request was sent again, or its order was asked for, as if it had not been refused.',
  bug: 'The client retries every failure the same way, or takes every response for an acceptance. It is an error if a request was sent again after a 429 before the time in Retry-After had elapsed, whose value is a number of seconds or a date; requests that were sent in parallel before do not count. It is a warning if an identical request was sent for the third time within ten minutes after a refusal that only a change could resolve (400, 401, 402, 403, 413, 422, PACKAGE_NOT_FOUND), and nothing had changed; if the status of an order was queried three times after the service had refused to make it; or if items that a 207 had accepted were sent again in another bulk request.',
  cost: 'Each request counts, so a limited key stays limited: its orders and status queries fail for as long as the client keeps calling. Requests that cannot succeed delay those that could. A customer whose refused order is waited for gets nothing.',
  fix: 'On a 429, wait at least the time in Retry-After before the next request of the same key, with some jitter, and share that pause among all workers. Retry only lost responses, 429 and 5xx. Report every other refusal with its error code, and try again only after something has changed. Read the result of every item of a bulk request.',
  example: {
    typescript: [
      "if (response.status === 429) limitedUntil = Date.now() + Number(response.headers.get('Retry-After')) * 1_000;",
      '// in front of every request of the key, whichever worker sends it:',
      'while (Date.now() < limitedUntil) await sleep(limitedUntil - Date.now() + Math.random() * 1_000);',
      'if (status >= 400 && status < 500 && status !== 429) throw new Refused(status, envelope.error);',
    ].join('\n'),
    python: [
      'if response.status_code == 429:',
      '    limited_until = time.time() + int(response.headers["Retry-After"])',
      '# in front of every request of the key, whichever worker sends it:',
      'time.sleep(max(0, limited_until - time.time()) + random.random())',
    ].join('\n'),
  },
  needs: {
    missing: 'no request was refused, except for a reason that passes',
    scenario: 'rate-limited',
    answered: exchange =>
      isLimited(exchange) ||
      isRefusedUnchanged(exchange) ||
      isRefusedForGood(exchange) ||
      isAcceptedInPart(exchange),
  },
  parts: [retryAfter, unchangedRequest, refusedOrder, acceptedItem],
};
