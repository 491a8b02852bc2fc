import { isTerminal, ORDER_STATUSES } from '../domain/order.ts';
import type { Corruption } from '../scenario/faults-and-corruptions.ts';
import { CORRUPTIONS, receiverDuty } from '../scenario/faults-and-corruptions.ts';
import type { CoverageGroup } from './coverage.ts';
import type { DeliveryCondition } from './delivery-conditions.ts';

/** What the value of an item depends on. */
interface ValuedItem {
  readonly group: CoverageGroup;
  /** The id without the name of its kind: an operation with a status, a state, a condition, a fault. */
  readonly subject: string;
  /** The status of a response; null in other groups. */
  readonly status: number | null;
  /** True for a response of an operation that creates orders. */
  readonly spends: boolean;
}

/** How much it costs in production that the tests never met an item: 0 is the most. */
type Cost = 0 | 1 | 2 | 3 | 4 | 5;

/** Refusals that a correct client meets in production, and must respond to by waiting, paying or telling someone. */
const COSTLY_REFUSALS: readonly number[] = [402, 429, 503];
/** Refusals that only a mistake in the client's own code causes, so that its first test shows them. */
const FORMAT_REFUSALS: readonly number[] = [400, 405, 413];

function costOfResponse({ status, spends }: ValuedItem): Cost {
  if (status === null || FORMAT_REFUSALS.includes(status)) return 5;
  if (spends && (status < 300 || COSTLY_REFUSALS.includes(status))) return status < 300 ? 0 : 1;
  return COSTLY_REFUSALS.includes(status) ? 3 : status < 300 ? 2 : 4;
}

/** States in which money is at stake: those that end an order, or suspend it, without its having been delivered. */
const isDoubtful = (subject: string): boolean => /\b(?:review|failed)\b/.test(subject);

const costOfEvent = ({ subject }: ValuedItem): Cost =>
  isDoubtful(subject)
    ? 1
    : ORDER_STATUSES.some(status => isTerminal(status) && subject.endsWith(status))
      ? 2
      : 3;

const DELIVERY_COSTS: Readonly<Record<DeliveryCondition, Cost>> = {
  duplicated: 1,
  lost: 1,
  reordered: 2,
  replayed: 2,
  late: 2,
  retried: 2,
  'before-response': 2,
  'given-up': 3,
};

const CORRUPTION_COSTS: Readonly<Record<ReturnType<typeof receiverDuty>, Cost>> = {
  refuse: 1,
  accept: 3,
  either: 4,
};

const costOfDelivery = ({ subject }: ValuedItem): Cost =>
  (CORRUPTIONS as readonly string[]).includes(subject)
    ? CORRUPTION_COSTS[receiverDuty(subject as Corruption)]
    : DELIVERY_COSTS[subject as DeliveryCondition];

const COSTS: Readonly<Record<CoverageGroup, (item: ValuedItem) => Cost>> = {
  responses: costOfResponse,
  replays: () => 0,
  faults: () => 0,
  states: costOfEvent,
  transitions: costOfEvent,
  events: costOfEvent,
  deliveries: costOfDelivery,
};

/** How much it costs a client in production that its tests never met an item, from 0 for the most to 5. */
export const costOf = (item: ValuedItem): number => COSTS[item.group](item);
