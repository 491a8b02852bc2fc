import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestAccount } from '../../support/sandbox.ts';

/** Ways in which a receiver can treat a connection badly; each stops once the connection is gone. */
const MANNERS: Readonly<Record<string, (socket: Socket) => void>> = {
  'hang without reading': socket => void socket.pause(),
  'read and hang': socket => void socket.resume(),
  'reset at once': socket => void socket.resetAndDestroy(),
  'close without a word': socket => void socket.end(),
  'answer a byte at a time': socket =>
    repeat(socket, 'HTTP/1.1 200 OK\r\nX-Slow: '.concat('y'.repeat(9_999)), 1),
  'answer without end': socket => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    repeat(socket, `ffff\r\n${'x'.repeat(65_535)}\r\n`.repeat(100), 65_543);
  },
  'send headers without end': socket => {
    socket.write('HTTP/1.1 200 OK\r\n');
    repeat(socket, 'X-More: yes\r\n'.repeat(1_000_000), 13_000);
  },
  'send 100 Continue without end': socket =>
    repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(400_000), 25),
  'send rubbish': socket => void socket.write('\x00\xff'.repeat(10_000)),
};

/** The possible outcomes of each: an endless response is cut off by its length or its duration. */
const OUTCOMES: Readonly<Record<keyof typeof MANNERS, readonly string[]>> = {
  'hang without reading': ['timeout'],
  'read and hang': ['timeout'],
  'reset at once': ['unreachable'],
  'close without a word': ['unreachable'],
  'answer a byte at a time': ['timeout'],
  'answer without end': ['timeout', 'acknowledged'],
  'send headers without end': ['unreachable', 'timeout'],
  'send 100 Continue without end': ['unreachable', 'timeout'],
  'send rubbish': ['unreachable'],
};

/** Writes a string piece by piece, one piece per turn of the event loop. */
function repeat(socket: Socket, text: string, size: number): void {
  let at = 0;
  const write = (): void => {
    if (socket.destroyed || at >= text.length) return;
    socket.write(text.slice(at, at + size));
    at += size;
    setImmediate(write);
  };
  write();
}

interface BadReceiver extends AsyncDisposable {
  readonly url: string;
  readonly sockets: ReadonlySet<Socket>;
}

async function startBad(manner: (socket: Socket) => void): Promise<BadReceiver> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    manner(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const order = (account: TestAccount) => account.api.order({ package_id: 1, address: RECIPIENT });

test('receivers that misbehave in every way delay no order, and each delivery ends with an outcome', async () => {
  await using sandbox = await startTestSandbox();
  const accounts: TestAccount[] = [];
  const receivers = await Promise.all(Object.values(MANNERS).map(startBad));
  for (const [index, { url }] of receivers.entries()) {
    // Short only where a timeout is a possible outcome: a slow machine must not time out the others.
    const canTimeOut = OUTCOMES[Object.keys(MANNERS)[index]!]!.includes('timeout');
    const settings = { webhook_timeout_ms: canTimeOut ? 300 : 60_000 };
    accounts.push(sandbox.openAccount({ webhookUrl: url, settings }));
  }
  const good = sandbox.openAccount();
  const receiver = await sandbox.receive(good.account);
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all([...accounts, good].map(order));
    expect(answers.every(one => one.status === 202)).toBe(true);
  }
  await good.quiet();
  expect(receiver.deliveries).toHaveLength(4);
  await Promise.all(accounts.map(account => account.quiet()));
  for (const [index, account] of accounts.entries()) {
    const outcomes = account.state.events.map(event => event.attempts.map(one => one.outcome.kind));
    expect(outcomes, Object.keys(MANNERS)[index]).toHaveLength(4);
    expect(outcomes.flat()).toHaveLength(4);
    expect(Object.keys(account.state.inFlight)).toEqual([]);
  }
  for (const [index, [manner, kinds]] of Object.entries(OUTCOMES).entries()) {
    const { kind, error } = accounts[index]!.state.events[0]!.attempts[0]!.outcome;
    expect(kinds, `${manner}: ${error}`).toContain(kind);
    expect(error, manner).toBeTruthy();
  }
  // A receiver that does not read does not notice that the client has closed the connection.
  for (const socket of receivers.flatMap(one => [...one.sockets])) socket.resume();
  const open = () => receivers.map(one => one.sockets.size);
  await expect.poll(open).toEqual(receivers.map(() => 0));
  await Promise.all(receivers.map(one => one[Symbol.asyncDispose]()));
});
