import { redacted } from '../../report/report-model.ts';
import { defineRule, REQUEST } from '../rule.ts';
import { clockTime } from '../wording.ts';

const MAX_PATH = 80;

export const unknownPath = defineRule({
  id: 'unknown-path',
  severity: 'warning',
  title: 'A request had a path or a method that the service does not have.',
  bug: 'The client was written for another API or version, guesses a call such as a cancellation or a list of orders, or builds its URLs wrongly.',
  cost: 'The call does nothing. An order that the client believes canceled is delivered and paid.',
  fix: 'Use only the paths and methods of the description. The service has no cancellation and no list of orders: keep your own list, and query each order by its external_id.',
  needs: REQUEST,
  only: [],
  start: () => null,
  decided(_state, { operation, status, method, url, id, atMs, remarks, explain }, { report }) {
    if (operation !== null || (status !== 404 && status !== 405) || !url.startsWith('/api')) return;
    // A path without its final slash is an ambiguous request.
    if (remarks.length > 0) return;
    const path = redacted(url.split('?')[0]!).slice(0, MAX_PATH);
    report({
      key: `${method} ${path}`,
      message: () => `At ${clockTime(atMs)}, ${id} was ${method} ${path}: ${explain}.`,
      requests: [id],
      atMs,
    });
  },
});
