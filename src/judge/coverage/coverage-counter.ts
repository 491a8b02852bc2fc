import type { ContractOperation } from '../../contract/contract-types.ts';
import { getOrMake } from '../../core/domain/collections.ts';
import { isObject } from '../../core/domain/json.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../core/domain/order.ts';
import type { Account } from '../../core/engine/account.ts';
import {
  type AccountState,
  type AttemptRecord,
  eventNameOf,
  isMadeByRequest,
  isRefundedAt,
  type Order,
  orderById,
  orderOf,
  recordOf,
  type SendPlan,
  type WebhookEvent,
} from '../../core/engine/account-state.ts';

import type { AccountEvent, AccountEventOf } from '../../core/engine/command-context.ts';
import type { Exchange, FactListener } from '../../core/facts.ts';
import type { Corruption } from '../../core/scenario/rule-effects.ts';
import type { LifecycleStep } from '../../core/scenario/scenario-schema.ts';
import { BoundedMap } from '../bounded-map.ts';
import { type CoverableItem, coverableItems } from './coverable-items.ts';

/** A behavior with how often it was covered. */
export interface CoverageItem extends CoverableItem {
  readonly met: number;
}

/** The coverage by the tests of an integration. */
export interface Coverage {
  /** The items that cost a client most if its tests miss them come first. */
  readonly items: readonly CoverageItem[];
  /** The number of items covered at least once. */
  readonly met: number;
  readonly total: number;
  /** The share of covered items: 0 to 100 with one decimal, rounded down, so that 100 means all. */
  readonly percent: number;
}

/** How often items were covered, by id, without items that never were. */
type Counts = Map<string, number>;

function coverageOf(coverable: readonly CoverableItem[], counts: Counts = new Map()): Coverage {
  const items = coverable.map(({ id, group, how }) => ({ id, group, met: counts.get(id) ?? 0, how }));
  const met = items.filter(one => one.met > 0).length;
  const total = items.length;
  return { items, met, total, percent: total === 0 ? 0 : Math.floor((met * 1_000) / total) / 10 };
}

const add = (counts: Counts, id: string, count = 1): unknown => counts.set(id, (counts.get(id) ?? 0) + count);

/** The items that were never covered, the most valuable first. */
export const missingItems = ({ items }: Coverage): CoverageItem[] => items.filter(({ met }) => met === 0);

/** The contribution of a sandbox to a run folder. */
interface CoveragePart {
  readonly coverage?: unknown;
}

function countsOf({ coverage }: CoveragePart): [string, number][] {
  if (!isObject(coverage)) return [];
  return Object.entries(coverage).filter((entry): entry is [string, number] =>
    Number.isSafeInteger(entry[1]),
  );
}

/**
 * The coverage of several sandboxes together, such as the sandboxes of all processes of a test run.
 * @param parts the parts of a run folder, as `readRun` returns them
 * @param coverable as `builtInCoverableItems` returns it; counts of other ids are ignored
 */
export function mergeCoverage(parts: readonly CoveragePart[], coverable: readonly CoverableItem[]): Coverage {
  const counts: Counts = new Map();
  for (const [id, count] of parts.flatMap(countsOf)) add(counts, id, count);
  return coverageOf(coverable, counts);
}

/** A delivery that reached the receiver. */
interface MadeDelivery {
  readonly state: AccountState;
  readonly event: WebhookEvent;
  readonly record: AttemptRecord;
}

/** The age at which an event counts as late, in account time. */
const LATE_MS = 5 * 60_000;

const atMsOf = ({ state, event }: MadeDelivery): number => orderOf(state, event).steps[event.step]!.atMs;

const wasAcknowledged = ({ attempts }: WebhookEvent, except: AttemptRecord): boolean =>
  attempts.some(one => one !== except && one.outcome.kind === 'acknowledged');

/** True if a later event of the same order was delivered before. */
const isOvertaken = ({ state, event, record }: MadeDelivery): boolean =>
  orderOf(state, event)
    .steps.slice(event.step + 1)
    .some(step => wasAcknowledged(state.events[step.event]!, record));

