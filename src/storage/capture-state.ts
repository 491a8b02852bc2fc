import type { AccountState, Order, WebhookEvent } from '../engine/account-state.ts';

/** One of a state's collections, as it is written row by row. */
export interface Section {
  readonly name: string;
  readonly rows: number;
  /** A row as JSON text. */
  readonly row: (index: number) => string;
}

/** An account's state at one instant, to be written while the account changes. */
export interface Mark {
  /** JSON of everything outside of the sections. */
  readonly headText: string;
  readonly sections: readonly Section[];
}

/** The collections with keys, which are written as pairs. */
export const KEYED = ['counters', 'inFlight'] as const;
/** The collections that grow with an account's use. */
type SectionName = 'ledger' | 'orders' | 'events' | 'agenda' | 'held' | (typeof KEYED)[number];

const section = (name: SectionName, rows: number, value: (index: number) => unknown): Section => ({
  name,
  rows,
  row: index => JSON.stringify(value(index)),
});

/** Rows that never change. */
function fixed(name: SectionName, rows: readonly unknown[]): Section {
  return section(name, rows.length, index => rows[index]);
}

/** Of an order, only position and refund change, and its steps grow. */
function markOrders(orders: readonly Order[]): Section {
  const rows = orders.length;
  const stepCounts = new Uint32Array(rows);
  const positions = new Int32Array(rows);
  const refunds: Order['refund'][] = new Array(rows);
  for (let index = 0; index < rows; index++) {
    const order = orders[index]!;
    stepCounts[index] = order.steps.length;
    positions[index] = order.position;
    refunds[index] = order.refund;
  }
  return section('orders', rows, index => ({
    ...orders[index]!,
    position: positions[index]!,
    refund: refunds[index]!,
    steps: orders[index]!.steps.slice(0, stepCounts[index]),
  }));
}

/** Of an event, only the state and the list of attempts change; the list is replaced as a whole. */
function markEvents(events: readonly WebhookEvent[]): Section {
  const rows = events.length;
  const states: WebhookEvent['state'][] = new Array(rows);
  const attempts: WebhookEvent['attempts'][] = new Array(rows);
  for (let index = 0; index < rows; index++) {
    states[index] = events[index]!.state;
    attempts[index] = events[index]!.attempts;
  }
  return section('events', rows, index => ({
    ...events[index]!,
    state: states[index]!,
    attempts: attempts[index]!,
  }));
}

/**
 * Captures a state in a small part of the time that writing it takes: only what can change is copied, and a list that
 * only grows is captured by its length.
 */
export function markState(state: AccountState): Mark {
  const { ledger, orders, events, agenda, held, counters, inFlight, ...head } = state;
  const counts = Object.entries(counters).map(([key, count]) => [key, { ...count }]);
  return {
    headText: JSON.stringify(head),
    sections: [
      fixed('ledger', ledger),
      markOrders(orders),
      markEvents(events),
      fixed('agenda', [...agenda]),
      fixed('held', held),
      fixed('counters', counts),
      fixed('inFlight', Object.entries(inFlight)),
    ],
  };
}
