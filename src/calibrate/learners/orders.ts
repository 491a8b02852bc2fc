import type { Knowledge, OrderView } from '../knowledge.ts';
import { fromTrials, type LearnedRow, notObserved, shown, type Trial } from '../verdicts.ts';
import type { Learner } from './learner.ts';

const WITH_TXID = ['delegating', 'delegated', 'undelegating', 'completed'];
const DELIVERED = ['delegated', 'undelegating', 'completed'];

/** The condition of a field of an order; null if the view says nothing about it. */
type Condition = (fields: OrderView['fields']) => readonly [observed: unknown, holds: boolean] | null;

const statusIn = (fields: OrderView['fields'], statuses: readonly string[]): boolean =>
  statuses.includes(String(fields.status));

const CONDITIONS: Readonly<Record<string, Condition>> = {
  txid: fields => (statusIn(fields, WITH_TXID) ? [fields.txid, typeof fields.txid === 'string'] : null),
  delivered_at: fields => {
    if (statusIn(fields, DELIVERED)) return [fields.delivered_at, typeof fields.delivered_at === 'string'];
    return statusIn(fields, ['processing', 'delegating'])
      ? [fields.delivered_at, fields.delivered_at === null]
      : null;
  },
  completed_at: fields => [
    fields.completed_at,
    (fields.completed_at !== null) === statusIn(fields, ['completed']),
  ],
  refunded: fields => [fields.refunded, fields.refunded !== true || statusIn(fields, ['failed'])],
};

function orderFields({ views }: Knowledge): LearnedRow {
  const trials = views.flatMap(({ label, fields }): Trial[] =>
    Object.entries(CONDITIONS).flatMap(([name, condition]) => {
      const told = Object.hasOwn(fields, name) ? condition(fields) : null;
      if (!told) return [];
      const field = `body.data.${name}`;
      const observed = `${shown(told[0])} in ${shown(fields.status)}`;
      return [{ exchange: label, field, observed, assumed: 'as the status requires', holds: told[1] }];
    }),
  );
  return fromTrials('order_fields', trials);
}

/** The ids of new orders, in the order in which they were created. */
function orderIds({ placements }: Knowledge): LearnedRow {
  const seen = new Set<number>();
  const created = placements.filter(({ orderId, isRepeat }) => {
    if (orderId === null || isRepeat === true || seen.has(orderId)) return false;
    seen.add(orderId);
    return true;
  });
  const trials = created.slice(1).flatMap((placement, index): Trial[] => {
    const before = created[index]!;
    const { call } = placement;
    const overlaps =
      before.call !== call && (before.call.endMs ?? 0) > (call.atMs ?? Number.POSITIVE_INFINITY);
    // A lower id belongs to an order from before the recording.
    if (overlaps || placement.orderId! < before.orderId!) return [];
    const assumed = before.orderId! + 1;
    const observed = shown(placement.orderId);
    return [
      {
        exchange: call.label,
        field: 'order id',
        observed,
        assumed: shown(assumed),
        holds: placement.orderId === assumed,
      },
    ];
  });
  return fromTrials('order_ids', trials);
}

function balance({ placements, views, recording }: Knowledge): LearnedRow {
  const prices = new Map(views.map(({ orderId, fields }) => [orderId, fields.price_trx]));
  const balances = recording.calls.filter(
    ({ operation, status }) => operation === 'getBalance' && status === 200,
  );
  const trials = placements.flatMap(({ call, orderId, kind, isRepeat }): Trial[] => {
    const position = recording.calls.indexOf(call);
    const before = kind === 'single' && isRepeat === false ? recording.calls[position - 1] : undefined;
    if (!before || orderId === null || !balances.includes(before)) return [];
    const amount = before.data?.balance_trx;
    if (amount !== prices.get(orderId)) return [];
    return [
      { exchange: call.label, field: 'status', observed: 'accepted', assumed: 'accepted', holds: true },
    ];
  });
  return fromTrials('exact_balance', trials);
}

/** What orders show of themselves. */
export const learnOrders: Learner = knowledge => [
  orderFields(knowledge),
  orderIds(knowledge),
  balance(knowledge),
  notObserved('first_order_id', 'the account may have had orders before the recording'),
  notObserved('quote_locks_nothing'),
];