/** The conditions under which a delivery counts for an item, by the last word of the item's id. */
const MADE_CONDITIONS: readonly (readonly [id: string, (made: MadeDelivery) => boolean])[] = [
  ['duplicated', ({ record: { plan } }) => plan.kind === 'copy' && plan.corrupt === null],
  ['retried', ({ record: { plan } }) => plan.kind === 'attempt' && plan.number > 1],
  ['before-response', ({ record: { plan } }) => plan.kind === 'attempt' && plan.beforeResponse],
  ['late', made => made.record.plan.kind === 'attempt' && made.record.atMs - atMsOf(made) >= LATE_MS],
  ['reordered', made => made.record.plan.kind === 'attempt' && isOvertaken(made)],
  [
    'replayed',
    ({ event, record }) =>
      record.plan.kind === 'resend' && record.plan.corrupt === null && wasAcknowledged(event, record),
  ],
];

/** The corruption of a delivery; null if it is genuine. The first delivery of a reused event_id is genuine. */
function corruptionOf(plan: SendPlan): Corruption | null {
  const isFirst = plan.kind === 'attempt' && plan.number === 1;
  return isFirst && plan.corrupt === 'same-id-other-bytes' ? null : plan.corrupt;
}

const METHOD_NOT_ALLOWED = 405;

const STATE_IDS = Object.fromEntries(ORDER_STATUSES.map(status => [status, `state ${status}`])) as Readonly<
  Record<OrderStatus, string>
>;

/** True for a step of a lifecycle with which an order fails, and nothing refunds it. */
const isUnrefundedFailure = ({ to, refund }: LifecycleStep): boolean =>
  to === 'failed' && refund === undefined;

/** The number of lost responses in a row, for one order, that count as the loss of every attempt. */
const EVERY_ATTEMPT = 3;
const MAX_LOST = 1_000;

/**
 * Counts what the clients and receivers of a server have covered: for each account since it was created, reset or
 * restored, and for the server since it was started. The server's counts include deleted accounts, earlier runs of
 * accounts that were reset, and requests without the key of an account.
 */
export class CoverageCounter implements FactListener {
  readonly #coverable: readonly CoverableItem[];
  readonly #ids: ReadonlySet<string>;
  readonly #operations: readonly ContractOperation[];
  readonly #settle: () => void;
  readonly #total: Counts = new Map();
  /** The ids of responses by operation and status, because building one for each request costs more than counting it. */
  readonly #responseIds = new Map<string, Map<number, string>>();
  /** Weak, since a response to a deleted account may still end after it was closed. */
  readonly #ofAccount = new WeakMap<Account, Counts>();
  /** How many responses to a request for an order were lost in a row, by external_id. */
  readonly #lost = new WeakMap<Account, BoundedMap<string, number>>();

  /** @param settle passes on the facts that wait, so that the counts include them */
  constructor(operations: readonly ContractOperation[], settle: () => void) {
    this.#coverable = coverableItems(operations);
    this.#ids = new Set(this.#coverable.map(({ id }) => id));
    this.#operations = operations;
    this.#settle = settle;
  }

  answered(account: Account | null, exchange: Exchange): void {
    const { fault, end, status, shown, isOfEarlierRun } = exchange;
    const counts = this.#countsOf(isOfEarlierRun ? null : account);
    if (fault !== null && end !== 'client-gone') this.#count(counts, `fault ${fault}`);
    if (counts) this.#attempted(account!, counts, exchange);
    // The client learned nothing from a response that it could not use.
    if (end !== 'sent' || status === null) return;
    this.#responded(counts, exchange, status);
    if (shown === null) return;
    this.#count(counts, STATE_IDS[shown.status]);
    if (shown.refunded) this.#count(counts, 'state failed refunded');
    else if (account && shown.status === 'failed') this.#failed(counts, account.state, shown.order);
  }

  happened(account: Account, accountEvents: readonly AccountEvent[]): void {
    const counts = this.#countsOf(account);
    for (const accountEvent of accountEvents) {
      if (accountEvent.kind === 'order') this.#moved(counts, account, accountEvent);
      else if (accountEvent.kind === 'attempt') this.#delivered(counts, account, accountEvent);
      else if (accountEvent.kind === 'settled') this.#settled(counts, accountEvent);
    }
  }

  restarted(account: Account): void {
    this.#lost.delete(account);
    this.#ofAccount.delete(account);
  }

  closed(account: Account): void {
    this.#ofAccount.delete(account);
  }

