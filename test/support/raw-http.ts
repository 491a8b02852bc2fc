import { connect } from 'node:net';
import { Answered } from './api-client.ts';

/** A server does not end an incomplete request by itself before 15 seconds, so what ends by then was answered. */
const PATIENCE_MS = 14_000;

/** What a server sent until it closed the connection. */
function exchangeBytes(port: number, parts: readonly (string | Buffer)[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no end after ${PATIENCE_MS} ms`)));
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    // A server that refuses early closes while the client is still writing. Its response was received before.
    socket.on('error', error => (chunks.length > 0 ? resolve(Buffer.concat(chunks)) : reject(error)));
    for (const part of parts) socket.write(part);
  });
}

/**
 * Sends raw bytes to a port and reads until the connection ends, so requests need `Connection: close`. For requests
 * that no HTTP client would send.
 */
export async function sendRaw(port: number, ...parts: readonly (string | Buffer)[]): Promise<Answered> {
  const text = (await exchangeBytes(port, parts)).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split('\r\n');
  const headers = lines.map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  return new Answered(status, Object.fromEntries(headers), end < 0 ? '' : text.slice(end + 4));
}
