import type { Duplex } from 'node:stream';
import type { HostClock } from './host-clock.ts';

/** How long a client may take to read the last bytes sent to it and to close its side of the connection. */
export const CLOSING_MS = 2_000;

/**
 * Closes a connection after everything that was written to it: at the latest after CLOSING_MS, even if the client
 * neither reads nor closes its side. What the client still sends is discarded; unread data would turn the close into a
 * reset, and the client would lose what was sent to it.
 */
export function endConnection(socket: Duplex, clock: HostClock): void {
  socket.end();
  socket.resume();
  socket.once(
    'close',
    clock.wake(CLOSING_MS, () => socket.destroy()),
  );
}
