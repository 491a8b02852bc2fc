import { defineRule, reportRemarks } from '../rule.ts';

export const wrongContentType = defineRule({
  id: 'wrong-content-type',
  severity: 'warning',
  title: 'A body was not sent as application/json.',
  bug: 'The HTTP library chooses the header by how the body was passed: a string becomes text/plain, and `curl -d` declares a form.',
  cost: 'The sandbox reads the body anyway, but the specification requires the header. The service, or a gateway in front of it, may begin to refuse such requests at any time.',
  fix: 'Send `Content-Type: application/json` with every body, best with the option of your HTTP library that does both.',
  example: {
    typescript:
      "fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) });",
    python: 'requests.post(url, json=order, timeout=15)  # not data=order',
  },
  needs: {
    missing: 'no request with a body was sent',
    answered: ({ body }) => body !== null && body.length > 0,
  },
  ...reportRemarks(({ kind }) => (kind === 'wrong-content-type' ? '' : null)),
});
