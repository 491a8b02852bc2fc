import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { requestBytes, Wire } from './wire.ts';

/** Requests that a client writes at once. */
const BURST = 20;

test('a client that stops reading does not make the server accumulate responses', async () => {
  await using sandbox = await startTestSandbox({ rate_limit: 1_000_000 });
  const account = sandbox.openAccount();
  const wire = await Wire.open(sandbox.port);
  wire.socket.pause();
  const journal = sandbox.core.journalOf(account.account);
  // Repeated, so that the responses are large and take little time.
  const orders = Array.from({ length: 50 }, (_, index) => ({
    external_id: `item-${index}`,
    package_id: 1,
    address: RECIPIENT,
  }));
  const burst = requestBytes(account.apiKey, 'POST', '/api/v1/orders/bulk/', { orders }).repeat(BURST);
  let [written, still, answered] = [0, 0, -1];
  // The client writes until the buffers between it and the server are full.
  while (still < 20) {
    if (wire.socket.writableLength === 0) {
      written += BURST;
      expect(written).toBeLessThan(200 * BURST);
      wire.write(burst);
    }
    expect((await sandbox.api.balance()).status).toBe(200);
    still = journal.recorded === answered ? still + 1 : 0;
    answered = journal.recorded;
  }
  expect(answered).toBeLessThan(written);
  wire.socket.resume();
  const answers = await wire.answers(BURST);
  expect(answers.map(one => one?.status)).toEqual(Array(BURST).fill(202));
  wire.socket.destroy();
});
