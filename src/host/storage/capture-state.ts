import type { AccountState, Order, WebhookEvent } from '../../core/engine/account-state.ts';

/** One of a state's collections, which is written row by row. */
interface Section {
  readonly name: string;
  readonly rows: number;
  /** A row as JSON text. */
  readonly row: (index: number) => string;
}

/** An account's state at one instant, which can be written while the account changes. */
export interface CapturedState {
  /** The JSON of everything that is not in the sections. */
  readonly headText: string;
  readonly sections: readonly Section[];
}

/** The keyed collections, which are written as key-value pairs. */
export const KEYED = ['counters', 'inFlight'] as const;
/** The collections that grow with an account's use. */
type SectionName =
  | 'ledger'
  | 'orders'
  | 'events'
  | 'lifecycles'
  | 'picked'
  | 'agenda'
  | 'held'
  | 'ownScenarios'
  | (typeof KEYED)[number];

const section = (name: SectionName, rows: number, value: (index: number) => unknown): Section => ({
  name,
  rows,
  row: index => JSON.stringify(value(index)),
});

/** Rows that never change. */
function unchangingSection(name: SectionName, rows: readonly unknown[]): Section {
  return section(name, rows.length, index => rows[index]);
}

/** Only the position and refund of an order change, and its list of steps grows. */
function captureOrders(orders: readonly Order[]): Section {
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

/** Only the state and the list of attempts of an event change. The list is replaced as a whole. */
function captureEvents(events: readonly WebhookEvent[]): Section {
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
 * Captures a state in a fraction of the time that writing it takes: only what can change is copied, and only the length
 * of a list that only grows.
 */
export function captureState(state: AccountState): CapturedState {
  const {
    ledger,
    orders,
    events,
    lifecycles,
    picked,
    agenda,
    held,
    counters,
    inFlight,
    ownScenarios,
    ...head
  } = state;
  const counts = Object.entries(counters).map(([key, count]) => [key, { ...count }]);
  return {
    headText: JSON.stringify(head),
    sections: [
      unchangingSection('ledger', ledger),
      captureOrders(orders),
      captureEvents(events),
      unchangingSection('lifecycles', lifecycles),
      unchangingSection('picked', picked),
      unchangingSection('agenda', [...agenda]),
      unchangingSection('held', [...held]),
      unchangingSection('counters', counts),
      unchangingSection('inFlight', Object.entries(inFlight)),
      ...(ownScenarios ? [unchangingSection('ownScenarios', ownScenarios)] : []),
    ],
  };
}
