import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A port that stays the same while the server behind it changes. A server that is started again on its old port may find
 * it taken by another process.
 */
export class TcpGate implements AsyncDisposable {
  /** The port of the server; null while there is none, and then connections are reset. */
  target: number | null;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer(socket => this.#pass(socket));

  private constructor(target: number) {
    this.target = target;
  }

  static async open(target: number): Promise<TcpGate> {
    const gate = new TcpGate(target);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #pass(outer: Socket): void {
    if (this.target === null) {
      outer.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const inner = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
