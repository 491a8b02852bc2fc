import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_CONCURRENCY } from '../../../src/webhooks/webhook-sender.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import type { WebhookReceiver } from '../../support/receiver.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { type ControlClient, type ControlledSandbox, startControlled } from './support.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
/** Longer than a test may take: a delivery that waited for such a timeout would not start. */
const ENDLESS_MS = 600_000;
/** More orders than connections, so that webhooks wait. */
const ORDERS = MAX_CONCURRENCY + 16;

let started: ControlledSandbox;
beforeAll(async () => {
  started = await startControlled();
});
afterAll(() => started[Symbol.asyncDispose]());

interface Occupied {
  readonly account: TestAccount;
  readonly control: ControlClient;
  readonly receiver: WebhookReceiver;
}

/** An account with a webhook on each connection to a receiver that does not respond, and with webhooks that wait. */
async function withOccupiedConnections(): Promise<Occupied> {
  const account = started.sandbox.openAccount({
    balanceSun: 1_000_000_000,
    settings: { webhook_timeout_ms: ENDLESS_MS },
  });
  const control = started.control.of(account.state.name);
  const receiver = await started.sandbox.receive(account.account);
  await control.call('takeSnapshot', { body: { name: 'before' } });
  receiver.always('hang');
  const orders = Array.from({ length: ORDERS }, (_, index) => ({ ...ORDER, external_id: `before-${index}` }));
  for (const some of [orders.slice(0, 50), orders.slice(50)]) {
    const { data } = await account.api.bulk(some);
    expect(data).toMatchObject({ failed: 0 });
  }
  await expect.poll(() => receiver.deliveries.length).toBe(MAX_CONCURRENCY);
  receiver.always(204);
  return { account, control, receiver };
}

/** The ways in which the run of an account ends, and the API key with which the account is used afterwards. */
const ENDINGS: readonly [string, (occupied: Occupied) => Promise<string>][] = [
  [
    'reset',
    async ({ account, control }) => {
      await control.call('resetAccount');
      return account.apiKey;
    },
  ],
  [
    'restored',
    async ({ account, control }) => {
      await control.call('restoreSnapshot', { path: { name: 'before' } });
      return account.apiKey;
    },
  ],
  [
    'deleted and created again',
    async ({ control, receiver }) => {
      await control.call('deleteAccount');
      const assumptions = { webhook_timeout_ms: ENDLESS_MS };
      const body = { clock: 'manual', webhook_url: receiver.url, assumptions } as const;
      return (await control.call('createNamedAccount', { body })).api_key;
    },
  ],
];

describe.each(ENDINGS)('when an account is %s', (_how, end) => {
  test('webhooks of before are no longer sent, and those of now do not wait for them', async () => {
    const occupied = await withOccupiedConnections();
    const { receiver } = occupied;
    const apiKey = await end(occupied);
    const { data } = await started.sandbox.api.as(apiKey).order({ ...ORDER, external_id: 'of-now' });
    await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(MAX_CONCURRENCY);
    const later = receiver.events.slice(MAX_CONCURRENCY);
    expect(later.map(event => event.data.external_id)).toEqual(['of-now']);
    expect(later[0]!.data.order_id).toBe(data!.order_id);
  });
});
