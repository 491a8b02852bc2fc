import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const NAME_AT_12 = [0xc0, HEADER_BYTES];
const ONE_SECOND = [0, 0, 0, 1];

/** A name server on a UDP port of 127.0.0.1. */
export interface NameServer extends AsyncDisposable {
  /** Host and port. */
  readonly address: string;
  /** The queried names of type A, in order. */
  readonly queried: readonly string[];
}

/** The name that a query asks for, and the position after it. */
function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    at += query[at]! + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/**
 * Starts a name server that answers with IPv4 addresses, says that other names do not exist, and never answers for names
 * that contain `silent`.
 */
export async function startNameServer(known: Readonly<Record<string, string>>): Promise<NameServer> {
  const queried: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query);
    const isA = query.readUInt16BE(end) === TYPE_A;
    if (isA) queried.push(name);
    if (name.includes('silent')) return;
    const found = known[name];
    const head = Buffer.from(query.subarray(0, end + 4));
    head.writeUInt16BE(found ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(found && isA ? 1 : 0, 6);
    head.fill(0, 8, HEADER_BYTES);
    const record =
      found && isA
        ? [...NAME_AT_12, 0, TYPE_A, 0, 1, ...ONE_SECOND, 0, 4, ...found.split('.').map(Number)]
        : [];
    socket.send(Buffer.concat([head, Buffer.from(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queried,
    [Symbol.asyncDispose]: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
