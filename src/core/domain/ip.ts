import { BlockList, isIP } from 'node:net';
import { getOrMake } from './collections.ts';

/** True for an IPv4 or IPv6 address, or a CIDR range of either. */
export function isIpRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

const MAPPED_BITS = 96;

/** The IPv4 address of an IPv4-mapped IPv6 address in any notation, or null. */
function mappedIpv4(ip: string): string | null {
  if (!ip.includes(':') || isIP(ip) !== 6) return null;
  const { hostname } = new URL(`http://[${ip.replace(/%.*$/, '')}]`);
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return null;
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${left >> 8}.${left & 0xff}.${right >> 8}.${right & 0xff}`;
}

/** Converts an IPv4-mapped address, as IPv6 sockets report IPv4 clients, to IPv4: `::ffff:10.0.0.1` to 10.0.0.1. */
export const plainIp = (ip: string): string => mappedIpv4(ip) ?? ip;

/** One list per family, because a single BlockList matches IPv4 addresses with IPv6 ranges. */
interface Ranges {
  readonly 4: BlockList;
  readonly 6: BlockList;
}

const compiled = new WeakMap<readonly string[], Ranges>();

function addRange(lists: Ranges, range: string): void {
  const [literal = '', bits] = range.split('/');
  const mapped = mappedIpv4(literal);
  const isWide = bits !== undefined && Number(bits) < MAPPED_BITS;
  const address = mapped !== null && !isWide ? mapped : literal;
  const family = isIP(address) === 6 ? 6 : 4;
  const skipped = address === mapped ? MAPPED_BITS : 0;
  if (bits === undefined) lists[family].addAddress(address, `ipv${family}`);
  else lists[family].addSubnet(address, Number(bits) - skipped, `ipv${family}`);
}

function compile(ranges: readonly string[]): Ranges {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const range of ranges) addRange(lists, range);
  return lists;
}

const listsOf = (ranges: readonly string[]): Ranges => getOrMake(compiled, ranges, compile);

/**
 * True if an address is in one of the ranges, which must all have passed isIpRange. An IPv6 range contains only IPv6
 * addresses, except for a range of IPv4-mapped addresses.
 */
export function ipMatches(ip: string, ranges: readonly string[]): boolean {
  const address = plainIp(ip);
  const family = isIP(address);
  if (family === 0) return false;
  return family === 6 ? listsOf(ranges)[6].check(address, 'ipv6') : listsOf(ranges)[4].check(address, 'ipv4');
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/**
 * True if a Host header can only name a server that listens on a host. A hostile page can make a public DNS name of its
 * own resolve to this machine (DNS rebinding); it cannot do that with a loopback name, an IP address or a name without a
 * period.
 * @param names further names of the server, in any case
 */
export function namesServer(header: string, host: string, names: readonly string[] = []): boolean {
  const name = header.replace(/:\d*$/, '').toLowerCase();
  if (isLoopback(name) || name.endsWith('.localhost')) return true;
  if ([host, ...names].some(one => one.toLowerCase() === name)) return true;
  if (isLoopback(host)) return false;
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || !name.includes('.');
}

const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** A host that a server listens on, in the form for a URL that this machine can call. */
export function hostInUrl(host: string): string {
  const callable = ANY_ADDRESS[host] ?? host;
  return callable.includes(':') ? `[${callable.replace(/^\[(.*)\]$/, '$1')}]` : callable;
}

/** The problem with a host for webhooks, and how to fix it; null if there is none. */
export function webhookHostProblem(text: string): string | null {
  if (isIpRange(text)) return null;
  const url = /^[^/?#@*\s\\]+$/.test(text) && URL.canParse(`http://${text}`);
  return url
    ? null
    : `expected a host, a host with a port or a CIDR range, such as shop.example, 10.1.2.3:4020 or 10.0.0.0/8, got ${JSON.stringify(text)}`;
}
