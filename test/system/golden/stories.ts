import { MemoryStore } from '../../../examples/model-integration/memory-store.ts';
import { webhookListener } from '../../../examples/model-integration/receiver.ts';
import { cli } from '../../cli/support.ts';
import { Reader } from '../../server/control/stream-reader.ts';
import { httpServer } from '../../support/http-server.ts';
import { type Delivery, signatureOf, WebhookReceiver } from '../../support/receiver.ts';
import {
  ADMIN,
  advance,
  ENDED,
  given,
  ORDER,
  PLACED,
  RECEIVED,
  readableJson,
  type Scene,
  type Stage,
  type Step,
  withoutHost,
} from './stage.ts';

const SECRET = 'whsec_golden';
const START_MS = Date.UTC(2026, 0, 1);

/** More often than any built-in scenario refuses the same order. */
const ATTEMPTS = 3;

/** Places an order, with the same request again if it is refused or gets no response. */
async function placeOrder(stage: Stage): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const patience = new AbortController();
    // The client hangs up as soon as it is certain that its response does not come, or comes late.
    const leave = stage.running.core.facts.join({
      decided: (_account, { fault, rule }) => {
        if (fault === 'hang' || rule?.reply?.after !== undefined) setImmediate(() => patience.abort());
      },
    });
    const answer = await stage
      .send('createOrder', { body: ORDER, signal: patience.signal })
      .catch(() => null);
    leave();
    stage.write(`POST /api/v1/order/ ${answer ? `${answer.status} ${answer.text}` : 'no complete response'}`);
    if (answer && answer.status < 300) return;
  }
}

/** All webhooks of one order in an account with a scenario, in the order of their times. */
export async function playWebhooks(stage: Stage, scenario: string): Promise<void> {
  await stage.open({ name: scenario, scenarios: [scenario] });
  const account = stage.running.core.accounts.get(stage.account)!;
  const sent: { readonly atMs: number; readonly text: string }[] = [];
  const receiver = await WebhookReceiver.start();
  let firstMs: number | null = null;
  receiver.always((delivery: Delivery) => {
    const atMs = stage.running.core.runner.nowMs(account);
    const { body, headers } = delivery;
    const isGenuine = headers['x-webhook-signature'] === signatureOf(body, SECRET);
    if (isGenuine) firstMs ??= atMs;
    const status = !isGenuine ? 401 : atMs === firstMs ? 500 : 204;
    const { host: _host, connection: _connection, ...others } = headers;
    const lines = Object.entries(others).map(([name, value]) => `${name}: ${value}`);
    const text = [
      `after ${(atMs - START_MS) / 1_000} s`,
      `${delivery.method} ${delivery.path}`,
      ...lines,
      body.toString(),
      '',
      `answered ${status}`,
    ];
    sent.push({ atMs, text: text.join('\n') });
    return status;
  });
  await stage.prepare('setWebhook', { body: { url: receiver.url } });
  await placeOrder(stage);
  await stage.play('createOrder', { steps: [advance({ by: '0s' }), ENDED] });
  sent.sort((a, b) => a.atMs - b.atMs || (a.text < b.text ? -1 : 1));
  for (const { text } of sent) stage.write(text);
  if (sent.length === 0) stage.write('no webhooks');
  await receiver.close();
}

/** What a stream reports of an order, until a setting is changed. */
export async function playStream(stage: Stage, operation: string): Promise<void> {
  await stage.play(operation, { steps: [RECEIVED] });
  const path = operation === 'streamAll' ? '/_sandbox/stream' : `/_sandbox/accounts/${stage.account}/stream`;
  stage.write(`GET ${path}`);
  const reader = await Reader.open(stage.running.baseUrl, path, ADMIN);
  const steps = [
    PLACED,
    advance({ by: '0s' }),
    advance({ until: 'order.delegated' }),
    given('changeAccount', { body: { discount_percent: 1 } }),
  ];
  await stage.play(operation, { steps });
  while (!reader.heard.some(({ data }) => data.change === 'changed')) await reader.next();
  const { statusCode, headers } = reader.response;
  stage.outcomes.add(`${operation} ${statusCode}`);
  stage.write(
    String(statusCode),
    `content-type: ${headers['content-type']}`,
    ...reader.heard.map(
      ({ id, event, data }) => `\nid: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}`,
    ),
  );
  reader.response.destroy();
}

/** An order of a scenario, until its webhooks were answered. */
const ordered = (body: object, scenario = 'happy-path'): readonly Step[] => [
  given('createOrder', { headers: { 'x-sandbox-scenario': scenario }, body: { ...ORDER, ...body } }),
  advance({ by: '1m' }),
];

/** A client that makes many of the mistakes that findings report, and a receiver that acknowledges everything. */
const MISTAKES: Scene = {
  steps: [
    ...ordered({ external_id: 'in-review' }, 'review'),
    ...ordered({ external_id: 'in-review-again' }),
    given('createOrder', { body: { ...ORDER, external_id: 'in-review', package_id: 2 } }),
    { call: 'createOrder', headers: { 'x-sandbox-scenario': 'rate-limited' }, body: ORDER },
    { call: 'createOrder', headers: { 'x-sandbox-scenario': 'rate-limited' }, body: ORDER },
    ...ordered({ external_id: 'forged', package_id: 3 }, 'webhook-forged'),
    ...ordered({ external_id: undefined, package_id: 4, colour: 'red' }),
    given('getBalance', { query: '?api_key=ersk_demo_0123456789abcdef' }),
    ENDED,
    { query: '?final=true' },
    { call: 'listFindingRules' },
    { call: 'getCoverage' },
  ],
};

/** Plays the mistakes, beginning with an order that is bought again because its response was lost. */
export async function playMistakes(stage: Stage): Promise<void> {
  const body = { ...ORDER, external_id: 'lost' };
  await stage
    .send('createOrder', { headers: { 'x-sandbox-scenario': 'response-lost' }, body })
    .catch(() => stage.write('POST /api/v1/order/ of response-lost: no complete response'));
  await stage.play('createOrder', { steps: ordered({ external_id: 'lost-again' }) });
  const receiver = await WebhookReceiver.start();
  await stage.prepare('setWebhook', { body: { url: receiver.url } });
  await stage.play('listFindings', MISTAKES);
  await receiver.close();
}

/** The report on the receiver of the model integration. */
export async function auditReport(): Promise<string> {
  await using server = await httpServer(webhookListener({ secret: SECRET, store: new MemoryStore() }));
  const url = `${server.url}/webhooks`;
  const { out, err } = await cli(['audit', url, '--secret', SECRET, '--format', 'json']);
  if (err !== '') throw new Error(err);
  return `${readableJson(JSON.parse(withoutHost(out)))}\n`;
}
