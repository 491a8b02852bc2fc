import fc from 'fast-check';
import { Pool } from 'undici';
import { describe, expect, test } from 'vitest';
import { addressNumber } from '../../support/addresses.ts';
import { ApiClient } from '../../support/api-client.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { amount } from '../../support/tier.ts';
import { FIELDS, FindingsStage } from './stage.ts';

const stage = new FindingsStage();

const SCENARIOS = [
  'response-lost',
  'rate-limited',
  'refund-late',
  'review',
  'webhook-duplicated',
  'truncated-answer',
];

/** One thing that a client does. */
type Step =
  | { readonly kind: 'order'; readonly id: string | null; readonly to: number }
  | { readonly kind: 'bulk'; readonly ids: readonly string[] }
  | { readonly kind: 'status'; readonly id: string }
  | { readonly kind: 'advance'; readonly ms: number };

const someId = fc.constantFrom('a', 'b', 'c', 'd');
const someStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('order'), id: fc.option(someId), to: fc.nat(1) }),
  fc.record({ kind: fc.constant('bulk'), ids: fc.uniqueArray(someId, { minLength: 1 }) }),
  fc.record({ kind: fc.constant('status'), id: someId }),
  fc.record({ kind: fc.constant('advance'), ms: fc.constantFrom(1_000, 10_000, 700_000, 90_000_000) }),
);
const someRun = fc.record({
  scenario: fc.constantFrom(...SCENARIOS),
  reaction: fc.constantFrom(204, 404, 503),
  steps: fc.array(someStep, { minLength: 3, maxLength: 12 }),
});

/** An account and who calls for it. */
interface Client {
  readonly account: TestAccount;
  readonly api: ApiClient;
}

async function take({ account, api }: Client, step: Step, pieces: number): Promise<void> {
  switch (step.kind) {
    case 'order': {
      const id = step.id === null ? {} : { external_id: step.id };
      await api.order({ ...FIELDS, address: addressNumber(step.to), ...id }).catch(() => null);
      return;
    }
    case 'bulk':
      await api.bulk(step.ids.map(id => ({ ...FIELDS, external_id: id }))).catch(() => null);
      return;
    case 'status':
      await api.status({ external_id: step.id }).catch(() => null);
      return;
    case 'advance':
      for (let piece = 0; piece < pieces; piece++) await account.advance(step.ms / pieces);
  }
}

/**
 * The findings of a run whose clock is advanced in so many pieces, without what differs between accounts. The client has
 * one connection: a request on one that has carried a 429 was not under way when that left, and which one of several
 * connections takes a request is the pool's choice.
 */
async function findingsIn(
  { scenario, reaction, steps }: { scenario: string; reaction: number; steps: readonly Step[] },
  pieces: number,
): Promise<object[]> {
  const account = stage.account([scenario], { seed: 'batches' });
  const receiver = await stage.sandbox.receive(account.account);
  receiver.always(reaction);
  const pool = new Pool(stage.sandbox.baseUrl, { connections: 1 });
  const client = { account, api: new ApiClient(pool, account.apiKey) };
  for (const step of steps) await take(client, step, pieces);
  await pool.destroy();
  const found = stage.all(account.account);
  return found.map(({ rule, count, orders, cost_trx, at }) => ({ rule, count, orders, cost_trx, at }));
}

describe('findings of random clients', () => {
  test('do not depend on how many steps the clock is advanced in', async () => {
    await fc.assert(
      fc.asyncProperty(someRun, fc.constantFrom(2, 5), async (run, pieces) => {
        expect(await findingsIn(run, pieces)).toEqual(await findingsIn(run, 1));
      }),
      { numRuns: amount({ first: 12, long: 200 }) },
    );
  });

  test('exist whatever bytes are sent', async () => {
    const account = stage.account();
    const part = fc.constantFrom(
      'orders',
      'order',
      'status',
      'balance',
      'quote',
      'bulk',
      '',
      '%',
      '?id=1&id=',
      '/',
      '?',
    );
    const path = fc.array(part, { maxLength: 5 }).map(parts => `/api/v1/${parts.join('/')}`);
    const body = fc.oneof(fc.json(), fc.string(), fc.constant('{"orders":[{"external_id":"a"},null,1]}'));
    const request = fc.tuple(fc.constantFrom('GET', 'POST', 'PUT'), path, body);
    await fc.assert(
      fc.asyncProperty(request, async ([method, target, text]) => {
        await account.api.call(method, target, method === 'GET' ? {} : { body: text });
        for (const { rule, message, count } of stage.all(account.account))
          expect([rule, message.length > 0, count > 0]).toEqual([rule, true, true]);
      }),
      { numRuns: amount({ first: 100, long: 2_000 }) },
    );
  });
});