  of(account: Account): Coverage {
    this.#settle();
    return coverageOf(this.#coverable, this.#ofAccount.get(account));
  }

  all(): Coverage {
    this.#settle();
    return coverageOf(this.#coverable, this.#total);
  }

  /** The coverage of the whole server, in the form for a run folder. */
  counts(): Readonly<Record<string, number>> {
    this.#settle();
    return Object.fromEntries(this.#total);
  }

  #countsOf(account: Account | null): Counts | null {
    return account && getOrMake(this.#ofAccount, account, () => new Map());
  }

  /** Counts an item if it exists: a response that the description does not list is not an item. */
  #count(counts: Counts | null, id: string): void {
    if (!this.#ids.has(id)) return;
    add(this.#total, id);
    if (counts) add(counts, id);
  }

  #responseId(operation: string, status: number): string {
    const ids = getOrMake(this.#responseIds, operation, () => new Map());
    return getOrMake(ids, status, () => `response ${operation} ${status}`);
  }

  #responded(counts: Counts | null, exchange: Exchange, status: number): void {
    const { operation, outcome, request } = exchange;
    if (operation === null) {
      if (status === METHOD_NOT_ALLOWED) this.#refusedMethod(counts, exchange);
      return;
    }
    // The sandbox itself refused the name of a scenario; the service has no such response.
    if (status === 400 && request === null) return;
    this.#count(counts, this.#responseId(operation, status));
    if (outcome?.kind === 'order' && exchange.shown !== null && outcome.placed.idempotent)
      this.#count(counts, `replay ${operation}`);
    if (outcome?.kind === 'bulk' && status < 300) {
      for (const { answer } of outcome.items)
        if ('order' in answer && answer.idempotent) this.#count(counts, `replay ${operation} item`);
    }
  }

  /** Counts a request whose method is not allowed for its path, so that it has no operation. */
  #refusedMethod(counts: Counts | null, { url }: Exchange): void {
    const [asked] = url.split('?', 1);
    for (const { id, path } of this.#operations)
      if (path === asked) this.#count(counts, `response ${id} ${METHOD_NOT_ALLOWED}`);
  }

  #moved(counts: Counts | null, { state }: Account, { status, event }: AccountEventOf<'order'>): void {
    const { step, orderId } = state.events[event]!;
    const order = orderById(state, orderId)!;
    if (step > 0 && isMadeByRequest(order))
      this.#count(counts, `transition ${order.steps[step - 1]!.status}>${status}`);
  }

  #delivered(counts: Counts | null, { state }: Account, { plan }: AccountEventOf<'attempt'>): void {
    const event = state.events[plan.event]!;
    const record = recordOf(event, plan);
    if (record.outcome.kind === 'unreachable') return;
    const made = { state, event, record };
    for (const [id, isCovered] of MADE_CONDITIONS) if (isCovered(made)) this.#count(counts, `delivery ${id}`);
    const corruption = corruptionOf(plan);
    if (corruption !== null) this.#count(counts, `delivery ${corruption}`);
    if (corruption !== null || record.outcome.kind !== 'acknowledged') return;
    const order = orderOf(state, event);
    const step = order.steps[event.step]!;
    this.#count(counts, `event ${eventNameOf(order, event)}`);
    this.#count(counts, STATE_IDS[step.status]);
    if (step.status !== 'failed') return;
    if (isRefundedAt(order, step)) this.#count(counts, 'state failed refunded');
    else this.#failed(counts, state, order);
  }

  /** Counts a failed order that the client knows of, if its lifecycle never refunds it. */
  #failed(counts: Counts | null, { lifecycles }: AccountState, { lifecycle }: Order): void {
    if (lifecycles[lifecycle]?.steps.some(isUnrefundedFailure))
      this.#count(counts, 'state failed unrefunded');
  }

  /** Counts an order whose client got no response to several attempts in a row. */
  #attempted(account: Account, counts: Counts | null, { operation, request, end }: Exchange): void {
    const externalId = operation === 'createOrder' ? request?.fields.externalId : null;
    if (externalId == null) return;
    if (end === 'sent') {
      this.#lost.get(account)?.delete(externalId);
      return;
    }
    const ofAccount = getOrMake(this.#lost, account, () => new BoundedMap(MAX_LOST));
    const lost = (ofAccount.get(externalId) ?? 0) + 1;
    ofAccount.set(externalId, lost);
    if (lost === EVERY_ATTEMPT) this.#count(counts, 'fault every-attempt');
  }

  #settled(counts: Counts | null, { state }: AccountEventOf<'settled'>): void {
    if (state === 'exhausted') this.#count(counts, 'delivery given-up');
    if (state === 'dropped') this.#count(counts, 'delivery lost');
  }
}
