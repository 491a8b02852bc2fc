import { BlockList, isIP } from 'node:net';

/** True for an IPv4 or IPv6 address, or a CIDR range of either. */
export function isIpRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** `::ffff:10.0.0.1` is 10.0.0.1 that came over an IPv6 socket. */
export const plainIp = (ip: string): string => (/^::ffff:\d/i.test(ip) ? ip.slice(7) : ip);

const compiled = new WeakMap<readonly string[], BlockList>();

function listOf(ranges: readonly string[]): BlockList {
  let list = compiled.get(ranges);
  if (!list) {
    list = new BlockList();
    for (const range of ranges) {
      const [written = '', bits] = range.split('/');
      const address = plainIp(written);
      const mapped = address !== written;
      const prefix = bits === undefined ? undefined : Number(bits) - (mapped ? 96 : 0);
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (prefix === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Math.max(0, prefix), family);
    }
    compiled.set(ranges, list);
  }
  return list;
}

/** True where an address lies in one of the ranges (all of which passed isIpRange). */
export function ipMatches(ip: string, ranges: readonly string[]): boolean {
  const address = plainIp(ip);
  const family = isIP(address);
  return family !== 0 && listOf(ranges).check(address, family === 6 ? 'ipv6' : 'ipv4');
}
