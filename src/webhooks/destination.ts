import { type AddressCheck, DestinationPolicy } from './destination-policy.ts';

/** A parsed webhook URL. */
export interface Destination {
  readonly origin: string;
  /** Host and port, for error messages. */
  readonly host: string;
  /** Path and query; a fragment is not sent. */
  readonly path: string;
  /** Basic credentials from the URL, or null. */
  readonly authorization: string | null;
  /** Checks the addresses that the host's name resolves to; null if they need no check. */
  readonly checkAddress: AddressCheck | null;
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

const ANYWHERE = new DestinationPolicy();

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Parses a webhook URL: http or https, a host, and optionally a port, path, query, and user:password, which are sent
 * as Basic Authorization.
 * @param policy by default, all hosts are allowed
 */
export function readDestination(
  text: string,
  policy: DestinationPolicy = ANYWHERE,
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
  const verdict = policy.judge(url, url.port || defaultPort);
  if ('problem' in verdict) return verdict;
  const { checkAddress } = verdict;
  try {
    const authorization = basicCredentials(url);
    return { origin: url.origin, host, path: url.pathname + url.search, authorization, checkAddress };
  } catch {
    return {
      problem: 'the user or password in the webhook URL is not valid percent-encoding; write % as %25',
    };
  }
}

/** Allows the host and port of a URL in a policy. A URL that nothing can be sent to is ignored. */
export function allowDestination(policy: DestinationPolicy, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const port = url && (url.port || DEFAULT_PORTS[url.protocol]);
  if (url && port) policy.allowUrl(url, port);
}
