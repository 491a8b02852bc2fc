import type { ContractOperation } from '../contract/types.ts';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order.ts';
import type { TransportFault } from '../scenario/scenario-types.ts';
import { type CatalogueItem, KINDS, REFUNDED } from './catalogue.ts';

/** The position of nothing that can be met. */
export const NOWHERE = -1;

/** Larger than every status. */
const STATUS_COUNT = 1_000;

type ByStatus = Readonly<Record<OrderStatus, number>>;

const byStatus = <Value>(read: (status: OrderStatus) => Value): Readonly<Record<OrderStatus, Value>> =>
  Object.fromEntries(ORDER_STATUSES.map(status => [status, read(status)])) as Record<OrderStatus, Value>;

/**
 * Finds the position of an item in its catalogue in constant time and without allocations. A position is `NOWHERE` for
 * what cannot be met, such as a response that the description does not list.
 */
export class CoverageIndex {
  readonly items: readonly CatalogueItem[];
  /** By the state that an order or a webhook shows. */
  readonly states: ByStatus;
  /** A failed order of which the client learns that it was refunded. */
  readonly refunded: number;
  /** By the state that an event announces. */
  readonly events: ByStatus;
  /** From the first state to the second. */
  readonly transitions: Readonly<Record<OrderStatus, ByStatus>>;
  readonly #positions: ReadonlyMap<string, number>;
  readonly #responses = new Map<string, Int16Array>();
  readonly #operationsAt = new Map<string, readonly string[]>();
  readonly #replays = new Map<string, number>();
  readonly #faults = new Map<TransportFault, number>();
  readonly #deliveries = new Map<string, number>();

  constructor(items: readonly CatalogueItem[], operations: readonly ContractOperation[]) {
    this.items = items;
    this.#positions = new Map(items.map(({ id }, position) => [id, position]));
    for (const { id, path } of operations) {
      this.#operationsAt.set(path, [...(this.#operationsAt.get(path) ?? []), id]);
      this.#responses.set(id, new Int16Array(STATUS_COUNT).fill(NOWHERE));
    }
    for (const { id, group } of items) this.#enter(group, id.slice(KINDS[group].length + 1));
    this.states = byStatus(status => this.#at('states', status));
    this.refunded = this.#at('states', REFUNDED);
    this.events = byStatus(status => this.#at('events', `order.${status}`));
    this.transitions = byStatus(from => byStatus(to => this.#at('transitions', `${from}>${to}`)));
  }

  response(operation: string, status: number): number {
    return this.#responses.get(operation)?.[status] ?? NOWHERE;
  }

  /** The operations of a path, without the query of the URL. */
  operationsAt(url: string): readonly string[] {
    return this.#operationsAt.get(url.split('?', 1)[0]!) ?? [];
  }

  replay(subject: string): number {
    return this.#replays.get(subject) ?? NOWHERE;
  }

  fault(fault: TransportFault): number {
    return this.#faults.get(fault) ?? NOWHERE;
  }

  /** @param subject a delivery condition or a corruption */
  delivery(subject: string): number {
    return this.#deliveries.get(subject) ?? NOWHERE;
  }

  #at(group: CatalogueItem['group'], subject: string): number {
    return this.#positions.get(`${KINDS[group]} ${subject}`) ?? NOWHERE;
  }

  #enter(group: CatalogueItem['group'], subject: string): void {
    const position = this.#at(group, subject);
    if (group === 'responses') {
      const [operation = '', status] = subject.split(' ');
      this.#responses.get(operation)![Number(status)] = position;
    }
    if (group === 'replays') this.#replays.set(subject, position);
    if (group === 'faults') this.#faults.set(subject as TransportFault, position);
    if (group === 'deliveries') this.#deliveries.set(subject, position);
  }
}
