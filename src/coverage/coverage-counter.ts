import type { ContractOperation } from '../contract/types.ts';
import { ORDER_STATUSES, type OrderStatus } from '../domain/order.ts';
import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/command-context.ts';
import { recordOf } from '../engine/event-progress.ts';
import { isMadeByRequest } from '../engine/order-lifecycle.ts';
import { orderById, orderOf } from '../engine/state-lookup.ts';
import type { FactListener } from '../facts/fact-stream.ts';
import type { TransportFault } from '../scenario/faults-and-corruptions.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import { type CatalogueItem, deriveCatalogue, KINDS, metTimes, REFUNDED } from './catalogue.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { corruptionOf, MADE_CONDITIONS } from './delivery-conditions.ts';
import type { CoverageCounts } from './merge-coverage.ts';

/** The position of nothing that can be met. */
const NOWHERE = -1;

/** Larger than every status. */
const STATUS_COUNT = 1_000;

type ByStatus = Readonly<Record<OrderStatus, number>>;

const byStatus = <Value>(read: (status: OrderStatus) => Value): Readonly<Record<OrderStatus, Value>> =>
  Object.fromEntries(ORDER_STATUSES.map(status => [status, read(status)])) as Record<OrderStatus, Value>;

/**
 * Finds the position of an item in its catalogue in constant time and without allocations. A position is `NOWHERE` for
 * what cannot be met, such as a response that the description does not list.
 */
class CoverageIndex {
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

/** How often each item was met, by its position in the catalogue. */
type Counts = Float64Array;

type HappeningOf<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>;

const METHOD_NOT_ALLOWED = 405;

/**
 * Counts what the clients and receivers of a server have met: of each account since it was created, reset or restored,
 * and of the server since it was started. The server's counts include deleted accounts, earlier runs of accounts that
 * were reset, and requests without the key of an account. Each fact takes constant time and no memory.
 */
export class CoverageCounter implements FactListener {
  readonly #index: CoverageIndex;
  readonly #total: Counts;
  /** Weak, since a response to a deleted account may still end after it was closed. */
  readonly #ofAccount = new WeakMap<Account, Counts>();

  constructor(index: CoverageIndex) {
    this.#index = index;
    this.#total = new Float64Array(index.items.length);
  }

  /** A counter of what can be met with these operations and built-in scenarios. */
  static of(operations: readonly ContractOperation[], builtIn: readonly Scenario[]): CoverageCounter {
    return new CoverageCounter(new CoverageIndex(deriveCatalogue(operations, builtIn), operations));
  }

  answered(account: Account | null, exchange: Exchange): void {
    const { fault, end, status, told, isOfEarlierRun } = exchange;
    const counts = this.#countsOf(isOfEarlierRun ? null : account);
    if (fault !== null && end !== 'client-gone') this.#count(counts, this.#index.fault(fault));
    // A response that the client could not use tells it nothing.
    if (end !== 'sent' || status === null) return;
    this.#responded(counts, exchange, status);
    if (told === null) return;
    this.#count(counts, this.#index.states[told.status]);
    if (told.refunded) this.#count(counts, this.#index.refunded);
  }

  happened(account: Account, happenings: readonly Happening[]): void {
    const counts = this.#countsOf(account);
    for (const happening of happenings) {
      if (happening.kind === 'order') this.#moved(counts, account, happening);
      else if (happening.kind === 'attempt') this.#delivered(counts, account, happening);
      else if (happening.kind === 'settled') this.#settled(counts, happening);
    }
  }

  restarted(account: Account): void {
    this.#ofAccount.delete(account);
  }

  closed(account: Account): void {
    this.#ofAccount.delete(account);
  }

  /** What one account has met. */
  of(account: Account): Coverage {
    return this.#coverage(this.#ofAccount.get(account) ?? new Float64Array(this.#index.items.length));
  }

  /** What the whole server has met. */
  all(): Coverage {
    return this.#coverage(this.#total);
  }

  /** What the whole server has met, in the form of a run folder. */
  counts(): CoverageCounts {
    const met = this.#index.items.map(({ id }, position) => [id, this.#total[position]!] as const);
    return Object.fromEntries(met.filter(([, count]) => count > 0));
  }

  #coverage(counts: Counts): Coverage {
    return coverageOf(this.#index.items.map((item, position) => metTimes(item, counts[position]!)));
  }

  #countsOf(account: Account | null): Counts | null {
    if (account === null) return null;
    let counts = this.#ofAccount.get(account);
    if (!counts) {
      counts = new Float64Array(this.#index.items.length);
      this.#ofAccount.set(account, counts);
    }
    return counts;
  }

  #count(counts: Counts | null, position: number): void {
    if (position === NOWHERE) return;
    this.#total[position]! += 1;
    if (counts !== null) counts[position]! += 1;
  }

  #responded(counts: Counts | null, exchange: Exchange, status: number): void {
    const { operation, outcome, request } = exchange;
    if (operation === null) {
      if (status === METHOD_NOT_ALLOWED) this.#refusedMethod(counts, exchange);
      return;
    }
    // The sandbox itself refused the name of a scenario; the service has no such response.
    if (status === 400 && request === null) return;
    this.#count(counts, this.#index.response(operation, status));
    if (outcome?.kind === 'order' && exchange.told !== null && outcome.placed.idempotent)
      this.#count(counts, this.#index.replay(operation));
    if (outcome?.kind === 'bulk' && status < 300) {
      const position = this.#index.replay(`${operation} item`);
      for (const { answer } of outcome.items)
        if ('order' in answer && answer.idempotent) this.#count(counts, position);
    }
  }

  /** A method that no operation of the path has, so that the request has no operation. */
  #refusedMethod(counts: Counts | null, { url, status }: Exchange): void {
    for (const operation of this.#index.operationsAt(url))
      this.#count(counts, this.#index.response(operation, status!));
  }

  /** An order that a request made has entered a state. Its steps are few, and the one that is looked for is the last. */
  #moved(counts: Counts | null, { state }: Account, { order: id, status, atMs }: HappeningOf<'order'>): void {
    const order = orderById(state, id);
    if (!order || !isMadeByRequest(order)) return;
    const { steps } = order;
    let step = steps.length - 1;
    while (step > 0 && (steps[step]!.status !== status || steps[step]!.atMs !== atMs)) step -= 1;
    if (step > 0) this.#count(counts, this.#index.transitions[steps[step - 1]!.status][status]);
  }

  #delivered(counts: Counts | null, { state }: Account, { plan }: HappeningOf<'attempt'>): void {
    const event = state.events[plan.event]!;
    const record = recordOf(event, plan);
    if (record.outcome.kind === 'unreachable') return;
    const made = { state, event, record };
    for (const [condition, isMet] of MADE_CONDITIONS)
      if (isMet(made)) this.#count(counts, this.#index.delivery(condition));
    const corruption = corruptionOf(plan);
    if (corruption !== null) this.#count(counts, this.#index.delivery(corruption));
    if (corruption !== null || record.outcome.kind !== 'acknowledged') return;
    const order = orderOf(state, event);
    const { status } = order.steps[event.step]!;
    this.#count(counts, this.#index.events[status]);
    this.#count(counts, this.#index.states[status]);
    if (status === 'failed' && order.refund?.atOnce) this.#count(counts, this.#index.refunded);
  }

  #settled(counts: Counts | null, { state }: HappeningOf<'settled'>): void {
    if (state === 'exhausted') this.#count(counts, this.#index.delivery('given-up'));
    if (state === 'dropped') this.#count(counts, this.#index.delivery('lost'));
  }
}
