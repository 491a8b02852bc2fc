import { expect, test } from 'vitest';
import { orderDiagram } from '../../../src/judge/diagram/order-diagram.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { brief, diagramOf, recordOf } from './stage.ts';

const ORDER = { package_id: 1, address: RECIPIENT } as const;

const place = (sandbox: TestSandbox, externalId: string, scenario: string) =>
  sandbox.api.call('POST', '/api/v1/order/', {
    body: { ...ORDER, external_id: externalId },
    headers: { 'x-sandbox-scenario': scenario },
  });

const briefs = async (sandbox: TestSandbox, id = 1, folds = true): Promise<string[]> =>
  (await diagramOf(sandbox, id, folds)).steps.map(brief);

test('a lost response breaks off, and its repetition, the retries and the advances follow in order', async () => {
  await using sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  receiver.next(500);
  await place(sandbox, 'inv-1', 'service-unavailable');
  await sandbox.advance(2_000);
  await expect(place(sandbox, 'inv-1', 'response-lost')).rejects.toThrow();
  await sandbox.api.order({ ...ORDER, external_id: 'inv-1' });
  await sandbox.advance(5_000);
  expect(await briefs(sandbox)).toEqual([
    'C>S POST /order/',
    'S>C 503 SERVICE_UNAVAILABLE',
    '~2 s advanced',
    'C>S POST /order/',
    '[processing, −3.90 TRX]',
    '? 3.90 TRX debited, client does not know',
    'S>C x no response, connection-reset',
    'S>R order.processing',
    'R>S 500',
    'C>S POST /order/',
    'S>C 200, existing order',
    '~3 s advanced',
    '[delegating]',
    'S>R order.delegating',
    'R>S 204',
    '~2 s advanced',
    'S>R order.processing, attempt 2',
    'R>S 204',
    '~7 s ahead',
    '[delegated, scheduled] ahead',
  ]);
});

test('an event that announces no state is shown as a webhook, not as the same state again', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  await sandbox.api.order(ORDER);
  await sandbox.quiet();
  const { order, ...others } = await recordOf(sandbox, 1);
  const [step] = order.timeline;
  const refunded = { ...step!, event: { ...step!.event, event: 'order.refunded' as never } };
  const { steps } = orderDiagram({ ...others, order: { ...order, timeline: [refunded] } });
  expect(steps.map(brief)).not.toContain('[processing, −3.90 TRX]');
});

test('every arrow of a request or webhook names where its bytes are', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  const { headers } = await sandbox.api.order({ ...ORDER, external_id: 'inv-1' });
  await sandbox.quiet();
  const { steps } = await diagramOf(sandbox, 1);
  const id = headers['x-sandbox-request-id'];
  const eventId = expect.stringMatching(/^order-1-order\.processing-/);
  expect(steps.flatMap(step => (step.kind === 'arrow' && !step.isAhead ? [step.evidence] : []))).toEqual([
    [{ kind: 'request', id }],
    [{ kind: 'request', id }],
    [{ kind: 'delivery', eventId, index: 0 }],
    [{ kind: 'delivery', eventId, index: 0 }],
  ]);
});

test('a webhook that precedes the response is drawn before it', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  await place(sandbox, 'inv-1', 'webhook-before-response');
  expect((await briefs(sandbox)).slice(0, 5)).toEqual([
    'C>S POST /order/',
    '[processing, −3.90 TRX]',
    'S>R order.processing',
    'R>S 204',
    'S>C 202',
  ]);
});

test('webhooks that change places are drawn in the order in which they were sent', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  await place(sandbox, 'inv-1', 'webhook-reordered');
  await sandbox.advance(12_000);
  const webhooks = (await briefs(sandbox)).filter(text => text.startsWith('S>R'));
  expect(webhooks).toEqual(['S>R order.processing', 'S>R order.delegated', 'S>R order.delegating']);
});

