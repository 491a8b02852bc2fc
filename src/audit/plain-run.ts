import { type AuditOrder, LIFE } from './audit-order.ts';
import { type Exchange, isAccepted } from './message.ts';
import type { Probe } from './probe.ts';
import type { Sender } from './sender.ts';
import type { Checkpoint, PlainStates } from './state-oracle.ts';

/** The genuine events of an order in their order, and what the probe returned in between. */
export interface PlainRun {
  readonly order: AuditOrder;
  readonly exchanges: readonly Exchange[];
  /** Null without a probe, and if an event was not accepted. */
  readonly states: PlainStates | null;
}

/**
 * Sends the genuine events of an order one after another.
 * @param earlier the states of an earlier run: a change that it did not show is not waited for
 */
export async function plainRun(
  order: AuditOrder,
  sender: Sender,
  probe: Probe | null,
  earlier: PlainStates | null,
): Promise<PlainRun> {
  const expectsChange = (from: Checkpoint, to: Checkpoint): boolean =>
    earlier === null || JSON.stringify(earlier[from]) !== JSON.stringify(earlier[to]);
  const exchanges: Exchange[] = [];
  const deliver = async (statuses: typeof LIFE): Promise<void> => {
    for (const status of statuses) {
      const message = order.genuine(status);
      exchanges.push({ message, answer: await sender.send(message) });
    }
  };
  const placed = probe ? await probe.learn(order, null) : null;
  await deliver(LIFE.slice(0, 1));
  const processing = probe
    ? await probe.learn(order, expectsChange('placed', 'processing') ? placed : null)
    : null;
  await deliver(LIFE.slice(1));
  const completed = probe
    ? await probe.learn(order, expectsChange('processing', 'completed') ? processing : null)
    : null;
  const isComplete = exchanges.every(({ answer }) => isAccepted(answer));
  const states = placed && processing && completed && isComplete ? { placed, processing, completed } : null;
  return { order, exchanges, states };
}
