import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressNumber } from '../support/addresses.ts';
import { type Delivery, WebhookReceiver } from '../support/receiver.ts';
import type { Program, ProgramOptions } from './program.ts';

/** A scenario with probabilities: the seed decides whether a quote, an order or a webhook fails. */
const RANDOM_SCENARIO = `name: random
summary: Fails at random.
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

/** Everything observable of a run of the program, as text. */
export interface RunRecord {
  /** Status, headers and body of each response, in order, without the date. */
  readonly responses: readonly string[];
  /** Id, event, signature and body of each webhook, sorted, because webhooks of one instant may arrive in any order. */
  readonly webhooks: readonly string[];
  /** The stored state of the account: orders with their timelines, ledger, attempts. */
  readonly kept: readonly string[];
}

const order = (index: number, fields: object = {}): object => ({
  external_id: `order-${index}`,
  package_id: (index % 5) + 1,
  address: addressNumber(index + 10),
  ...fields,
});

const ADVANCE = '/_sandbox/accounts/me/clock/advance';

/** The calls of a run: method, path, body and optionally the name of a scenario. */
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
  ...Array.from({ length: 11 }, (_, index) => ['GET', `/api/v1/status/?id=${index + 48_211}`] as const),
  ['GET', '/api/v1/balance/'],
];

const KEPT = ['/orders?limit=1000', '/ledger?limit=1000', '/events?limit=1000'];

/** Lists with results of deliveries. The receiver may respond to two requests of one instant in any order. */
const UNORDERED_LISTS = ['fired', 'attempts'];

/** A JSON replacer that sorts unordered lists and removes durations in real time. */
function normalize(key: string, value: unknown): unknown {
  if (key === 'duration_ms' || key === 'date') return 0;
  const isUnordered = Array.isArray(value) && UNORDERED_LISTS.includes(key);
  return isUnordered ? value.map(one => JSON.stringify(one, normalize)).sort() : value;
}

/** Headers that depend on the host and not on the sandbox. */
const HOST_HEADERS = /^(date|keep-alive|connection):/;
const withoutHost = (text: string): string => text.replace(/127\.0\.0\.1:\d+/g, 'HOST');

/** The length of a control response depends on the number of digits of a duration. */
const isLengthOf = (path: string, header: string): boolean =>
  path.startsWith('/_sandbox/') && header.startsWith('content-length:');

async function responseOf(
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
  const kept = headers.filter(header => !HOST_HEADERS.test(header) && !isLengthOf(path, header)).sort();
  const text = await response.text();
  // Responses of the service are compared byte for byte.
  const comparable = path.startsWith('/_sandbox/') ? JSON.stringify(JSON.parse(text), normalize, 1) : text;
  return withoutHost([`${method} ${path} ${response.status}`, ...kept, comparable].join('\n'));
}

/** Fails the first attempt of order.processing of three orders. It is sent in one copy, so the result is deterministic. */
function firstTimeFails(): (delivery: Delivery) => number {
  const seen = new Set<string>();
  return ({ event }) => {
    if (event.event !== 'order.processing' || event.data.order_id > 48_213) return 204;
    const isRepeat = seen.has(event.event_id);
    seen.add(event.event_id);
    return isRepeat ? 204 : 500;
  };
}

/** Runs the script against a new sandbox and records everything observable. */
export async function runScript(
  start: (options: ProgramOptions) => Promise<Program>,
  seed: string,
): Promise<RunRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'reproducible-'));
  const file = join(folder, 'random.yaml');
  await writeFile(file, RANDOM_SCENARIO);
  const receiver = await WebhookReceiver.start();
  receiver.always(firstTimeFails());
  const program = await start({ seed, scenarioFile: file, webhookUrl: receiver.url });
  try {
    const responses: string[] = [];
    for (const call of CALLS) {
      // Webhooks may still be in flight: whether an advance includes their responses depends on the speed of the host.
      if (call[1] === ADVANCE) await responseOf(program, ['POST', ADVANCE, { by: '0s' }]);
      responses.push(await responseOf(program, call));
    }
    const kept: string[] = [];
    for (const path of KEPT) kept.push(await responseOf(program, ['GET', `/_sandbox/accounts/me${path}`]));
    const webhooks = receiver.deliveries.map(({ headers, body }) =>
      [headers['x-webhook-id'], headers['x-webhook-event'], headers['x-webhook-signature'], body].join('\n'),
    );
    return {
      responses: responses.map(response => response.replaceAll(folder, '')),
      webhooks: webhooks.sort(),
      kept: kept.map(one => one.replaceAll(folder, '')),
    };
  } finally {
    await program.stop();
    await receiver.close();
    await rm(folder, { recursive: true });
  }
}
