import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

const CONTINUE = /^(HTTP\/1\.[01] 10)0(?=[ \r])/;
const HEAD_END = '\r\n\r\n';

/** A status line with 100 as one with 102, wherever a head in these bytes begins. Other bytes stay as they are. */
function skipping(bytes: Buffer): Buffer {
  for (let start = 0; CONTINUE.test(bytes.toString('latin1', start, start + 13)); ) {
    bytes.write('2', start + 11);
    const end = bytes.indexOf(HEAD_END, start);
    if (end < 0) break;
    start = end + HEAD_END.length;
  }
  return bytes;
}

/**
 * Connections on which a response may begin with 100 Continue although nobody has asked for it, as some servers do.
 * undici would close the connection. It skips every other interim response, such as 102.
 */
export const skippingContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, done) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) {
        const read: Socket['read'] = socket.read.bind(socket);
        socket.read = size => {
          const bytes: Buffer | null = read(size);
          return bytes && skipping(bytes);
        };
      }
      done(...result);
    });
