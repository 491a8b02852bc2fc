import { ADDRCONFIG, type LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { HostClock } from './host-clock.ts';

/*
 * Looks up the addresses of host names without occupying threads.
 *
 * The lookup of the system (getaddrinfo) blocks one of the two threads that Node gives to lookups, for 10 s or more if
 * the name server of a domain is silent. Two such names would delay every other lookup of the process. On Linux,
 * therefore, this module reads what getaddrinfo reads (/etc/hosts, and the search domains of /etc/resolv.conf, which
 * Kubernetes needs) and sends its queries with c-ares, which needs a socket and no thread. The system is asked only for
 * names that neither the files nor the name servers know, because it has further sources, such as mDNS. It is not asked
 * for names whose server is silent.
 *
 * Other systems have VPNs with their own name servers, which c-ares does not know. There, the system looks up
 * everything.
 */

export const LOOKUP_TIMEOUT_MS = 5_000;
const FIRST_TRY_MS = 1_500;

export interface NameSources {
  readonly hostsFile: string;
  readonly resolverFile: string;
  /** Name servers, with ports; by default, the machine's. */
  readonly servers?: readonly string[];
}

const THIS_MACHINE: NameSources = { hostsFile: '/etc/hosts', resolverFile: '/etc/resolv.conf' };

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const addressesIn = (hosts: string, name: string): LookupAddress[] =>
  hosts.split('\n').flatMap(line => {
    // Files that block advertising have 200,000 lines, so only lines with the name are split into fields.
    if (!line.toLowerCase().includes(name)) return [];
    const [address = '', ...names] = line.replace(/#.*/, '').toLowerCase().trim().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [{ address, family: isIP(address) }] : [];
  });

/** The full names to query, in order, as resolv.conf(5) says. A name that ends with a dot is complete. */
function candidatesFor(host: string, resolverConfiguration: string): string[] {
  if (host.endsWith('.')) return [host.slice(0, -1)];
  const [, domains = ''] =
    [...resolverConfiguration.matchAll(/^(?:search|domain)[ \t]([^#;\n]*)/gm)].at(-1) ?? [];
  const [, requiredDots = 1] = /^options[ \t].*\bndots:(\d+)/m.exec(resolverConfiguration) ?? [];
  const searched = domains.split(/\s+/).filter(domain => !['', '.'].includes(domain));
  const names = searched.map(domain => `${host}.${domain}`);
  return host.split('.').length > Number(requiredDots) ? [host, ...names] : [...names, host];
}

/** The codes of answers that say that a name, or its addresses, do not exist. */
const UNKNOWN_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']);
const UNANSWERED: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECANCELLED']);

/** None if no candidate exists. @throws Error if a query fails */
async function query(resolver: Resolver, candidates: readonly string[]): Promise<LookupAddress[]> {
  let failure: Error | null = null;
  for (const name of candidates) {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses.map(address => ({ address, family: isIP(address) }));
    for (const answer of answers) {
      if (answer.status === 'fulfilled' || UNKNOWN_NAME.has(answer.reason.code)) continue;
      failure ??= answer.reason as Error;
      if (UNANSWERED.has(answer.reason.code))
        throw Object.assign(new Error('the name server is silent'), { code: 'ETIMEOUT' });
    }
  }
  if (failure) throw failure;
  return [];
}

const askSystem = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true, hints: ADDRCONFIG });

/** @throws Error with a `code`, such as ENOTFOUND, or ETIMEOUT if no name server answered within `LOOKUP_TIMEOUT_MS` */
export async function lookUpName(
  host: string,
  clock: HostClock,
  signal: AbortSignal,
  sources = THIS_MACHINE,
): Promise<readonly LookupAddress[]> {
  if (process.platform !== 'linux') return askSystem(host);
  const name = host.toLowerCase().replace(/\.$/, '');
  const listed = addressesIn(await textOf(sources.hostsFile), name);
  if (listed.length > 0) return listed;
  if (/(^|\.)localhost$/.test(name)) return LOOPBACK;
  const candidates = candidatesFor(host, await textOf(sources.resolverFile));
  signal.throwIfAborted();
  // A new one for each lookup reads the current name servers.
  const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: 2 });
  if (sources.servers) resolver.setServers(sources.servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  const cancelTimeout = clock.wake(LOOKUP_TIMEOUT_MS, cancel);
  let found: readonly LookupAddress[];
  try {
    found = await query(resolver, candidates);
  } finally {
    cancelTimeout();
    signal.removeEventListener('abort', cancel);
  }
  return found.length > 0 ? found : askSystem(host);
}
