import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

export interface ListenOptions {
  /** 0 selects a free port. */
  readonly port: number;
  readonly host: string;
  readonly portName?: string;
}

/** The message names the setting to change, and says how. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(cause: NodeJS.ErrnoException, options: ListenOptions) {
    super(problem(cause, options), { cause });
  }
}

function problem(
  { code, message }: NodeJS.ErrnoException,
  { port, host, portName = 'port' }: ListenOptions,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${portName}: ${port} on ${host} is in use; stop the other program, or choose another port (0 selects a free one)`;
    case 'EACCES':
      return `${portName}: permission denied for port ${port}; choose a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `host: ${host} is not an address of this machine; use one of its addresses or the default 127.0.0.1`;
    default:
      return `host and ${portName}: ${message}`;
  }
}

/**
 * @returns the port
 * @throws ListenError
 */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ListenError(error as NodeJS.ErrnoException, options);
  }
  return (server.address() as AddressInfo).port;
}
