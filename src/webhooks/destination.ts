/** A parsed webhook URL. */
export interface Destination {
  readonly origin: string;
  /** Host and port, for error messages. */
  readonly host: string;
  /** Path and query; a fragment is not sent. */
  readonly path: string;
  /** Basic credentials from the URL, or null. */
  readonly authorization: string | null;
}

/** Why nothing can be sent to a URL, and how to fix it. */
export interface DestinationProblem {
  readonly problem: string;
}

/** The maximum length of a webhook URL in characters. */
export const MAX_URL = 2_048;

const EXAMPLE = 'http://127.0.0.1:4020/webhooks';

/** The user and password of a URL; throws URIError if their percent-encoding is not valid. */
function basicCredentials(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** An entry is a host, which allows all of its ports, or host:port. */
function isAllowed(url: URL, host: string, allowHosts: readonly string[]): boolean {
  const unbracketed = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return allowHosts.some(entry => [url.hostname, unbracketed, host].includes(entry.toLowerCase()));
}

/**
 * Parses a webhook URL: http or https, a host, and optionally a port, path, query, and user:password, which are sent
 * as Basic Authorization.
 * @param allowHosts hosts (`localhost`, `::1`) or hosts with a port (`127.0.0.1:4020`); by default, all are allowed
 */
export function readDestination(
  text: string,
  allowHosts?: readonly string[],
): Destination | DestinationProblem {
  if (text === '') return { problem: `the account has no webhook URL; set one, for example ${EXAMPLE}` };
  if (text.length > MAX_URL) {
    return { problem: `the URL has ${text.length} characters; at most ${MAX_URL} are allowed` };
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url)
    return { problem: `${JSON.stringify(text)} is not a valid URL; a webhook URL looks like ${EXAMPLE}` };
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (!defaultPort) return { problem: `${url.protocol} is not supported for webhooks; use http: or https:` };
  const host = `${url.hostname}:${url.port || defaultPort}`;
  if (allowHosts && !isAllowed(url, host, allowHosts)) {
    return {
      problem: `${host} is not among the allowed hosts (${allowHosts.join(', ') || 'none'}); allow it`,
    };
  }
  try {
    const authorization = basicCredentials(url);
    return { origin: url.origin, host, path: url.pathname + url.search, authorization };
  } catch {
    return {
      problem: 'the user or password in the webhook URL is not valid percent-encoding; write % as %25',
    };
  }
}
