import type { IncomingMessage } from 'node:http';
import { ipMatches, plainIp } from '../domain/ip.ts';

/** The client's address: that of the socket, or the one that a trusted proxy reports. */
export function callerIp(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const socketIp = plainIp(request.socket.remoteAddress ?? '');
  if (trustedProxies.length === 0 || !ipMatches(socketIp, trustedProxies)) return socketIp;
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean);
  return hops.findLast(hop => !ipMatches(hop, trustedProxies)) ?? socketIp;
}
