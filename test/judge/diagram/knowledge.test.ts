import { expect, test } from 'vitest';
import { clockText, differenceText } from '../../../src/judge/diagram/diagram-model.ts';
import { lanesOf } from '../../../src/judge/diagram/knowledge.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { brief, diagramOf } from './stage.ts';

const ORDER = { package_id: 1, address: RECIPIENT, external_id: 'inv-1' } as const;

const place = (sandbox: TestSandbox, scenario: string) =>
  sandbox.api.call('POST', '/api/v1/order/', { body: ORDER, headers: { 'x-sandbox-scenario': scenario } });

const askStatus = (sandbox: TestSandbox) => sandbox.api.call('GET', '/api/v1/status/?external_id=inv-1');

/** The named differences with the times at which they begin. */
async function differences(sandbox: TestSandbox): Promise<string[]> {
  const { steps } = await diagramOf(sandbox, 1);
  return steps.flatMap(step =>
    step.kind === 'difference' ? [`${clockText(step.from)} ${differenceText(step)}`] : [],
  );
}

/** What the client knows in the end. */
async function knownInTheEnd(sandbox: TestSandbox): Promise<string> {
  const { known } = lanesOf((await diagramOf(sandbox, 1)).steps).at(-1)!;
  return `${known.status}${known.isRefunded ? ', refunded' : ''}`;
}

test('with webhooks that arrive, a client always knows what is true', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  await sandbox.api.order(ORDER);
  await sandbox.settle();
  expect(await differences(sandbox)).toEqual([]);
  expect(await knownInTheEnd(sandbox)).toBe('completed');
});

test('after a lost response, a client knows of no order until it asks again', async () => {
  await using sandbox = await startTestSandbox();
  await expect(place(sandbox, 'response-lost')).rejects.toThrow();
  expect(await differences(sandbox)).toEqual(['00:00:00 3.90 TRX debited, client does not know']);
  await sandbox.advance(2_000);
  await sandbox.api.order(ORDER);
  expect(await differences(sandbox)).toEqual(['00:00:00 3.90 TRX debited, client does not know, for 2 s']);
  expect(await knownInTheEnd(sandbox)).toBe('processing');
});

test.each(['truncated-answer', 'gateway-502-after-commit'])(
  'after %s, a client does not know that it has paid',
  async scenario => {
    await using sandbox = await startTestSandbox();
    await place(sandbox, scenario).catch(() => undefined);
    await expect
      .poll(() => differences(sandbox))
      .toEqual(['00:00:00 3.90 TRX debited, client does not know']);
  },
);

test('no webhook tells of a refund that comes after the failure; the status does', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  await place(sandbox, 'refund-late');
  await sandbox.settle();
  expect(await differences(sandbox)).toEqual(['00:00:12 3.90 TRX refunded, client does not know']);
  expect(await knownInTheEnd(sandbox)).toBe('failed');
  await sandbox.api.order(ORDER);
  expect(await knownInTheEnd(sandbox)).toBe('failed');
  await askStatus(sandbox);
  expect(await knownInTheEnd(sandbox)).toBe('failed, refunded');
});

test('a client whose webhooks are lost believes what it was told last', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.receive();
  await place(sandbox, 'webhooks-lost');
  await sandbox.advance(3_000);
  await askStatus(sandbox);
  await sandbox.advance(10_000);
  expect(await differences(sandbox)).toEqual([
    '00:00:03 delegating, client still believes processing',
    '00:00:12 delegated, client still believes delegating',
  ]);
});

test('a client that refuses webhooks learns the failure and the refund only from the status', async () => {
  await using sandbox = await startTestSandbox();
  (await sandbox.receive()).always(500);
  await place(sandbox, 'failed-with-refund');
  await sandbox.advance(20_000);
  await askStatus(sandbox);
  expect(await differences(sandbox)).toEqual([
    '00:00:03 delegating, client still believes processing, for 9 s',
    '00:00:12 failed, client still believes processing, for 5 s',
    '00:00:17 refunded, client still believes processing, for 3 s',
  ]);
});

test('a webhook that tells of a review ends the difference when a retry of it is acknowledged', async () => {
  await using sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  await place(sandbox, 'review');
  await sandbox.quiet();
  receiver.next(500);
  await sandbox.advance(60_000);
  expect(await differences(sandbox)).toEqual(['00:00:03 review, client still believes processing, for 5 s']);
  expect(await knownInTheEnd(sandbox)).toBe('review');
});

test('without webhooks, a client whose order stays in processing knows all that is true', async () => {
  await using sandbox = await startTestSandbox();
  await place(sandbox, 'stuck-processing');
  await sandbox.advance(3_600_000);
  expect(await differences(sandbox)).toEqual([]);
});

test.each(['webhook-reordered', 'webhook-duplicated', 'webhook-replayed', 'webhook-before-response'])(
  'with %s, late and repeated webhooks about earlier states take nothing back',
  async scenario => {
    await using sandbox = await startTestSandbox();
    await sandbox.receive();
    await place(sandbox, scenario);
    await sandbox.settle();
    const known = lanesOf((await diagramOf(sandbox, 1, false)).steps).map(lane => lane.known.status);
    expect([...new Set(known)]).toEqual(known.filter((one, index) => one !== known[index - 1]));
    expect(known.at(-1)).toBe('completed');
  },
);

test('a forged webhook tells a client nothing, even if it is acknowledged', async () => {
  await using sandbox = await startTestSandbox({ webhooksAsDescribed: false });
  await sandbox.receive();
  await place(sandbox, 'webhook-forged');
  await sandbox.settle();
  const known = differences(sandbox);
  expect((await known).at(-1)).toMatch(/ completed, client still believes processing$/);
  expect(await knownInTheEnd(sandbox)).toBe('processing');
  const { steps } = await diagramOf(sandbox, 1);
  expect(steps.map(brief)).toContain('R>S 204, forged webhook accepted');
});

test('a refused forgery is what should happen, and the genuine retry tells', async () => {
  await using sandbox = await startTestSandbox({ webhooksAsDescribed: false });
  (await sandbox.receive()).next(401);
  await place(sandbox, 'webhook-forged');
  await sandbox.quiet();
  const { steps } = await diagramOf(sandbox, 1);
  const refusal = steps.find(step => step.kind === 'arrow' && step.text === '401, forged webhook refused');
  expect(refusal).toMatchObject({ tone: 'good' });
  await sandbox.advance(5_000);
  expect(await knownInTheEnd(sandbox)).toBe('processing');
});
