import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type HostClock, systemClock } from '../../src/clock/host-clock.ts';
import { startSandbox } from '../../src/sandbox.ts';
import { RECIPIENT } from '../support/addresses.ts';
import type { Reaction } from '../support/receiver.ts';
import { startTestSandbox } from '../support/sandbox.ts';

/** A host on which no wait is longer than a moment. */
const impatientHost: HostClock = {
  ...systemClock,
  wake: (afterMs, callback) => systemClock.wake(Math.min(afterMs, 50), callback),
};

const ORDER = { package_id: 1, address: RECIPIENT };
const LATE_ANSWER = { headers: { 'x-sandbox-scenario': 'webhook-before-response' } };

test('a request that is under way when the server goes down is answered in full', async () => {
  const sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  let letGo = (): void => {};
  const arrived = new Promise<void>(arrive => {
    receiver.next(
      () =>
        new Promise<Reaction>(resolve => {
          letGo = () => resolve(204);
          arrive();
        }),
    );
  });
  const answer = sandbox.api.order(ORDER, LATE_ANSWER);
  await arrived;
  const closed = sandbox.running.close();
  letGo();
  expect((await answer).outcome).toBe('202');
  await closed;
  await sandbox.close();
});

test('a client that is left hanging does not keep the server from going down', async () => {
  const sandbox = await startTestSandbox({ hostClock: impatientHost });
  const hanging = sandbox.api
    .order(ORDER, { headers: { 'x-sandbox-scenario': 'hang-after-commit' } })
    .catch(String);
  while (sandbox.state.orders.length === 0) await new Promise(resolve => setImmediate(resolve));
  await sandbox.running.close();
  expect(await hanging).toMatch(/SocketError|closed|reset/i);
  await sandbox.close();
});

test('a receiver that never answers does not keep the server from going down', async () => {
  const sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  receiver.always('hang');
  await sandbox.api.order(ORDER);
  while (receiver.deliveries.length === 0) await new Promise(resolve => setImmediate(resolve));
  await sandbox.running.close();
  await sandbox.close();
});

test('a connection that has sent nothing does not keep the server from going down', async () => {
  const sandbox = await startTestSandbox({ hostClock: impatientHost });
  const socket = connect(sandbox.port, '127.0.0.1');
  await new Promise(resolve => socket.once('connect', resolve));
  socket.on('error', () => undefined);
  await sandbox.close();
  socket.destroy();
});

test('closing twice is closing once, and frees the port', async () => {
  const first = await startSandbox({ port: 0 });
  await Promise.all([first.close(), first.close()]);
  const second = await startSandbox({ port: first.port });
  await second.close();
  expect(second.port).toBe(first.port);
});

test('a port in use is told with the mend', async () => {
  await using sandbox = await startTestSandbox();
  const second = startSandbox({ port: sandbox.port });
  await expect(second).rejects.toThrow(new RegExp(`port: ${sandbox.port} on 127.0.0.1 is in use`));
});