test('duplicates, manual resends and their corruption are named', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  await place(sandbox, 'inv-1', 'webhook-duplicated');
  await sandbox.quiet();
  sandbox.core.runner.execute(sandbox.account, 'resend', { event: 0, corrupt: 'wrong-secret' });
  await sandbox.quiet();
  expect((await briefs(sandbox)).filter(text => text.startsWith('S>R'))).toEqual([
    'S>R order.processing',
    'S>R order.processing, copy 2',
    'S>R order.processing, resend, forged: wrong-secret',
  ]);
});

test.each([
  ['truncated-answer', 'S>C x 202, truncated-json'],
  ['gateway-502-after-commit', 'S>C 502, html-502'],
])('%s is drawn as the client received it', async (scenario, expected) => {
  await using sandbox = await startTestSandbox();
  await place(sandbox, 'inv-1', scenario).catch(() => undefined);
  await expect.poll(() => briefs(sandbox)).toContain(expected);
});

test('an unreachable receiver gets no webhook, and the service says when it gave up', async () => {
  await using sandbox = await startTestSandbox({ webhook_url: 'http://127.0.0.1:9/' });
  await sandbox.api.order({ ...ORDER, external_id: 'inv-1' });
  await sandbox.settle();
  const steps = await briefs(sandbox);
  expect(steps).toContain('S>R x order.processing, not reached');
  expect(steps).toContain('[gave up, order.processing, 9 × unreachable]');
});

test('a refund is drawn at its time, with the amount', async () => {
  await using sandbox = await startTestSandbox();
  await place(sandbox, 'inv-1', 'failed-with-refund');
  await sandbox.settle();
  const steps = (await briefs(sandbox)).filter(text => !text.startsWith('?'));
  expect(steps.slice(-3)).toEqual(['[failed]', '~5 s advanced', '[refunded, +3.90 TRX]']);
});

test('repeated polls and failed attempts are folded into one exchange, which keeps the evidence of all', async () => {
  await using sandbox = await startTestSandbox({ scenarios: ['stuck-processing'] });
  const receiver = await sandbox.receive();
  receiver.always(500);
  await sandbox.api.order({ ...ORDER, external_id: 'inv-1' });
  await sandbox.quiet();
  for (let poll = 0; poll < 4; poll++) {
    await sandbox.api.call('GET', '/api/v1/status/?external_id=inv-1');
  }
  await sandbox.advance(5 * 60_000);
  const { steps } = await diagramOf(sandbox, 1);
  expect(steps.map(brief)).toEqual([
    'C>S POST /order/',
    '[processing, −3.90 TRX]',
    'S>C 202',
    'S>R order.processing',
    'R>S 500',
    'C>S GET /status/?external_id=inv-1, 4 times',
    'S>C each 200',
    '~5 s advanced',
    'S>R order.processing, attempts 2 to 4',
    'R>S each 500, within 2 min 30 s',
    '~300 s ahead',
    'S>R order.processing, attempt 5, scheduled ahead',
  ]);
  const folded = steps.filter(step => step.kind === 'arrow' && step.evidence.length > 1);
  expect(folded.map(step => step.kind === 'arrow' && step.evidence.length)).toEqual([4, 4, 3, 3]);
  expect((await briefs(sandbox, 1, false)).filter(text => text.includes('/status/'))).toHaveLength(4);
});

test('time that passes by itself is told from an advance', async () => {
  await using sandbox = await startTestSandbox({ clock: '600x' });
  await sandbox.api.order({ ...ORDER, external_id: 'inv-1' });
  await expect.poll(() => briefs(sandbox)).toContain('[delegated]');
  const gaps = (await briefs(sandbox)).filter(text => text.startsWith('~') && !text.includes('ahead'));
  expect(gaps.length).toBeGreaterThan(0);
  expect(gaps.filter(text => text.includes('advanced'))).toEqual([]);
});

test('an order without an external_id has the requests that concern it', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.api.order(ORDER);
  await sandbox.api.call('GET', '/api/v1/status/?id=1');
  expect((await briefs(sandbox)).filter(text => text.startsWith('C>S'))).toEqual([
    'C>S POST /order/',
    'C>S GET /status/?id=1',
  ]);
});
