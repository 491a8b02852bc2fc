import { beforeAll, describe, expect, test } from 'vitest';
import { addressNumber } from '../../support/addresses.ts';
import type { Answered } from '../../support/api-client.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { inline } from '../integrators/inline.ts';

/** The seed decides whether a quote, an order or a webhook fails. */
const RANDOM = inline(`
requests:
  - match: { operation: getQuote, probability: 0.5 }
    reply: { error: SERVICE_UNAVAILABLE }
orders:
  - match: { probability: 0.5 }
    lifecycle:
      - { after: 3s, to: delegating }
      - { after: 9s, to: failed, refund: { after: 5s } }
webhooks:
  - match: { event: order.delegating, probability: 0.5 }
    deliver: { copies: 2 }
    corrupt: reserialised
`);

/** Headers that depend on the host and not on the sandbox. */
const HOST_HEADERS = ['date', 'keep-alive', 'connection'];

/** Everything observable of a run, as text. */
async function run(seed: string): Promise<{ responses: string[]; webhooks: string[]; stored: string }> {
  await using sandbox = await startTestSandbox({ seed });
  const { core, account, api } = sandbox;
  core.runner.execute(account, 'setScenarios', { scenarios: [RANDOM] });
  const receiver = await sandbox.receive();
  receiver.always(({ event }) => (event.data.order_id === 1 ? 500 : 204));
  const responses: string[] = [];
  const note = async (answer: Promise<Answered>): Promise<void> => {
    const { status, headers, text } = await answer;
    const kept = Object.entries(headers).filter(([name]) => !HOST_HEADERS.includes(name));
    responses.push(JSON.stringify([status, kept, text]));
  };
  for (let index = 0; index < 8; index++) {
    const address = addressNumber(index + 10);
    await note(api.quote({ package_id: 1 }));
    await note(api.estimate({ recipient_address: address }));
    await note(api.order({ external_id: `order-${index}`, package_id: 1 + (index % 5), address }));
  }
  await sandbox.settle();
  for (let id = 1; id <= 8; id++) await note(api.status({ id }));
  const { orders, ledger, events } = sandbox.state;
  const attempts = events.map(one =>
    one.attempts.map(({ atMs, outcome }) => `${atMs} ${outcome.kind}`).sort(),
  );
  return {
    responses,
    // Webhooks of one instant may arrive in any order.
    webhooks: receiver.deliveries
      .map(({ headers, body }) => `${headers['x-webhook-signature']} ${body}`)
      .sort(),
    stored: JSON.stringify([orders, ledger, attempts]),
  };
}

let first: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  first = await run('a seed');
});

test('the same seed, scenarios and calls give the same responses, webhooks and orders, byte for byte', async () => {
  const second = await run('a seed');
  expect(second.responses).toEqual(first.responses);
  expect(second.webhooks).toEqual(first.webhooks);
  expect(second.stored).toBe(first.stored);
  expect(first.webhooks.length).toBeGreaterThan(30);
});

describe('another seed', () => {
  const matches = (texts: readonly string[], pattern: RegExp): string[] =>
    texts.flatMap(text => [...text.matchAll(pattern)].map(([match]) => match));

  test('gives other ids of transactions and events, other signatures, and other random outcomes', async () => {
    const other = await run('another seed');
    for (const pattern of [/[0-9a-f]{64}/g, /order-\d+-order\.[a-z]+-[0-9a-f]+/g]) {
      const ids = matches(first.webhooks, pattern);
      expect(ids.length).toBeGreaterThan(30);
      expect(ids.filter(id => matches(other.webhooks, pattern).includes(id))).toEqual([]);
    }
    const quotes = ({ responses }: typeof first) => responses.map(one => one.slice(1, 4)).join(' ');
    expect(quotes(other)).not.toBe(quotes(first));
    expect(quotes(first)).toContain('503');
    expect(first.webhooks.filter(webhook => other.webhooks.includes(webhook))).toEqual([]);
  });
});
