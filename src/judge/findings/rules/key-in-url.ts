import { redacted } from '../../report/report-model.ts';
import { defineRule, REQUEST } from '../rule.ts';
import { clockTime } from '../wording.ts';

const SECRET_NAME = /^(?:api[_-]?key|key|token|access[_-]?token|auth|authorization|secret|password)$/i;

/** In every URL that has a key: its name, the beginning of its value, or an escape that may hide either. */
const MAY_HAVE_KEY = /%|key|token|auth|secret|password|bearer|ersk_|whsec_/i;

/** True for text with a bearer token, or one of the sandbox's own keys and secrets. */
const hasSecret = (text: string): boolean => /^bearer /i.test(text) || redacted(text) !== text;

/** Decodes escapes as far as possible. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** True if a part of a URL is a credential, or one of its parameters has the name of one. */
const hasKey = (path: string, query: string): boolean =>
  hasSecret(path) ||
  [...new URLSearchParams(query)].some(
    ([name, value]) => (SECRET_NAME.test(name) && value !== '') || hasSecret(value) || hasSecret(name),
  );

export const keyInUrl = defineRule({
  id: 'key-in-url',
  severity: 'error',
  title: 'A key or token was sent in the path or the query.',
  bug: 'The client passes the API key as a parameter, often in addition to the header, or builds URLs from a template that contains it.',
  cost: 'URLs are written to access logs, proxies, error trackers and browser histories. Whoever reads one can spend the balance.',
  fix: 'Send the key only as `Authorization: Bearer <API_KEY>`, remove it from all URLs, and revoke every key that was sent in a URL.',
  example: {
    typescript: "fetch(url, { headers: { Authorization: 'Bearer ' + apiKey } });",
    python: 'session.headers["Authorization"] = f"Bearer {api_key}"',
  },
  needs: REQUEST,
  start: () => null,
  decided(_state, { url, id, method, atMs }, { report }) {
    if (!MAY_HAVE_KEY.test(url)) return;
    const question = url.indexOf('?');
    const path = decoded(question < 0 ? url : url.slice(0, question));
    if (!hasKey(path, question < 0 ? '' : url.slice(question + 1))) return;
    report({
      message: () =>
        `At ${clockTime(atMs)}, the URL of ${id} (${method} ${redacted(path).slice(0, 80)}) contained a key or token.`,
      requests: [id],
      atMs,
    });
  },
});
