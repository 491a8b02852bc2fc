import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { AUDIT_CASE_IDS } from '../../src/audit/case-table.ts';
import {
  CorrectReceiver,
  DeferringReceiver,
  OtherStatusReceiver,
  type Payload,
  SECRET,
} from './receivers.ts';

const CORRECT: readonly { design: string; create: () => CorrectReceiver }[] = [
  { design: 'verifies, stores and answers', create: () => new CorrectReceiver() },
  { design: 'answers at once and works afterwards', create: () => new DeferringReceiver() },
  { design: 'works first, and answers repeats with another 2xx', create: () => new OtherStatusReceiver() },
];

const passed = AUDIT_CASE_IDS.map(id => [id, 'passed']);

// An audit waits for most of its time.
describe.concurrent('a correct receiver', () => {
  test('passes all cases, again when it is audited again', async () => {
    await using receiver = await new CorrectReceiver().start();
    const first = await audit(receiver.url, { secret: SECRET });
    expect(first.cases.map(({ id, verdict }) => [id, verdict])).toEqual(passed);
    const second = await audit(receiver.url, { secret: SECRET });
    expect(second).toEqual(first);
  });

  test.each(CORRECT)('that $design passes all cases with a probe', async ({ create }) => {
    await using receiver = await create().start();
    const { cases } = await audit(receiver.url, { secret: SECRET, probe: receiver.probe });
    const failed = cases.filter(({ verdict }) => verdict !== 'passed');
    expect(failed).toEqual([]);
    expect(cases.map(({ id }) => id)).toEqual(AUDIT_CASE_IDS);
  });
});

test.concurrent('a receiver with a queue gets the time to work through it', async () => {
  await using receiver = await new DeferringReceiver(10).start();
  const options = { secret: SECRET, probe: receiver.probe, only: ['parallel-orders'] };
  const { cases } = await audit(receiver.url, options);
  expect(cases.map(({ verdict }) => verdict)).toEqual(['passed']);
});

/** Applies the events of its twentieth order at the very instants of their times. */
class CoincidingReceiver extends CorrectReceiver {
  override apply(payload: Payload, status?: string): void {
    super.apply(payload, status);
    const { external_id } = payload.data;
    const isTwentieth = [...this.orders.keys()].indexOf(external_id) === 19;
    if (isTwentieth) this.orders.get(external_id)!.changed_at = payload.created_at;
  }
}

test.concurrent("a receiver's own time may happen to be the time of an event", async () => {
  await using receiver = await new CoincidingReceiver().start();
  const options = { secret: SECRET, probe: receiver.probe, only: ['parallel-orders'] };
  const { cases } = await audit(receiver.url, options);
  expect(cases).toMatchObject([{ id: 'parallel-orders', verdict: 'passed' }]);
});

test.concurrent('without a probe, the cases that need one say what it would show', async () => {
  await using receiver = await new CorrectReceiver().start();
  const { cases } = await audit(receiver.url, { secret: SECRET, only: ['duplicate', 'redirect'] });
  expect(cases.map(({ message }) => message)).toEqual([
    'answered correctly; pass --probe to check that it was counted once',
    'answered correctly',
  ]);
});

/** Its probe shows nothing of the events. */
class EmptyProbe extends CorrectReceiver {
  override apply(): void {}
}

test.concurrent('with a probe that genuine events do not change, what is stored is not judged', async () => {
  await using receiver = await new EmptyProbe().start();
  const probe = `${receiver.origin}/orders/{order_id}`;
  const { cases } = await audit(receiver.url, { secret: SECRET, probe, only: ['duplicate', 'redirect'] });
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['duplicate', 'not-judged'],
    ['redirect', 'passed'],
  ]);
  expect(cases[0]!.message).toBe(
    "answered correctly, but what is stored was not judged: the probe answered 404 for an order whose genuine events were all accepted; correct the URL of the probe, or, if only orders of the receiver's own system are stored, let --place make it place them",
  );
});

test.concurrent('the evidence lists what was sent and how it was answered, without what differs from run to run', async () => {
  await using receiver = await new CorrectReceiver().start();
  const { cases } = await audit(receiver.url, {
    secret: SECRET,
    only: ['forged-secret', 'duplicate-at-once'],
  });
  expect(cases[0]!.evidence).toEqual([
    { sent: 'order.processing', answer: 'HTTP 204', count: 1 },
    { sent: 'order.completed signed with another secret', answer: 'HTTP 401', count: 1 },
  ]);
  expect(cases[1]!.evidence[0]).toEqual({
    sent: 'order.processing, one of 8 at once',
    answer: 'HTTP 204',
    count: 8,
  });
});
