import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenario } from '../../core/engine/inline.ts';
import { openConnections } from '../../support/accepted-connections.ts';
import { needing } from '../../support/needing.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { amount } from '../../support/tier.ts';
import { inline } from '../integrators/inline.ts';
import { orderBytes, requestBytes, Wire } from './wire.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ rate_limit: 1_000_000 });
});
afterAll(() => sandbox.close());

const balanceBytes = (key: string) => requestBytes(key, 'GET', '/api/v1/balance/');

const connections = (): number => openConnections(sandbox.port);

const CONNECTIONS = amount({ first: 500, long: 1_000 });
const ROUNDS = 50;

needing('1,024 file descriptors').test(
  `${CONNECTIONS} connections at once are all served, and all closed`,
  async () => {
    const before = connections();
    const wires: Wire[] = [];
    // No more at once than the server's accept backlog.
    for (let count = 0; count < CONNECTIONS; count += 250) {
      wires.push(...(await Promise.all(Array.from({ length: 250 }, () => Wire.open(sandbox.port)))));
    }
    const account = sandbox.openAccount({ balanceSun: 10_000_000_000 });
    for (const [index, wire] of wires.entries()) wire.write(orderBytes(account.apiKey, `many-${index}`));
    const answers = await Promise.all(wires.map(wire => wire.answer()));
    expect(answers.filter(one => one?.status === 202)).toHaveLength(CONNECTIONS);
    expect(account.state.orders).toHaveLength(CONNECTIONS);
    expect(new Set(answers.map(one => JSON.parse(one!.body).data.order_id)).size).toBe(CONNECTIONS);
    for (const wire of wires) wire.socket.destroy();
    await expect.poll(connections).toBeLessThanOrEqual(before + 8);
  },
);

test('a client that writes byte by byte is served, and delays no other client', async () => {
  const account = sandbox.openAccount();
  const wire = await Wire.open(sandbox.port);
  wire.socket.setNoDelay(true);
  let written = 0;
  for (const byte of orderBytes(account.apiKey, 'slow-writer')) {
    wire.write(byte);
    if (written++ % 20 === 0) expect((await account.api.balance()).status).toBe(200);
  }
  expect((await wire.answer())?.status).toBe(202);
  wire.socket.destroy();
});

describe('a client that ended its side of the connection', () => {
  test('in the middle of a request is not served, and its connection ends', async () => {
    const account = sandbox.openAccount();
    const wire = await Wire.open(sandbox.port, true);
    const whole = orderBytes(account.apiKey, 'cut');
    wire.socket.end(whole.slice(0, -10));
    await wire.ended;
    expect(account.state.orders).toEqual([]);
  });
});

test('clients that disconnect during an upload or a response leave no order, entry or connection behind', async () => {
  const before = connections();
  const account = sandbox.openAccount();
  const slow = inline('requests:\n  - match: { external_id: "slow-*" }\n    reply: { after: 100ms }\n');
  sandbox.core.runner.execute(account.account, 'setScenarios', { scenarios: [slow] });
  const journal = sandbox.core.journalOf(account.account);
  const whole = orderBytes(account.apiKey, 'cut-in-the-middle');
  expect(whole.length).toBeGreaterThan(20 + ROUNDS * 4);
  const chunked = requestBytes(account.apiKey, 'POST', '/api/v1/order/', undefined, {
    'Transfer-Encoding': 'chunked',
  });
  for (let round = 0; round < ROUNDS; round++) {
    const wires = await Promise.all([1, 2, 3].map(() => Wire.open(sandbox.port)));
    wires[0]!.write(whole.slice(0, 20 + round * 4));
    wires[1]!.write(`${chunked}5\r\n{"a":`);
    wires[2]!.write(orderBytes(account.apiKey, `slow-${round}`));
    await account.api.balance();
    for (const wire of wires) wire.socket.resetAndDestroy();
  }
  await expect.poll(connections).toBeLessThanOrEqual(before + 8);
  await expect.poll(() => journal.recorded).toBe(2 * ROUNDS);
  expect(account.state.orders.map(one => one.externalId)).toEqual(
    Array.from({ length: ROUNDS }, (_, round) => `slow-${round}`),
  );
});

describe('a body that is larger than allowed', () => {
  const chunkedOrder = (apiKey: string): string =>
    `${requestBytes(apiKey, 'POST', '/api/v1/order/', undefined, {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    })}30d40\r\n${'x'.repeat(200_000)}\r\n0\r\n\r\n`;

  test('ends the connection with its response, because the rest is not read', async () => {
    const account = sandbox.openAccount();
    const wire = await Wire.open(sandbox.port);
    wire.write(chunkedOrder(account.apiKey));
    wire.write(balanceBytes(account.apiKey));
    expect((await wire.answer())?.status).toBe(413);
    expect(await wire.answer()).toBeNull();
  });

  test('ends the connection although a scenario answers in its place', async () => {
    const account = sandbox.openAccount();
    const rule = { match: { operation: 'createOrder' }, reply: { status: 503 } };
    sandbox.core.runner.execute(account.account, 'setScenarios', {
      scenarios: [scenario({ requests: [rule] })],
    });
    const wire = await Wire.open(sandbox.port);
    wire.write(chunkedOrder(account.apiKey));
    wire.write(balanceBytes(account.apiKey));
    expect((await wire.answer())?.status).toBe(503);
    expect(await wire.answer()).toBeNull();
  });
});
