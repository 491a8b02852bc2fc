import type { RemarkKind } from '../../../core/facts.ts';
import { defineRule, REQUEST, reportRemarks } from '../rule.ts';

const AMBIGUOUS: ReadonlySet<RemarkKind> = new Set(['repeated-parameter', 'missing-slash']);

export const ambiguousRequest = defineRule({
  id: 'ambiguous-request',
  severity: 'warning',
  title: 'A request had a repeated parameter, or a path without its final slash.',
  bug: 'Parameters are added to a URL that already has them, or URLs are joined by a function that removes the final slash.',
  cost: 'Which of two values counts is not defined: your code, a proxy and the service may each use a different one, and the order is not what you logged. A path without its slash is not found, or is redirected, and many HTTP libraries turn a redirected POST into a GET.',
  fix: 'Set each parameter once. Copy paths from the description, with their final slash.',
  example: {
    typescript: "const url = new URL('/api/v1/status/', baseUrl); url.searchParams.set('external_id', id);",
    python: 'requests.get(f"{base_url}/api/v1/status/", params={"external_id": external_id}, timeout=15)',
  },
  needs: REQUEST,
  ...reportRemarks(({ kind, subject }) => (AMBIGUOUS.has(kind) ? `${kind} ${subject}` : null)),
});
