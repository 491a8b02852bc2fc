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

test('a server that asks for any port gets a free one', async () => {
  const [one, other] = [await listening(), await listening()];
  expect(one).toBeGreaterThan(0);
  expect(other).not.toBe(one);
});

test.each([
  [{}, 'port', 'choose another port (0'],
  [{ portFlag: '--port' }, 'port', 'choose another port with --port (0'],
  [{ portName: '--http' }, '--http', 'choose another port (0'],
])('a port that is in use is named with its address and what to do, under %j', async (names, name, fix) => {
  const port = await listening();
  const refused = listening({ port, ...names });
  await expect(refused).rejects.toThrow(ListenError);
  await expect(refused).rejects.toThrow(
    `${name}: ${port} on 127.0.0.1 is in use; stop the other program, or ${fix} selects a free one)`,
  );
});

test('an address of another machine is refused, and the message names usable ones', async () => {
  // Reserved for documentation, so no machine has it.
  await expect(listening({ host: '192.0.2.1' })).rejects.toThrow(
    'host: 192.0.2.1 is not an address of this machine; use one of its addresses or the default 127.0.0.1',
  );
});
