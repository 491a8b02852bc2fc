import type { OrderStatus } from '../../core/domain/order.ts';
import { type AuditOrder, LIFE } from './audit-messages.ts';
import type { AuditCase } from './case-stage.ts';

const COPIES = 8;
const COUNTED_ONCE = 'that it was counted once';

const FORWARD =
  'Let the state of an order only move forward, by the rank of its status; accept older events without applying them. updated_at has whole seconds and cannot order two changes within one.';
const REPEATED = { symptoms: ['repeat-counted'] } as const;

/** All pairs of positions in the life of an order. */
const SWAPS: readonly (readonly [number, number])[] = LIFE.flatMap((_, left) =>
  LIFE.map((_, right): [number, number] => [left, right]).filter(([, right]) => right > left),
);

/** Deliveries that are repeated, late, out of order, or simultaneous. */
export const REPEATED_CASES: readonly AuditCase[] = [
  {
    id: 'duplicate',
    title:
      'Each event twice in a row, of a delivered order and of a refunded one, and once more after the end.',
    criterion: 'Each is answered with a 2xx, and the event counts once.',
    cost: 'The service repeats an event whenever an acknowledgment is lost, hours later, too. Counted twice, it pays or refunds twice, or moves a completed order back.',
    fix: 'Store the event_id with a unique constraint in the same transaction as the effect of the event, and answer 2xx to repeats. Keep event_ids for as long as orders.',
    orders: ['usual', 'refunded'],
    probeShows: COUNTED_ONCE,
    names: ['repeat-refused', 'repeat-counted'],
    run: async stage => {
      for (const order of stage.orders) {
        for (const status of order.life) {
          await stage.acceptAll([status], order);
          await stage.repeat(order, status, 'a second time');
        }
        for (const status of order.life) await stage.repeat(order, status, 'again after the end');
      }
      await stage.expectState('end', REPEATED);
    },
  },
  {
    id: 'duplicate-at-once',
    title: 'Each event eight times at the same moment; then all events of another order at once, each twice.',
    criterion:
      'Each copy is answered with a 2xx, at the latest when it is repeated, and every event counts once.',
    cost: 'A check for repeats that reads first and writes later lets simultaneous copies pass: an event counts several times, or one overwrites another.',
    fix: 'Let the database decide: insert the event_id with a unique constraint, or lock the order, before acting. A check in the code races.',
    orders: ['usual', 'refunded', 'usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      const [delivered, refunded, together] = stage.orders as [AuditOrder, AuditOrder, AuditOrder];
      const atOnce = (order: AuditOrder, statuses: readonly OrderStatus[], how: string): Promise<unknown> =>
        Promise.all(
          statuses.map(status => {
            const message = order.genuine(status);
            return stage.acceptAtLast({ ...message, label: `${message.label}, ${how}` }, order);
          }),
        );
      for (const order of [delivered, refunded]) {
        for (const status of order.life) {
          if (stage.problems.length > 0) return;
          await atOnce(order, Array(COPIES).fill(status), `one of ${COPIES} at once`);
        }
      }
      if (stage.problems.length > 0) return;
      await atOnce(together, [...LIFE, ...LIFE], 'with all others at once');
      await stage.expectState('end', REPEATED);
    },
  },
  {
    id: 'reordered',
    title: 'The five events with each pair of them swapped, on ten orders.',
    criterion: 'Each is answered with a 2xx, and in the end the state is the same as after the right order.',
    cost: 'An older event that arrives late moves a completed order back, and it stays open forever.',
    fix: FORWARD,
    orders: SWAPS.map(() => 'usual' as const),
    probeShows: 'that no event set the order back',
    names: ['set-back'],
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
      await stage.expectState('end', { nameOf: index => `${swapped(index)} `, symptoms: ['set-back'] });
    },
  },
  {
    id: 'same-second',
    title: 'The five events of an order that changes within one second, in sequence and in reverse.',
    criterion: 'Each is answered with a 2xx, and the state is the same as after the right order.',
    cost: 'Times have whole seconds. A receiver that orders events by them ignores the later of two changes, or lets the earlier one set the order back: it stays open forever.',
    fix: FORWARD,
    orders: ['sudden', 'sudden'],
    probeShows: 'that no event was ignored or set the order back',
    run: async stage => {
      const [inSequence, inReverse] = stage.orders as [AuditOrder, AuditOrder];
      await stage.acceptAll(LIFE, inSequence);
      for (const status of LIFE.toReversed()) {
        const message = inReverse.genuine(status);
        await stage.accept({ ...message, label: `${message.label} of one second, in reverse` }, inReverse);
      }
      const nameOf = (index: number) =>
        `with all changes in one second ${index === 0 ? 'in sequence' : 'in reverse'}, `;
      await stage.expectState('end', { compare: 'timeless', nameOf, symptoms: ['set-back'] });
    },
  },
  {
    id: 'restarted',
    title:
      'A restart of the receiver between two deliveries, then a repeat of the events that it had acknowledged.',
    criterion:
      'Each is answered with a 2xx, and every event counts once. An order that --place places after the restart is a new one.',
    cost: 'What a receiver keeps only in memory is lost with every deployment: events that were acknowledged are gone, and repeats count again.',
    fix: 'Store the event_id and the effects of an event in a database, in one transaction, before answering 2xx.',
    orders: ['usual', 'refunded'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      if (!stage.canRestart) {
        stage.unseen = 'pass --restart COMMAND, a command that restarts the receiver';
        return;
      }
      const before = stage.orders.map(order => order.life.slice(0, order.life.indexOf(order.turn) + 1));
      for (const [index, order] of stage.orders.entries()) await stage.acceptAll(before[index]!, order);
      if (!(await stage.restart())) return;
      for (const [index, order] of stage.orders.entries()) {
        for (const status of before[index]!) await stage.repeat(order, status, 'again after a restart');
        await stage.acceptAll(order.life.slice(before[index]!.length), order);
      }
      await stage.expectState('end', REPEATED);
      await stage.expectNewOrder();
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
      for (const status of LIFE) await stage.accept(stage.order.genuine(status));
      await stage.expectState('end');
    },
  },
  {
    id: 'same-id-other-content',
    title: 'An event, then a correctly signed one with the same event_id that contradicts it.',
    criterion: 'The second is answered with any status and changes nothing.',
    cost: 'What was stored is overwritten by a contradiction: a delivered order is refunded.',
    fix: 'Ignore a repeated event_id whatever it contains, or refuse it with a 409 and raise an alarm.',
    orders: ['usual', 'refunded'],
    probeShows: 'that it changed nothing',
    run: async stage => {
      for (const order of stage.orders) {
        await stage.acceptAll(['processing'], order);
        await stage.corrupted('processing', 'same-id-other-bytes', order);
      }
      await stage.expectState('processing', REPEATED);
      if (stage.problems.length > 0) return;
      for (const order of stage.orders) {
        for (const status of order.life.slice(1)) {
          await stage.acceptAll([status], order);
          if (status === order.turn) await stage.corrupted(status, 'same-id-other-bytes', order);
        }
      }
      await stage.expectState('end', REPEATED);
    },
  },
];
