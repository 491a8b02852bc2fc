import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of complete responses that clients do not read. Documented in docs/limits.md. */
export const UNREAD_LIMITS = {
  /** How long a client may read nothing of a response, in milliseconds. */
  timeoutMs: 30_000,
  /** Bytes of all connections together. */
  maxBytes: 256 * 1024 * 1024,
} as const;

/**
 * The complete responses of a server of which a part waits in memory until the client reads it. A client that asks for a
 * large list and does not read it would otherwise occupy that memory for as long as it likes.
 */
export class UnreadResponses {
  readonly #limits: { readonly timeoutMs: number; readonly maxBytes: number };
  /** The bytes that waited when the response was complete, the oldest response first. */
  readonly #waiting = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(limits: { readonly timeoutMs: number; readonly maxBytes: number } = UNREAD_LIMITS) {
    this.#limits = limits;
  }

  /** Closes the connection if the response is complete and the client reads nothing more of it. */
  watch(socket: Socket, response: ServerResponse): void {
    response.once('prefinish', () => {
      if (socket.writableLength > 0) this.#add(socket, response);
    });
  }

  #add(socket: Socket, response: ServerResponse): void {
    const { timeoutMs, maxBytes } = this.#limits;
    const bytes = socket.writableLength;
    this.#waiting.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => {
      this.#waiting.delete(response);
      this.#bytes -= bytes;
      // Unless Node has set that of an idle connection: the next request may take longer.
      if (socket.timeout === timeoutMs) socket.setTimeout(0);
    });
    // Node's HTTP server destroys a socket that times out, and progress of a write restarts the time.
    socket.setTimeout(timeoutMs);
    let over = this.#bytes - maxBytes;
    for (const [oldest, size] of this.#waiting) {
      if (over <= 0 || oldest === response) return;
      over -= size;
      oldest.destroy();
    }
  }
}
