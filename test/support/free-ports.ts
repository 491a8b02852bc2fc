import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The first of some consecutive ports of this machine that are free. They are below those that the system gives to
 * connections, so that nothing else is given one while the server that uses it is started again.
 */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const servers = Array.from({ length: count }, (_, index) =>
      createServer().listen(first + index, '127.0.0.1'),
    );
    const opened = await Promise.allSettled(servers.map(server => once(server, 'listening')));
    for (const server of servers) server.close();
    if (opened.every(({ status }) => status === 'fulfilled')) return first;
  }
  throw new Error(`no ${count} consecutive ports are free`);
}
