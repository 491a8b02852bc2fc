import { describe, expect, test } from 'vitest';
import { AUDIT_CASE_IDS } from '../../../src/lab/audit/cases.ts';
import { CAUSES } from '../../../src/lab/audit/causes.ts';
import {
  audited,
  CorrectReceiver,
  DeferringReceiver,
  OtherStatusReceiver,
  type Payload,
  type Received,
  type Reply,
  wait,
} from './receivers.ts';

const CORRECT: readonly { design: string; create: () => CorrectReceiver }[] = [
  { design: 'verifies, stores and answers', create: () => new CorrectReceiver() },
  { design: 'answers at once and works through a queue', create: () => new DeferringReceiver() },
  { design: 'works first, and answers repeats with another 2xx', create: () => new OtherStatusReceiver() },
];

/** Only a system that places orders can take them for refused. */
const PLACED = ['response-lost', 'key-refused'];
const passed = AUDIT_CASE_IDS.map(id => [id, PLACED.includes(id) ? 'not-judged' : 'passed']);

test.each(CORRECT)('a correct receiver that $design passes all cases with a probe', async ({ create }) => {
  await using receiver = await create().start();
  const cases = await audited(receiver, { probe: receiver.probe, restart: receiver.restartCommand });
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual(passed);
});

test('a receiver may take 320 ms for each event after it has answered', async () => {
  await using receiver = await new DeferringReceiver(320).start();
  const cases = await audited(receiver, {
    probe: receiver.probe,
    only: ['other-headers', 'failed-without-refund'],
  });
  expect(cases.map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
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

/** It stores the latest order only, and shows it whichever is asked for. */
class OneSlot extends CorrectReceiver {
  override apply(payload: Payload, status?: string): void {
    super.apply({ ...payload, data: { ...payload.data, external_id: 'current' } }, status);
  }
}

test.each([
  {
    what: 'shows nothing of the events',
    create: () => new EmptyProbe(),
    path: '{order_id}',
    why: 'the probe answered 404 for an order whose genuine events were all accepted',
  },
  {
    what: 'shows another order',
    create: () => new OneSlot(),
    path: 'current#{order_id}',
    why: "the probe of a new order shows another order's data: its txid",
  },
])('a probe that $what is a failure, and what is stored is not judged', async ({ create, path, why }) => {
  await using receiver = await create().start();
  const probe = `${receiver.origin}/orders/${path}`;
  const cases = await audited(receiver, { probe, only: ['duplicate', 'answer-time'] });
  expect(cases).toMatchObject([
    { id: 'genuine', verdict: 'failed', message: why },
    {
      id: 'duplicate',
      verdict: 'not-judged',
      message: `answered correctly, but what is stored was not judged: ${why}`,
    },
    { id: 'answer-time', verdict: 'passed' },
  ]);
});

/** Works before it answers. */
class Slow extends CorrectReceiver {
  deliveries = 0;

  override async receive(received: Received): Promise<Reply> {
    this.deliveries += 1;
    await wait(6_000);
    return super.receive(received);
  }
}

test('a slow receiver is named after its first slow answers, and nothing else is judged', async () => {
  await using receiver = await new Slow().start();
  const cases = await audited(receiver, { only: ['genuine', 'duplicate-at-once'] });
  expect(cases).toMatchObject([
    { id: 'answer-time', verdict: 'failed' },
    { id: 'genuine', verdict: 'not-judged' },
    { id: 'duplicate-at-once', verdict: 'not-judged' },
  ]);
  expect(receiver.deliveries).toBe(3);
});

/** Never answers repeats of one event. */
class Deadlocks extends CorrectReceiver {
  readonly #hung = new Set<string>();

  override async handle(payload: Payload, received: Received): Promise<Reply> {
    const isRepeat = this.#hung.has(payload.event_id);
    if (isRepeat && payload.event === 'order.delegated') return new Promise(() => undefined);
    this.#hung.add(payload.event_id);
    return super.handle(payload, received);
  }
}

test('cost and fix are those of the cause that was seen: a time limit is not explained as a race', async () => {
  await using receiver = await new Deadlocks().start();
  const [found, next] = await audited(receiver, { only: ['duplicate-at-once', 'parallel-orders'] });
  expect(found).toMatchObject({ verdict: 'failed', ...CAUSES.slow });
  expect(found!.message).toContain('no complete response within 10 s');
  expect(next).toMatchObject({ verdict: 'not-judged', message: expect.stringContaining('not tried') });
});

describe('without a probe', () => {
  const only = ['duplicate-at-once', 'forged-body', 'answer-time'];

  test('cases that need one say what it would show, and the evidence lists what was sent and how it was answered', async () => {
    await using receiver = await new CorrectReceiver().start();
    const cases = await audited(receiver, { only });
    expect(cases.map(({ message }) => message)).toEqual([
      'answered correctly; pass --probe to check that it was counted once',
      'answered correctly; pass --probe to check that it changed nothing, and that the genuine event counted',
      'answered correctly',
    ]);
    expect(cases[0]!.evidence[0]).toEqual({
      sent: 'order.processing, one of 8 at once',
      answer: 'HTTP 204',
      count: 16,
    });
    expect(cases[1]!.evidence.slice(0, 3)).toEqual([
      { sent: 'order.processing', answer: 'HTTP 204', count: 2 },
      { sent: 'order.delegated altered after it was signed', answer: 'HTTP 401', count: 1 },
      { sent: 'order.delegating with the signature of an older event', answer: 'HTTP 401', count: 1 },
    ]);
    // Nothing in the result differs from audit to audit.
    expect(await audited(receiver, { only })).toEqual(cases);
  });
});

/** Refuses every failure. */
class RefusesFailures extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return payload.event === 'order.failed' ? 500 : super.handle(payload, received);
  }
}

class CountsRepeats extends CorrectReceiver {
  override isNew(): boolean {
    return true;
  }
}

class ChecksNothing extends CorrectReceiver {
  override verifies(): boolean {
    return true;
  }
}

describe('a cause is named by one case, and others refer to it, of a receiver that', () => {
  test.each([
    ['refuses order.failed', new RefusesFailures(), ['genuine']],
    ['counts repeats', new CountsRepeats(), ['duplicate']],
    // In the case garbage, what it parses is not JSON.
    ['verifies nothing', new ChecksNothing(), ['forged-secret', 'garbage']],
  ])('%s', async (_, created, named) => {
    await using receiver = await created.start();
    const cases = await audited(receiver, { probe: receiver.probe });
    const failed = cases.filter(({ verdict }) => verdict === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(named);
    const referring = cases.filter(({ message }) =>
      message.startsWith(`the case ${named[0]} names the cause: `),
    );
    expect(referring.length).toBeGreaterThan(1);
    expect(referring.every(({ verdict }) => verdict === 'not-judged')).toBe(true);
  });
});
