import { describe, expect, test } from 'vitest';
import { AUDIT_CASE_IDS } from '../../../src/judge/audit/cases.ts';
import {
  audited,
  CorrectReceiver,
  DeferringReceiver,
  OtherStatusReceiver,
  type Payload,
} from './receivers.ts';

const CORRECT: readonly { design: string; create: () => CorrectReceiver }[] = [
  { design: 'verifies, stores and answers', create: () => new CorrectReceiver() },
  { design: 'answers at once and works through a queue', create: () => new DeferringReceiver() },
  { design: 'works first, and answers repeats with another 2xx', create: () => new OtherStatusReceiver() },
];

const passed = AUDIT_CASE_IDS.map(id => [id, 'passed']);

test.each(CORRECT)('a correct receiver that $design passes all cases with a probe', async ({ create }) => {
  await using receiver = await create().start();
  const cases = await audited(receiver, { probe: receiver.probe });
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual(passed);
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

test('a time of its own that a receiver stores may happen to be the time of an event', async () => {
  await using receiver = await new CoincidingReceiver().start();
  const cases = await audited(receiver, { probe: receiver.probe, only: ['parallel-orders'] });
  expect(cases).toMatchObject([{ id: 'parallel-orders', verdict: 'passed' }]);
});

/** Its probe shows nothing of the events. */
class EmptyProbe extends CorrectReceiver {
  override apply(): void {}
}

test('with a probe that genuine events do not change, what is stored is not judged', async () => {
  await using receiver = await new EmptyProbe().start();
  const probe = `${receiver.origin}/orders/{order_id}`;
  const cases = await audited(receiver, { probe, only: ['duplicate', 'redirect'] });
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['duplicate', 'not-judged'],
    ['redirect', 'passed'],
  ]);
  expect(cases[0]!.message).toBe(
    "answered correctly, but what is stored was not judged: the probe answered 404 for an order whose genuine events were all accepted; correct the URL of the probe, or, if only orders of the receiver's own system are stored, let --place make it place them",
  );
});

describe('without a probe', () => {
  const only = ['forged-secret', 'duplicate-at-once', 'redirect'];

  test('cases that need one say what it would show, and the evidence lists what was sent and how it was answered', async () => {
    await using receiver = await new CorrectReceiver().start();
    const cases = await audited(receiver, { only });
    expect(cases.map(({ message }) => message)).toEqual([
      'answered correctly; pass --probe to check that it changed nothing',
      'answered correctly; pass --probe to check that it was counted once',
      'answered correctly',
    ]);
    expect(cases[0]!.evidence).toEqual([
      { sent: 'order.processing', answer: 'HTTP 204', count: 1 },
      { sent: 'order.completed signed with another secret', answer: 'HTTP 401', count: 1 },
    ]);
    expect(cases[1]!.evidence[0]).toEqual({
      sent: 'order.processing, one of 8 at once',
      answer: 'HTTP 204',
      count: 8,
    });
    // Nothing in the result differs from audit to audit.
    expect(await audited(receiver, { only })).toEqual(cases);
  });
});
