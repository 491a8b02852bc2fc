const REDACTED = '[redacted]';

/** Words that make a name secret wherever they occur in it, such as `token` in `X-Auth-Token`. */
const SECRET_PARTS =
  /token|secret|passw|passphrase|apikey|accesskey|privatekey|authorization|credential|cookie|bearer|session|jwt|signature/;

/** Short names that are secret only as a whole. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['key', 'auth', 'pass', 'pwd', 'sid', 'sig', 'code']);

const URL_HEADERS: ReadonlySet<string> = new Set([
  'location',
  'content-location',
  'referer',
  'refresh',
  'link',
]);

/** How often a name is decoded: a name that was percent-encoded twice is readable after two decodings. */
const MAX_DECODINGS = 3;

/** Decodes percent-encoded bytes one by one, so that text with invalid escapes is decoded as far as possible. */
const decodeOnce = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** True if the value of a header, parameter or field with this name is a secret. */
export function isSecretName(name: string): boolean {
  let decoded = name;
  for (let count = 0; count < MAX_DECODINGS && decoded.includes('%'); count++) decoded = decodeOnce(decoded);
  const letters = decoded.toLowerCase().replace(/[^a-z0-9]/g, '');
  return SECRET_NAMES.has(letters) || SECRET_PARTS.test(letters);
}

/** A user and password before the host of a URL. */
const USER_INFO = /(\/\/)[^/?#\s@]*(?:@[^/?#\s@]*)*@/g;

/** Removes the values of parameters with secret names, even inside a value that is itself a URL. */
function redactParameters(text: string): string {
  const names = /[?&;#]([^?&;#=\s]+)=/g;
  const valueEnd = /[&\s]|$/g;
  let result = '';
  let copiedTo = 0;
  for (let match = names.exec(text); match; match = names.exec(text)) {
    if (!isSecretName(match[1]!)) continue;
    result += text.slice(copiedTo, names.lastIndex) + REDACTED;
    valueEnd.lastIndex = names.lastIndex;
    copiedTo = valueEnd.exec(text)!.index;
    names.lastIndex = copiedTo;
  }
  return result + text.slice(copiedTo);
}

/**
 * Removes secrets from a URL, or from the URLs in a text: user and password, and the values of parameters whose names
 * say that they are secret. Names are compared percent-decoded and without regard to case, hyphens and underscores.
 */
export const redactUrls = (text: string): string =>
  /[?@&#]/.test(text) ? redactParameters(text.replace(USER_INFO, `$1${REDACTED}@`)) : text;

/** A redacted secret. The scheme stays, because a wrong one is a common mistake. */
const redactValue = (value: string): string => {
  const scheme = /^(bearer|basic|digest|token|api-?key|key) /i.exec(value)?.[0] ?? '';
  return `${scheme}${REDACTED}`;
};

export function redactHeader(name: string, value: string): string {
  if (isSecretName(name)) return redactValue(value);
  return URL_HEADERS.has(name.toLowerCase()) ? redactUrls(value) : value;
}

/** The value of a header or parameter in a path such as `headers.authorization` or `query.token`, without secrets. */
export function redactAt(path: string, value: unknown): unknown {
  const name = path.slice(path.indexOf('.') + 1);
  return typeof value === 'string' ? redactHeader(name, value) : value;
}

export const redactHeaders = (
  headers: Readonly<Record<string, string | number>>,
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactHeader(name, value) : value,
    ]),
  );
