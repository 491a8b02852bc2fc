import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressNumber } from '../support/addresses.ts';
import { type Delivery, WebhookReceiver } from '../support/receiver.ts';
import { type Program, startProgram } from './program.ts';

/** Chance, in a file: whether a quote, an order or a webhook is spoilt is drawn from the seed. */
const CHANCY = `name: chancy
summary: Finds clients that count on luck.
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
`;

/** Everything that a run of the program let be seen, as bytes. */
export interface Performance {
  /** Status, headers and body of each answer, in order. The host's date is left out. */
  readonly answers: readonly string[];
  /** Signature, id and body of each webhook. What two orders have sent in one instant may come in either order. */
  readonly webhooks: readonly string[];
  /** What the account keeps: orders with their timelines, ledger, attempts. */
  readonly kept: readonly string[];
}

const order = (index: number, fields: object = {}): object => ({
  external_id: `order-${index}`,
  package_id: (index % 5) + 1,
  address: addressNumber(index + 10),
  ...fields,
});

const ADVANCE = '/_sandbox/accounts/me/clock/advance';

/** The calls of a run: method, path, body and, where one is sent, the scenario's name. */
const CALLS: readonly (readonly [string, string, object?, string?])[] = [
  ...Array.from({ length: 8 }, () => ['GET', '/api/v1/quote/?package_id=1'] as const),
  ...Array.from(
    { length: 6 },
    (_, index) => ['POST', '/api/v1/estimate/', { recipient_address: addressNumber(index) }] as const,
  ),
  ...Array.from({ length: 8 }, (_, index) => ['POST', '/api/v1/order/', order(index)] as const),
  ['POST', '/api/v1/order/', order(20), 'review-then-delivered'],
  ['POST', '/api/v1/order/', order(21, { external_id: 'sandbox:webhook-forged:21' })],
  ['POST', '/api/v1/order/', order(22, { address: 'TServiceDownxxxxxxxxxxxxxxxxygyS61' })],
  ['POST', '/api/v1/order/', order(0)],
  ['POST', '/api/v1/orders/bulk/', { orders: [order(30), order(31, { package_id: 99 }), order(32)] }],
  ['POST', ADVANCE, { by: '20m' }],
  ['GET', '/api/v1/status/?external_id=order-3'],
  ['POST', '/api/v1/order/', order(40)],
  ['POST', ADVANCE, { until: 'idle' }],
  ...Array.from({ length: 11 }, (_, index) => ['GET', `/api/v1/status/?id=${index + 1}`] as const),
  ['GET', '/api/v1/balance/'],
];

const KEPT = ['/orders?limit=1000', '/ledger?limit=1000', '/events?limit=1000'];

/** Lists of what came back from the receiver, which may answer two requests of one instant in either order. */
const TOLD_BY_RECEIVER = ['fired', 'attempts'];

/** Orders what has no order within an instant, and leaves out the real time that answers took. */
function settle(key: string, value: unknown): unknown {
  if (key === 'duration_ms' || key === 'date') return 0;
  const isTold = Array.isArray(value) && TOLD_BY_RECEIVER.includes(key);
  return isTold ? value.map(one => JSON.stringify(one, settle)).sort() : value;
}

/** What is of the host and not of the sandbox: the moment, the port. */
const HOSTS_OWN = /^(date|keep-alive|connection):/;
const withoutHost = (text: string): string => text.replace(/127\.0\.0\.1:\d+/g, 'HOST');

/** The length of a control answer depends on how many digits a duration has. */
const isLengthOf = (path: string, header: string): boolean =>
  path.startsWith('/_sandbox/') && header.startsWith('content-length:');

async function answerOf(
  { baseUrl, apiKey }: Program,
  [method, path, body, scenario]: (typeof CALLS)[number],
): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      ...(scenario ? { 'X-Sandbox-Scenario': scenario } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const kept = headers.filter(header => !HOSTS_OWN.test(header) && !isLengthOf(path, header)).sort();
  const text = await response.text();
  // The service's own answers are compared byte for byte.
  const told = path.startsWith('/_sandbox/') ? JSON.stringify(JSON.parse(text), settle, 1) : text;
  return withoutHost([`${method} ${path} ${response.status}`, ...kept, told].join('\n'));
}

/** Fails the first attempt of order.processing of three orders. It has one copy, so nothing depends on who comes first. */
function firstTimeFails(): (delivery: Delivery) => number {
  const seen = new Set<string>();
  return ({ event }) => {
    if (event.event !== 'order.processing' || event.data.order_id > 3) return 204;
    const isRepeat = seen.has(event.event_id);
    seen.add(event.event_id);
    return isRepeat ? 204 : 500;
  };
}

/** Plays the script to the program, started anew, and collects all that it let be seen. */
export async function perform(seed: string): Promise<Performance> {
  const folder = await mkdtemp(join(tmpdir(), 'reproducible-'));
  const file = join(folder, 'chancy.yaml');
  await writeFile(file, CHANCY);
  const receiver = await WebhookReceiver.start();
  receiver.always(firstTimeFails());
  const program = await startProgram(
    ...['--clock', 'manual', '--seed', seed, '--scenario', file, '--webhook-url', receiver.url],
  );
  try {
    const answers: string[] = [];
    for (const call of CALLS) {
      // Webhooks may still be on their way: whether an advance hears of their answers depends on how fast the host is.
      if (call[1] === ADVANCE) await answerOf(program, ['POST', ADVANCE, { by: '0s' }]);
      answers.push(await answerOf(program, call));
    }
    const kept: string[] = [];
    for (const path of KEPT) kept.push(await answerOf(program, ['GET', `/_sandbox/accounts/me${path}`]));
    const webhooks = receiver.deliveries.map(({ headers, body }) =>
      [headers['x-webhook-id'], headers['x-webhook-event'], headers['x-webhook-signature'], body].join('\n'),
    );
    return {
      answers: answers.map(answer => answer.replaceAll(folder, '')),
      webhooks: webhooks.sort(),
      kept: kept.map(one => one.replaceAll(folder, '')),
    };
  } finally {
    await program.stop();
    await receiver.close();
    await rm(folder, { recursive: true });
  }
}
