import { describe, expect, test } from 'vitest';
import { CAUSES } from '../../../src/lab/audit/causes.ts';
import { audited, CorrectReceiver, type Payload, type Received, type Reply } from './receivers.ts';

const FEW = ['extra-field', 'other-methods', 'garbage', 'parallel-orders'];

/** Parses what it has not verified, and ends at what is not JSON. A supervisor may start it again. */
class EndsAtGarbage extends CorrectReceiver {
  readonly #isSupervised: boolean;

  constructor(isSupervised = false) {
    super();
    this.#isSupervised = isSupervised;
  }

  override async receive(received: Received): Promise<Reply> {
    try {
      if (received.method === 'POST') JSON.parse(received.body.toString());
    } catch {
      await this.crash(this.#isSupervised);
    }
    return super.receive(received);
  }
}

/** Acknowledges a failure with additional fields, and ends while it works on it. */
class EndsAfterItsAnswer extends CorrectReceiver {
  override async handle(payload: Payload, received: Received): Promise<Reply> {
    const isUnusual = Object.keys(payload).length > 4 && payload.event === 'order.failed';
    if (isUnusual) setImmediate(() => void this.crash(false));
    return isUnusual ? 204 : super.handle(payload, received);
  }
}

const verdictsOf = async (receiver: CorrectReceiver, options = {}) => {
  const cases = await audited(receiver, { only: FEW, ...options });
  return cases.map(({ id, verdict, message }) => [id, verdict, message]);
};

// An audit waits for most of its time.
describe.concurrent('a receiver that a delivery ends', () => {
  test.each(['without', 'with'])(
    'fails the case in which it ended, and later cases are not judged, %s a probe',
    async kind => {
      await using receiver = await new EndsAtGarbage().start();
      const options = kind === 'with' ? { probe: receiver.probe } : {};
      expect(await verdictsOf(receiver, options)).toEqual([
        ['extra-field', 'passed', expect.any(String)],
        ['other-methods', 'passed', expect.any(String)],
        ['garbage', 'failed', expect.stringContaining('the receiver no longer responds: ECONNREFUSED')],
        [
          'parallel-orders',
          'not-judged',
          expect.stringMatching(/^not tried: since the case garbage, the receiver no longer responds: /),
        ],
      ]);
    },
  );

  test('is judged in the other cases if it is started again', async () => {
    await using receiver = await new EndsAtGarbage(true).start();
    expect((await verdictsOf(receiver)).map(([id, verdict]) => [id, verdict])).toEqual([
      ['extra-field', 'passed'],
      ['other-methods', 'passed'],
      ['garbage', 'failed'],
      ['parallel-orders', 'passed'],
    ]);
  });

  test('is reported with the case before the first one that it did not answer at all', async () => {
    await using receiver = await new EndsAfterItsAnswer().start();
    const verdicts = await verdictsOf(receiver);
    expect(verdicts).toContainEqual([
      'other-methods',
      'failed',
      expect.stringContaining('perhaps the case before, extra-field, has ended it'),
    ]);
    expect(verdicts.slice(2).map(([, verdict]) => verdict)).toEqual(['not-judged', 'not-judged']);
  });

  test('is reported with the case itself if a probe shows it', async () => {
    await using receiver = await new EndsAfterItsAnswer().start();
    const [first] = await verdictsOf(receiver, { probe: receiver.probe });
    expect(first).toEqual([
      'extra-field',
      'failed',
      expect.stringContaining('the receiver no longer responds: ECONNREFUSED'),
    ]);
  });
});

test('a command that does not restart the receiver fails its case, and the others are judged', async () => {
  await using receiver = await new CorrectReceiver().start();
  const cases = await audited(receiver, { only: ['duplicate', 'restarted', 'late'], restart: 'exit 3' });
  expect(cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['duplicate', 'passed'],
    ['restarted', 'failed'],
    ['late', 'passed'],
  ]);
  expect(cases[1]!.message).toContain('restart: the command exited with 3: exit 3');
  expect(cases[1]!.fix).toContain('Let --restart name a command that restarts the receiver');
});

test('a receiver that accepts bytes without a signature is told that, and not that it crashes', async () => {
  class ChecksNothing extends CorrectReceiver {
    override async receive(): Promise<Reply> {
      return 204;
    }
  }
  await using receiver = await new ChecksNothing().start();
  const [found] = await audited(receiver, { only: ['garbage'] });
  expect(found).toMatchObject({ verdict: 'failed', ...CAUSES.unsignedAccepted });
});
