import { expect, test } from 'vitest';
import { AuditError } from '../../../src/lab/audit/options-and-result.ts';
import { runAudit } from '../../../src/lab/audit/run-cases.ts';
import { CorrectReceiver, type Received, type Reply, SECRET } from './receivers.ts';

/** Takes the first deliveries, and never responds to the next one. */
class Holding extends CorrectReceiver {
  deliveries = 0;
  readonly #last: number;
  readonly #onHeld: () => void;

  constructor(last: number, onHeld: () => void) {
    super();
    this.#last = last;
    this.#onHeld = onHeld;
  }

  override receive(received: Received): Promise<Reply> {
    this.deliveries += 1;
    if (this.deliveries <= this.#last) return super.receive(received);
    this.#onHeld();
    return new Promise(() => undefined);
  }
}

test.for([0, 3, 20])(
  'an audit that is stopped after %i deliveries says so, and sends no more',
  async answered => {
    const end = new AbortController();
    await using receiver = await new Holding(answered, () => end.abort()).start();
    const error = await runAudit(receiver.url, { secret: SECRET }, end.signal).catch(
      (reason: unknown) => reason,
    );
    expect(error).toEqual(new AuditError('the audit was stopped'));
    expect(receiver.deliveries).toBe(answered + 1);
  },
);

test('an audit that is stopped before it begins sends nothing', async () => {
  await using receiver = await new CorrectReceiver().start();
  const stopped = runAudit(receiver.url, { secret: SECRET }, AbortSignal.abort());
  await expect(stopped).rejects.toThrow('the audit was stopped');
  expect(receiver.seen.size).toBe(0);
});
