import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../../src/judge/audit/audit.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { CorrectReceiver, type Payload, type Received, type Reply, SECRET } from './receivers.ts';

/** Knows only the orders that its own command has placed: the command announces each. */
class Shop extends CorrectReceiver {
  readonly #announced = new Set<string>();

  override async receive(received: Received): Promise<Reply> {
    const announced = received.headers['x-announce'];
    if (announced === undefined) return super.receive(received);
    this.#announced.add(String(announced));
    return 204;
  }

  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return this.#announced.has(payload.data.external_id) ? super.handle(payload, received) : 404;
  }
}

const PLACE_ORDER = `
const { ENERGY_SANDBOX_URL, ENERGY_SANDBOX_API_KEY, ENERGY_SANDBOX_EXTERNAL_ID } = process.env;
await fetch(process.argv[2], { method: 'POST', headers: { 'x-announce': ENERGY_SANDBOX_EXTERNAL_ID } });
const { status } = await fetch(ENERGY_SANDBOX_URL + '/api/v1/order/', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + ENERGY_SANDBOX_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({
    external_id: ENERGY_SANDBOX_EXTERNAL_ID,
    energy_amount: 65000,
    address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
  }),
});
process.exitCode = status === 202 ? 0 : 1;
`;

test('a command makes the system of the receiver place the orders', async () => {
  await using folder = await temporaryFolder();
  const script = join(folder.path, 'place-order.mjs');
  await writeFile(script, PLACE_ORDER);
  await using receiver = await new Shop().start();
  const { cases } = await audit(receiver.url, {
    secret: SECRET,
    place: `"${process.execPath}" "${script}" ${receiver.url}`,
    apiKey: 'ersk_fixed_in_the_configuration',
    only: ['late', 'unknown-order'],
  });
  // It refuses the events of the order that the audit has placed itself.
  expect(cases).toMatchObject([
    { id: 'unknown-order', verdict: 'failed' },
    { id: 'late', verdict: 'passed' },
  ]);
  expect(receiver.orders.size).toBeGreaterThan(0);
});
