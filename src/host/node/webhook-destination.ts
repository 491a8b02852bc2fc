import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ipMatches, isIpRange, plainIp } from '../../core/domain/ip.ts';

/** Addresses to which a server that other machines can reach sends nothing unless its operator allows it. */
const GUARDED_RANGES: readonly (readonly [kind: string, ranges: readonly string[]])[] = [
  ['a loopback address', ['127.0.0.0/8', '::1']],
  ['a link-local address', ['169.254.0.0/16', 'fe80::/10']],
  [
    'an address of a private network',
    ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10'],
  ],
  // These include the IPv6 ranges that embed an IPv4 address, because a gateway could translate them to any address.
  [
    'a reserved address',
    [
      '0.0.0.0/8',
      '192.0.0.0/24',
      '198.18.0.0/15',
      '224.0.0.0/3',
      '::/96',
      '64:ff9b::/96',
      '64:ff9b:1::/48',
      '2001::/32',
      '2002::/16',
      'ff00::/8',
    ],
  ],
];

/** Returns why nothing may be sent to an IP address; null if webhooks may be sent there. */
export type AddressCheck = (address: string) => string | null;

/** A host whose every address is allowed; without a port, all of its ports. */
interface AllowedHost {
  readonly name: string;
  readonly port: string | null;
}

interface PolicyOptions {
  /** Hosts (`localhost`, `::1`), hosts with a port (`127.0.0.1:4020`) and CIDR ranges; by default, all are allowed. */
  readonly allowHosts?: readonly string[] | undefined;
  /** A URL that is allowed besides. An invalid one is ignored. */
  readonly allowUrl?: string | undefined;
  readonly isGuarded?: boolean;
}

const isRange = (entry: string): boolean => entry.includes('/') && isIpRange(entry);

/** The host of a URL without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function allowedHost(entry: string): AllowedHost {
  const [, name = '', port = null] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (isIP(entry) === 6) return { name: entry.toLowerCase(), port: null };
  return { name: name.replace(/^\[(.*)\]$/, '$1'), port };
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export class DestinationPolicy {
  readonly #isGuarded: boolean;
  readonly #entries: readonly string[] | null;
  readonly #hosts: readonly AllowedHost[];
  readonly #ranges: readonly string[];

  constructor({ allowHosts, allowUrl = '', isGuarded = false }: PolicyOptions = {}) {
    this.#isGuarded = isGuarded;
    this.#entries = allowHosts ?? null;
    const urls = URL.canParse(allowUrl) ? [new URL(allowUrl)] : [];
    this.#hosts = [
      ...(allowHosts ?? []).filter(entry => !isRange(entry)).map(allowedHost),
      ...urls.map(url => ({ name: bareHost(url), port: url.port || (DEFAULT_PORTS[url.protocol] ?? null) })),
    ];
    this.#ranges = (allowHosts ?? []).filter(isRange);
  }

  /**
   * Decides whether webhooks may be sent to a URL. Returns a problem if they may not, and a check if that depends on the
   * addresses of the host's name.
   */
  assess(
    url: URL,
    port: string,
  ): { readonly problem: string } | { readonly checkAddress: AddressCheck | null } {
    const name = bareHost(url);
    const isListed = this.#hosts.some(host => host.name === name && (host.port ?? port) === port);
    if (isListed || (!this.#isGuarded && !this.#entries)) return { checkAddress: null };
    if (isIP(name) !== 0) {
      const reason = this.#check(name);
      return reason === null ? { checkAddress: null } : { problem: `${url.hostname}:${port} ${reason}` };
    }
    if (this.#entries && this.#ranges.length === 0) {
      return { problem: `${url.hostname}:${port} ${this.#notListed()}` };
    }
    const checkAddress = (address: string): string | null => {
      const reason = this.#check(address);
      return reason === null ? null : `it resolves to ${address}, which ${reason}`;
    };
    return { checkAddress };
  }

  #check(address: string): string | null {
    if (ipMatches(address, this.#ranges)) return null;
    if (this.#entries) return this.#notListed();
    const kind = guardedKind(address);
    if (!kind) return null;
    return `is ${kind}; a server that other machines can reach sends webhooks there only if its operator allows it with --webhook-host`;
  }

  #notListed(): string {
    return `is not among the allowed hosts (${this.#entries!.join(', ') || 'none'}); allow it with --webhook-host`;
  }
}

function guardedKind(address: string): string | null {
  const guarded = GUARDED_RANGES.find(([, ranges]) => ipMatches(address, ranges));
  if (guarded) return guarded[0];
  const own = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []);
  return own.some(one => one.address === plainIp(address)) ? 'an address of this machine' : null;
}

export interface Destination {
  readonly origin: string;
  /** Host and port, for error messages. */
  readonly host: string;
  /** Path and query; a fragment is not sent. */
  readonly path: string;
  /** Basic credentials from the URL, or null. */
  readonly authorization: string | null;
  /** Checks the addresses of the host's name; null if they need no check. */
  readonly checkAddress: AddressCheck | null;
}

export const MAX_URL = 2_048;

const WHITESPACE_OR_CONTROL = /[\s\p{Cc}]/u;

const EXAMPLE = 'http://127.0.0.1:4020/webhooks';

/** The user and password of a URL; throws URIError if their percent-encoding is not valid. */
function basicCredentials(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

const ANYWHERE = new DestinationPolicy();

/**
 * Parses a webhook URL: http or https, a host, and optionally a port, path, query, and user:password, which are sent
 * as Basic Authorization.
 * @param policy by default, all hosts are allowed
 * @returns the destination; or why nothing can be sent there, and how to fix it
 */
export function readDestination(
  text: string,
  policy: DestinationPolicy = ANYWHERE,
): Destination | { readonly problem: string } {
  if (text === '') return { problem: `the account has no webhook URL; set one, for example ${EXAMPLE}` };
  if (text.length > MAX_URL) {
    return { problem: `the URL has ${text.length} characters; at most ${MAX_URL} are allowed` };
  }
  // The parser of URLs drops some of these characters, and escapes others.
  if (WHITESPACE_OR_CONTROL.test(text))
    return {
      problem: `${JSON.stringify(text)} contains whitespace or a control character; remove it, or write it percent-encoded, such as %20`,
    };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url)
    return { problem: `${JSON.stringify(text)} is not a valid URL; a webhook URL looks like ${EXAMPLE}` };
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (!defaultPort) return { problem: `${url.protocol} is not supported for webhooks; use http: or https:` };
  const host = `${url.hostname}:${url.port || defaultPort}`;
  const assessment = policy.assess(url, url.port || defaultPort);
  if ('problem' in assessment) return assessment;
  const { checkAddress } = assessment;
  try {
    const authorization = basicCredentials(url);
    return { origin: url.origin, host, path: url.pathname + url.search, authorization, checkAddress };
  } catch {
    return {
      problem: 'the user or password in the webhook URL is not valid percent-encoding; write % as %25',
    };
  }
}
