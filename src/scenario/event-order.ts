import {
  EVENT_NAMES,
  type EventName,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
} from '../domain/order.ts';
import { isLimited } from './match-containment.ts';
import type { ScenarioDraft } from './scenario-types.ts';

/*
 * Which events an order can have, and in which order: by the transition table, and by the lifecycles of a scenario.
 */

const statusOf = (event: string): OrderStatus => event.replace(/^order\./, '') as OrderStatus;

/** All states that can follow a state, directly or later. */
function statesAfter(status: OrderStatus): ReadonlySet<OrderStatus> {
  const found = new Set<OrderStatus>();
  const open = [...TRANSITIONS[status]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...TRANSITIONS[next]);
  }
  return found;
}

const AFTER = Object.fromEntries(ORDER_STATUSES.map(status => [status, statesAfter(status)])) as Readonly<
  Record<OrderStatus, ReadonlySet<OrderStatus>>
>;

/** True if an order can have the event `later` some time after the event `earlier`. */
export const canFollow = (earlier: string, later: string): boolean =>
  AFTER[statusOf(earlier)].has(statusOf(later));

/** True if an order can have both events. */
export const canCoexist = (one: string, other: string): boolean =>
  canFollow(one, other) || canFollow(other, one);

/** The lifecycles that orders can have under a scenario. */
export interface Lifecycles {
  /** The events of each lifecycle, in their order. */
  readonly events: readonly (readonly string[])[];
  /** True if the scenario determines the lifecycle of every order. False: others can be combined with it. */
  readonly areComplete: boolean;
}

const EXCEPTIONAL: readonly EventName[] = ['order.review', 'order.failed'];
const HAPPY_PATH = EVENT_NAMES.filter(event => !EXCEPTIONAL.includes(event));

/** The lifecycles of a scenario, and unless one of its rules matches every order, that of the happy path. */
export function lifecyclesOf({ orders }: ScenarioDraft): Lifecycles {
  const isForAll = ({ match, times, per }: ScenarioDraft['orders'][number]): boolean =>
    Object.keys(match).length === 0 && !isLimited({ match, per, ...(times !== undefined && { times }) });
  const last = orders.findIndex(isForAll);
  const own = (last < 0 ? orders : orders.slice(0, last + 1)).map(({ lifecycle }) => [
    'order.processing',
    ...lifecycle.map(({ to }) => `order.${to}`),
  ]);
  return last < 0 ? { events: [...own, HAPPY_PATH], areComplete: false } : { events: own, areComplete: true };
}

/** True if some lifecycle has one of the events. */
export const isEmitted = ({ events }: Lifecycles, kinds: readonly string[]): boolean =>
  events.some(lifecycle => kinds.some(kind => lifecycle.includes(kind)));

/** True if a lifecycle stops in a state from which an order can still be moved by hand to the event. */
export const canBeMovedTo = ({ events }: Lifecycles, kind: string): boolean =>
  events.some(lifecycle => canFollow(lifecycle.at(-1)!, kind));
