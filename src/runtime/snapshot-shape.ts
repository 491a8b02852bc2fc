import { ORDER_STATUSES } from '../domain/order.ts';

/** Something that keeps a value from being a snapshot's state. */
export interface ShapeProblem {
  /** Such as `state.orders[3].steps`. */
  readonly path: string;
  /** What was expected, and what stands there. */
  readonly message: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const isText = (value: unknown): boolean => typeof value === 'string';

type Kind = readonly [words: string, holds: (value: unknown) => boolean];
const LIST: Kind = ['a list', Array.isArray];
const MAPPING: Kind = ['an object', isObject];
const INTEGER: Kind = ['an integer', isInteger];
const NUMBER: Kind = ['a number', value => typeof value === 'number' && Number.isFinite(value)];
const TEXT: Kind = ['a text', isText];
const TEXT_OR_NULL: Kind = ['a text or null', value => value === null || isText(value)];
const STATUS: Kind = [
  `one of ${ORDER_STATUSES.join(', ')}`,
  value => (ORDER_STATUSES as readonly unknown[]).includes(value),
];

/** The fields that a thing must have. Further ones are taken as they are. */
type Shape = Readonly<Record<string, Kind>>;

const STATE: Shape = {
  name: TEXT,
  seed: TEXT,
  settings: MAPPING,
  clock: MAPPING,
  nowMs: INTEGER,
  balanceSun: INTEGER,
  ledger: LIST,
  keys: LIST,
  webhook: MAPPING,
  inactiveAddresses: LIST,
  scenarios: LIST,
  counters: MAPPING,
  lifecycles: LIST,
  picked: LIST,
  firstOrderId: INTEGER,
  orders: LIST,
  events: LIST,
  inFlight: MAPPING,
  held: LIST,
  agenda: LIST,
  nextTaskSeq: INTEGER,
  origin: MAPPING,
};
const CLOCK: Shape = { mode: TEXT, speed: NUMBER, virtualMs: INTEGER };
const WEBHOOK: Shape = { url: TEXT_OR_NULL, secret: TEXT };
const LEDGER_ENTRY: Shape = { atMs: INTEGER, kind: TEXT, amountSun: INTEGER, balanceSun: INTEGER };
const ORDER: Shape = {
  id: INTEGER,
  externalId: TEXT_OR_NULL,
  address: TEXT,
  energyAmount: INTEGER,
  durationMinutes: INTEGER,
  priceSun: INTEGER,
  key: TEXT,
  timeZone: TEXT,
  lifecycle: INTEGER,
  scenario: INTEGER,
  position: INTEGER,
  steps: LIST,
};
const STEP: Shape = { status: STATUS, atMs: INTEGER, event: INTEGER, cause: TEXT };
const EVENT: Shape = { orderId: INTEGER, step: INTEGER, epoch: TEXT, state: TEXT, attempts: LIST };
const TASK: Shape = { dueMs: INTEGER, seq: INTEGER, kind: TEXT };
const SCENARIO: Shape = { name: TEXT, requests: LIST, orders: LIST, webhooks: LIST };
const LIFECYCLE: Shape = { rule: TEXT, source: TEXT, steps: LIST };

function* fieldProblems(value: unknown, shape: Shape, path: string): Generator<ShapeProblem> {
  if (!isObject(value)) {
    yield { path, message: `expected an object, found ${JSON.stringify(value)?.slice(0, 60) ?? 'nothing'}` };
    return;
  }
  for (const [name, [words, holds]] of Object.entries(shape)) {
    const found = value[name];
    if (holds(found)) continue;
    const text = JSON.stringify(found)?.slice(0, 60) ?? 'nothing';
    yield { path: `${path}.${name}`, message: `expected ${words}, found ${text}` };
  }
}

function* listProblems(list: unknown, shape: Shape, path: string): Generator<ShapeProblem> {
  for (const [index, value] of (list as readonly unknown[]).entries()) {
    yield* fieldProblems(value, shape, `${path}[${index}]`);
  }
}

interface LooseOrder {
  readonly id: number;
  readonly lifecycle: number;
  readonly scenario: number;
  readonly steps: readonly { readonly event: number }[];
}
interface LooseState {
  readonly firstOrderId: number;
  readonly orders: readonly LooseOrder[];
  readonly events: readonly { readonly orderId: number; readonly step: number }[];
  readonly lifecycles: readonly unknown[];
  readonly picked: readonly unknown[];
}

/** What points to something that is not there. Asked only where every field has its type. */
function* linkProblems({
  firstOrderId,
  orders,
  events,
  lifecycles,
  picked,
}: LooseState): Generator<ShapeProblem> {
  for (const [index, order] of orders.entries()) {
    const path = `state.orders[${index}]`;
    const expected = firstOrderId + index;
    if (order.id !== expected) {
      yield { path: `${path}.id`, message: `expected ${expected}, found ${order.id}` };
    }
    if (order.steps.length === 0) yield { path: `${path}.steps`, message: 'expected one state at least' };
    if (order.lifecycle >= lifecycles.length) {
      yield { path: `${path}.lifecycle`, message: `there is no lifecycle ${order.lifecycle}` };
    }
    if (order.scenario >= picked.length) {
      yield { path: `${path}.scenario`, message: `there is no picked scenario ${order.scenario}` };
    }
    for (const [step, { event }] of order.steps.entries()) {
      const there = events[event];
      if (there?.orderId === order.id && there.step === step) continue;
      yield { path: `${path}.steps[${step}].event`, message: `event ${event} is not that of this step` };
    }
  }
  for (const [index, { orderId, step }] of events.entries()) {
    if (orders[orderId - firstOrderId]?.steps[step] !== undefined) continue;
    yield { path: `state.events[${index}]`, message: `there is no step ${step} of an order ${orderId}` };
  }
}

/** The first thing that keeps a value from being the state of an account, or null. */
export function stateProblem(state: unknown): ShapeProblem | null {
  const first = (problems: Generator<ShapeProblem>): ShapeProblem | null => problems.next().value ?? null;
  const whole = first(fieldProblems(state, STATE, 'state'));
  if (whole) return whole;
  const fields = state as Fields;
  const orders = fields.orders as readonly { readonly steps: unknown }[];
  return (
    first(fieldProblems(fields.clock, CLOCK, 'state.clock')) ??
    first(fieldProblems(fields.webhook, WEBHOOK, 'state.webhook')) ??
    first(listProblems(fields.ledger, LEDGER_ENTRY, 'state.ledger')) ??
    first(listProblems(fields.events, EVENT, 'state.events')) ??
    first(listProblems(fields.agenda, TASK, 'state.agenda')) ??
    first(listProblems(fields.scenarios, SCENARIO, 'state.scenarios')) ??
    first(listProblems(fields.picked, SCENARIO, 'state.picked')) ??
    first(listProblems(fields.lifecycles, LIFECYCLE, 'state.lifecycles')) ??
    first(listProblems(orders, ORDER, 'state.orders')) ??
    first(stepProblems(orders)) ??
    first(linkProblems(fields as unknown as LooseState))
  );
}

function* stepProblems(orders: readonly { readonly steps: unknown }[]): Generator<ShapeProblem> {
  for (const [index, { steps }] of orders.entries()) {
    yield* listProblems(steps, STEP, `state.orders[${index}].steps`);
  }
}
