import { type AuditOrder, LIFE } from '../audit-sandbox.ts';
import type { AuditCase } from '../case-stage.ts';

const COPIES = 8;
const COUNTED_ONCE = 'that it was counted once';
const DEDUPLICATE =
  'Store the event_id with a unique constraint in the same transaction as the effect of the event, and answer 2xx to repeats.';

/** All pairs of positions in the life of an order. */
const SWAPS: readonly (readonly [number, number])[] = LIFE.flatMap((_, left) =>
  LIFE.map((_, right): [number, number] => [left, right]).filter(([, right]) => right > left),
);

/** Deliveries that are repeated, late, out of order, or many at once. */
export const REPEATED_CASES: readonly AuditCase[] = [
  {
    id: 'duplicate',
    title: 'Each event twice in a row.',
    criterion: 'Both are answered with a 2xx, and the event counts once.',
    cost: 'The service repeats an event whenever an acknowledgment is lost. Counted twice, it pays or refunds twice.',
    fix: DEDUPLICATE,
    orders: ['usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      for (const status of LIFE) {
        const message = stage.order.genuine(status);
        await stage.accept(message);
        await stage.accept({ ...message, label: `${message.label} a second time` });
      }
      await stage.expectState('completed');
    },
  },
  {
    id: 'duplicate-refund',
    title: 'The order.failed event of a refunded order, twice in a row.',
    criterion: 'Both are answered with a 2xx, and the refund counts once.',
    cost: 'The service repeats an event whenever an acknowledgment is lost. Counted twice, the refund is credited twice.',
    fix: DEDUPLICATE,
    orders: ['failed', 'failed', 'failed'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      const [repeated, first, second] = stage.orders as [AuditOrder, AuditOrder, AuditOrder];
      for (const order of [repeated, first, second]) await stage.acceptAll(['processing', 'failed'], order);
      const message = repeated.genuine('failed');
      await stage.accept({ ...message, label: `${message.label} a second time` }, repeated);
      await stage.expectCountedOnce(repeated, [first, second]);
    },
  },
  {
    id: 'duplicate-at-once',
    title: 'Each event eight times at the same moment.',
    criterion:
      'Each copy is answered with a 2xx, at the latest when it is repeated, and the event counts once.',
    cost: 'A check for repeats that reads first and writes later lets simultaneous copies pass: the event counts several times.',
    fix: 'Let the database decide: insert the event_id with a unique constraint, or lock the order, before acting. A check in the code races.',
    orders: ['usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      for (const status of LIFE) {
        const message = stage.order.genuine(status);
        const copy = { ...message, label: `${message.label}, one of ${COPIES} at once` };
        await Promise.all(Array.from({ length: COPIES }, () => stage.acceptAtLast(copy)));
      }
      await stage.expectState('completed');
    },
  },
  {
    id: 'reordered',
    title: 'The five events with each pair of them swapped, on ten orders.',
    criterion: 'Each is answered with a 2xx, and the state is that of the right order in the end.',
    cost: 'An older event that arrives late sets a completed order back, and it stays open forever.',
    fix: 'Let the state of an order only move forward, by the rank of its status or by updated_at; accept older events without applying them.',
    orders: SWAPS.map(() => 'usual' as const),
    probeShows: 'that no event set the order back',
    run: async stage => {
      const swapped = (index: number): string => {
        const [left, right] = SWAPS[index]!;
        return `with order.${LIFE[left]} and order.${LIFE[right]} swapped,`;
      };
      for (const [index, [left, right]] of SWAPS.entries()) {
        const order = stage.orders[index]!;
        const statuses = [...LIFE];
        statuses[left] = LIFE[right]!;
        statuses[right] = LIFE[left]!;
        for (const [position, status] of statuses.entries()) {
          const message = order.genuine(status);
          const place = `${message.label} in place ${position + 1}, ${swapped(index)}`;
          await stage.accept({ ...message, label: place }, order);
        }
      }
      await stage.expectState('completed', 'all', index => `${swapped(index)} `);
    },
  },
  {
    id: 'replayed-after-end',
    title: 'All five events again after the order was completed.',
    criterion: 'Each is answered with a 2xx, and the state stays as it is.',
    cost: 'A replay sets a completed order back, or has its effects happen again.',
    fix: `${DEDUPLICATE} Keep event_ids for as long as orders.`,
    orders: ['usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      await stage.acceptAll(LIFE);
      for (const status of LIFE) {
        const message = stage.order.genuine(status);
        await stage.accept({ ...message, label: `${message.label} again after the end` });
      }
      await stage.expectState('completed');
    },
  },
  {
    id: 'late',
    title: 'Events that arrive three days after they were created.',
    criterion: 'Each is answered with a 2xx, and counted.',
    cost: 'After an outage, all events that waited are refused: orders stay open, and refunds are missed.',
    fix: 'Accept genuine events whatever their age: created_at does not change when a delivery is retried. Protect against replays by event_id.',
    orders: ['late'],
    probeShows: 'that they were counted',
    run: async stage => {
      await stage.acceptAll(LIFE);
      await stage.expectState('completed');
    },
  },
  {
    id: 'same-id-other-content',
    title: 'An event, then another one with the same event_id, correctly signed, that says the order failed.',
    criterion: 'The second is answered with any status and changes nothing.',
    cost: 'What was stored is overwritten by a contradiction: a delivered order is refunded.',
    fix: 'Ignore a repeated event_id whatever it contains, or refuse it with a 409 and raise an alarm.',
    orders: ['usual'],
    probeShows: 'that it changed nothing',
    run: async stage => {
      await stage.acceptAll(['processing']);
      await stage.corrupted('processing', 'same-id-other-bytes');
      await stage.expectState('processing');
    },
  },
  {
    id: 'retried-after-refusal',
    title: 'A forged first attempt of an event, then the genuine one with the same event_id.',
    criterion: 'The genuine one is answered with a 2xx and counted.',
    cost: 'Anyone who can guess an event_id makes the receiver ignore the genuine event as a repeat.',
    fix: 'Record an event_id only after the signature was verified, and in the same transaction as the event.',
    orders: ['usual'],
    probeShows: 'that the genuine one was counted',
    run: async stage => {
      await stage.send(stage.order.corrupted('processing', 'wrong-secret'));
      await stage.acceptAll(['processing']);
      await stage.expectState('processing');
    },
  },
];
