import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ListenError, type ListenOptions, listen } from '../../../src/host/node/listen.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const listening = (options: Partial<ListenOptions> = {}): Promise<number> => {
  const server = createServer();
  servers.push(server);
  return listen(server, { port: 0, host: '127.0.0.1', ...options });
};

test.each([
  [{}, 'port', 'choose another port (0'],
  [{ portName: '--http' }, '--http', 'choose another port (0'],
])('a port that is in use is named with its address and what to do, under %j', async (names, name, fix) => {
  const port = await listening();
  const refused = listening({ port, ...names });
  await expect(refused).rejects.toThrow(ListenError);
  await expect(refused).rejects.toThrow(
    `${name}: ${port} on 127.0.0.1 is in use; stop the other program, or ${fix} selects a free one)`,
  );
});
