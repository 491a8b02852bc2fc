import type { RequestListener } from 'node:http';
import { Server, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { carryOver } from '../connections.ts';

/** A certificate and its private key, both PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

/** How long a client may take for the TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 15_000;

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** An HTTP server with TLS that also knows the connections whose handshake is not complete. */
class TlsServer extends Server {
  /** By address and port of the client. */
  readonly #inHandshake = new Map<string, Socket>();

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (carrier: Socket) => {
      const peer = peerOf(carrier);
      this.#inHandshake.set(peer, carrier);
      carrier.once('close', () => {
        if (this.#inHandshake.get(peer) === carrier) this.#inHandshake.delete(peer);
      });
    });
    this.on('secureConnection', (connection: TLSSocket) => {
      const peer = peerOf(connection);
      const carrier = this.#inHandshake.get(peer);
      this.#inHandshake.delete(peer);
      if (carrier) carryOver(connection, carrier);
    });
  }

  /** Also closes connections in their handshake. They are no HTTP connections yet, so Node would wait for them. */
  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const carrier of this.#inHandshake.values()) carrier.destroy();
  }
}

/** Returns a function that creates an HTTP server with TLS. */
export const tlsServers =
  ({ cert, key }: TlsIdentity) =>
  (options: ServerOptions, listener: RequestListener): Server =>
    new TlsServer({ ...options, cert, key, handshakeTimeout: HANDSHAKE_TIMEOUT_MS }, listener);
