/** The sandbox's own keys and webhook secrets, which begin with a fixed prefix. */
const GENERATED_SECRET = /(?:ersk|whsec)_[^\s"'`<>&?#/\\,;|()[\]{}]+/g;

const REDACTED = '[redacted]';

/**
 * Copies plain data without secrets: keys and webhook secrets of the sandbox, and the given ones, wherever they occur in
 * a string or the name of a field.
 * @param secrets such as an account's API key; empty strings are ignored
 */
export function withoutSecrets<T>(data: T, secrets: readonly string[]): T {
  // The longest first: a secret may contain another one.
  const known = secrets.filter(Boolean).sort((a, b) => b.length - a.length);
  const cleanText = (text: string): string =>
    known
      .reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text)
      .replace(GENERATED_SECRET, REDACTED);
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [cleanText(name), clean(field)]));
  };
  return clean(data) as T;
}
