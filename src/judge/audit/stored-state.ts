import { Agent, request } from 'undici';
import { isObject } from '../../core/domain/json.ts';
import type { OrderStatus } from '../../core/domain/order.ts';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { explainConnectionError } from '../../webhooks/attempt-outcome.ts';
import { AuditError } from './audit-types.ts';
import {
  type AuditOrder,
  anonymous,
  anonymousText,
  isEventTime,
  OWN_TIME,
  TIMEOUT_MS,
} from './deliveries.ts';

/** The result of a probe, without the data that identify the order. */
export interface ProbedState {
  readonly status: number;
  readonly body: unknown;
}

const POLL_MS = 20;
/** How long a state must stay unchanged, until the audit has measured how long the receiver works after it responds. */
const FIRST_QUIET_MS = 300;
/** How long the first plain runs wait for an event to change the state. */
const FIRST_CHANGE_MS = 3_000;
const QUIET_MS = { min: 100, max: 5_000 };
/** The measured delay of the receiver's work is multiplied by this. */
const SAFETY = 4;
/** How long wrong states have to stay the same to count as final. */
const PATIENCE_MS = { base: 1_000, perDelivery: 10 };
/** Wrong states that never stay the same count as final after this time. */
const MAX_QUEUE_MS = 60_000;
/** A state that never stays the same counts as settled after this time. */
const MAX_SETTLE_MS = 15_000;
const MAX_BYTES = 1_048_576;

/** Reads what the receiver stores of an order. */
export class Probe {
  readonly #template: string;
  readonly #clock: HostClock;
  readonly #agent = new Agent({ connections: 8, keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
  #lagMs = 0;

  /** @throws AuditError if the template is no URL with one of the placeholders */
  constructor(template: string, clock: HostClock) {
    const example = 'http://127.0.0.1:3000/orders/{external_id}';
    const url = template.replaceAll('{external_id}', 'x').replaceAll('{order_id}', '1');
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new AuditError(
        `probe: expected an http or https URL such as ${example}, got ${JSON.stringify(template)}`,
      );
    if (url === template)
      throw new AuditError(`probe: the URL must contain {external_id} or {order_id}, as in ${example}`);
    this.#template = template;
    this.#clock = clock;
  }

  /**
   * The state of an order once it stays the same, while the receiver's work is being measured.
   * @param before the state that the last event is expected to change; null if none is expected to
   */
  async learn(order: AuditOrder, before: ProbedState | null): Promise<ProbedState> {
    const startedMs = this.#clock.monotonicMs();
    let changedMs = startedMs;
    let state = await this.read(order);
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      const isUnchanged = before !== null && JSON.stringify(state) === JSON.stringify(before);
      const isQuiet = nowMs - changedMs >= FIRST_QUIET_MS;
      if (isUnchanged ? nowMs - startedMs >= FIRST_CHANGE_MS : isQuiet) break;
      if (nowMs - startedMs >= MAX_SETTLE_MS) break;
      await pause(this.#clock, POLL_MS);
      const next = await this.read(order);
      if (JSON.stringify(next) !== JSON.stringify(state)) changedMs = this.#clock.monotonicMs();
      state = next;
    }
    this.#lagMs = Math.max(this.#lagMs, changedMs - startedMs);
    return state;
  }

  /**
   * The settled states of orders. While some are not right and still change, the receiver gets time: it may have queued
   * the deliveries.
   * @param deliveries how many can be queued
   */
  async settledAs(
    orders: readonly AuditOrder[],
    isRight: (state: ProbedState) => boolean,
    deliveries: number,
  ): Promise<ProbedState[]> {
    const patienceMs = Math.max(PATIENCE_MS.base + PATIENCE_MS.perDelivery * deliveries, this.#quietMs);
    const startedMs = this.#clock.monotonicMs();
    let changedMs = startedMs;
    let states = await this.#allSettled(orders);
    while (!states.every(isRight)) {
      const nowMs = this.#clock.monotonicMs();
      if (nowMs - changedMs >= patienceMs || nowMs - startedMs >= MAX_QUEUE_MS) break;
      const next = await this.#allSettled(orders);
      if (JSON.stringify(next) !== JSON.stringify(states)) changedMs = this.#clock.monotonicMs();
      states = next;
    }
    return states;
  }

  /**
   * The states of orders once all of them have stayed the same for so long that the receiver has nothing queued.
   * @param deliveries how many can be queued
   */
  settled(orders: readonly AuditOrder[], deliveries: number): Promise<ProbedState[]> {
    return this.settledAs(orders, () => false, deliveries);
  }

  #allSettled(orders: readonly AuditOrder[]): Promise<ProbedState[]> {
    return Promise.all(orders.map(order => this.#settled(order)));
  }

  /** How long a state has to stay the same. */
  get #quietMs(): number {
    return Math.min(QUIET_MS.max, Math.max(QUIET_MS.min, this.#lagMs * SAFETY));
  }

  /** The state of an order once it has stayed the same for longer than the receiver was seen to work. */
  async #settled(order: AuditOrder): Promise<ProbedState> {
    const quietMs = this.#quietMs;
    const deadlineMs = this.#clock.monotonicMs() + MAX_SETTLE_MS;
    let state = await this.read(order);
    for (;;) {
      await pause(this.#clock, quietMs);
      const next = await this.read(order);
      if (JSON.stringify(next) === JSON.stringify(state) || this.#clock.monotonicMs() >= deadlineMs)
        return next;
      state = next;
    }
  }

  /** @throws AuditError if the probe does not answer */
  async read(order: AuditOrder): Promise<ProbedState> {
    const url = this.#template
      .replaceAll('{external_id}', encodeURIComponent(order.externalId))
      .replaceAll('{order_id}', String(order.id));
    const { status, text } = await this.#get(url);
    const identity = order.identity();
    try {
      return { status, body: anonymous(JSON.parse(text), identity) };
    } catch {
      return { status, body: anonymousText(text, identity) };
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #get(url: string): Promise<{ status: number; text: string }> {
    try {
      const response = await request(url, {
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { Accept: 'application/json' },
      });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of response.body) {
        length += (chunk as Buffer).length;
        if (length > MAX_BYTES) throw new AuditError('probe: the response is longer than 1 MiB; return less');
        chunks.push(chunk as Buffer);
      }
      return { status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') };
    } catch (error) {
      if (error instanceof AuditError) throw error;
      const { host } = new URL(url);
      throw new AuditError(
        `probe: GET ${this.#template} failed: ${explainConnectionError(error as Error, host)}`,
      );
    }
  }
}

/** The place of a difference between two values, and its kind. */
interface Difference {
  /** Such as `body.events[].at`: all elements of an array have the same path. */
  readonly path: string;
  readonly text: string;
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const MAX_SHOWN = 60;
const shown = (value: unknown): string => {
  const text = textOf(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

const namesOf = (...values: readonly object[]): string[] =>
  [...new Set(values.flatMap(value => Object.keys(value)))].sort();

const fieldPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The paths of a value at which it has a time of the receiver's own. */
function ownTimePaths(value: unknown, path = ''): string[] {
  if (value === OWN_TIME) return [path];
  if (Array.isArray(value)) return [...new Set(value.flatMap(one => ownTimePaths(one, `${path}[]`)))];
  if (!isObject(value)) return [];
  return namesOf(value).flatMap(name => ownTimePaths(value[name], fieldPath(path, name)));
}

/** The parts to leave out of values before they are compared. */
interface Comparability {
  /** The paths of what differs from order to order. */
  readonly ignored: ReadonlySet<string>;
  /** The paths of the receiver's own times. Such a time may happen to equal the time of an event. */
  readonly ownTimes: ReadonlySet<string>;
}

/** A value without what differs from order to order anyway, and with sorted arrays. */
export function comparable(value: unknown, how: Comparability, path = ''): unknown {
  if (how.ignored.has(path)) return '<ignored>';
  if (Array.isArray(value)) {
    const elements = value.map(one => comparable(one, how, `${path}[]`));
    return elements.sort((left, right) => (textOf(left) < textOf(right) ? -1 : 1));
  }
  if (typeof value === 'string' && how.ownTimes.has(path)) return isEventTime(value) ? OWN_TIME : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    namesOf(value).map(name => [name, comparable(value[name], how, fieldPath(path, name))]),
  );
}

/** The difference between a comparable value and the expected one. */
export function differences(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (textOf(expected) === textOf(actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return [{ path, text: `${path}: ${actual.length} elements instead of ${expected.length}` }];
    }
    return expected.flatMap((one, index) => differences(one, actual[index], `${path}[]`));
  }
  if (isObject(expected) && isObject(actual)) {
    return namesOf(expected, actual).flatMap(name =>
      differences(expected[name], actual[name], fieldPath(path, name)),
    );
  }
  return [{ path, text: `${path}: ${shown(actual)} instead of ${shown(expected)}` }];
}

/** The paths of two values that differ, position by position. */
export const differingPaths = (left: unknown, right: unknown): string[] => [
  ...new Set(differences(left, right).map(({ path }) => path)),
];

/** Values that a receiver may store of an event that it does not know. */
const UNKNOWN_NAMES: readonly unknown[] = ['paused', 'order.paused'];

/**
 * Like `differences`, for deliveries that contain something new: it allows more elements, further fields, higher counts,
 * and the name of the unknown event.
 */
export function losses(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (textOf(expected) === textOf(actual) || UNKNOWN_NAMES.includes(actual)) return [];
  if (typeof expected === 'number' && typeof actual === 'number' && actual >= expected) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const left = [...actual];
    return expected.flatMap(one => {
      const index = left.findIndex(other => losses(one, other).length === 0);
      if (index >= 0) left.splice(index, 1);
      return index >= 0 ? [] : [{ path, text: `${path}: ${shown(one)} is missing` }];
    });
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.keys(expected).flatMap(name => losses(expected[name], actual[name], fieldPath(path, name)));
  }
  return [{ path, text: `${path}: ${shown(actual)} instead of ${shown(expected)}` }];
}

/** A point in an order's events: after the genuine events up to this one; `placed`: before any. */
export type Checkpoint = 'placed' | Extract<OrderStatus, 'processing' | 'completed'>;

/** The states of one plain run. */
export type PlainStates = Readonly<Record<Checkpoint, ProbedState>>;

/** `all`: everything has to be the same. `losses`: nothing may be lost. */
export type Comparison = 'all' | 'losses';

interface ComparisonOptions {
  readonly compare: Comparison;
  readonly deliveries: number;
  readonly nameOf: (index: number) => string;
}

const MAX_DIFFERENCES = 3;

/** @param expected says when the probe returns the expected state */
function differenceText(found: readonly Difference[], expected: string): string {
  const shown = found.slice(0, MAX_DIFFERENCES).map(({ text }) => text);
  const others = found.length > MAX_DIFFERENCES ? `, and ${found.length - MAX_DIFFERENCES} more` : '';
  return `the probe differs from what it returns ${expected}: ${shown.join('; ')}${others}`;
}

const planned = (at: Checkpoint): string =>
  at === 'placed' ? 'before any event' : `after a plain run up to order.${at}`;

/** Knows what the probe returns after plain runs, and compares other runs with it. */
export class StateOracle {
  readonly #probe: Probe;
  readonly #expected: PlainStates;
  /** The paths that differ between plain runs. */
  readonly #volatile = new Set<string>();
  readonly #ownTimes: ReadonlySet<string>;
  /** Makes a further plain run to confirm a difference; null if no order is left for one. */
  readonly #confirm: () => Promise<PlainStates | null>;

  constructor(
    probe: Probe,
    [first, second]: readonly [PlainStates, PlainStates],
    confirm: () => Promise<PlainStates | null>,
  ) {
    this.#probe = probe;
    this.#expected = first;
    this.#confirm = confirm;
    this.#ownTimes = new Set(Object.values(first).flatMap(state => ownTimePaths(state)));
    this.#learn(second);
  }

  /** Why the probe cannot show whether an event was counted; null if it can. */
  uselessness(): string | null {
    const { completed, placed } = this.#expected;
    if (completed.status >= 400)
      return `the probe answered ${completed.status} for an order whose genuine events were all accepted; correct the URL of the probe, or, if only orders of the receiver's own system are stored, let --place make it place them`;
    const isSame = differences(this.#comparable(placed), this.#comparable(completed)).length === 0;
    return isSame
      ? 'genuine events do not change what the probe returns; let it return what is stored of the order'
      : null;
  }

  /**
   * Compares the settled states of orders with the state of a plain run. A further plain run confirms a difference.
   * @param compare `all`; or `losses`, if the orders were sent something new, which may be stored in addition
   * @param deliveries how many the receiver may have queued
   * @param nameOf what is special about an order, by its index: `with … swapped, `
   * @returns how the first wrong order differs; null if all are right
   */
  async problem(
    orders: readonly AuditOrder[],
    at: Checkpoint,
    { compare, deliveries, nameOf }: ComparisonOptions,
  ): Promise<string | null> {
    const isRight = (state: ProbedState): boolean => this.#compare(state, at, compare).length === 0;
    const states = await this.#probe.settledAs(orders, isRight, deliveries);
    if (states.every(isRight)) return null;
    const control = await this.#confirm();
    if (control) this.#learn(control);
    const wrong = states.findIndex(state => !isRight(state));
    return wrong === -1
      ? null
      : nameOf(wrong) + differenceText(this.#compare(states[wrong]!, at, compare), planned(at));
  }

  /**
   * Compares the settled state of an order whose events were repeated with the states of two orders whose events were sent
   * once. What differs between these two is not compared.
   * @param deliveries how many the receiver may have queued
   * @returns how the order differs; null if it does not
   */
  async repeatProblem(
    repeated: AuditOrder,
    once: readonly [AuditOrder, AuditOrder],
    deliveries: number,
  ): Promise<string | null> {
    const states = await this.#probe.settled([...once, repeated], deliveries);
    const [expected, other, actual] = states as [ProbedState, ProbedState, ProbedState];
    const how = {
      ignored: new Set([...this.#volatile, ...differingPaths(expected, other)]),
      ownTimes: new Set([...this.#ownTimes, ...ownTimePaths(expected)]),
    };
    const found = differences(comparable(expected, how), comparable(actual, how));
    return found.length === 0 ? null : differenceText(found, 'for an order that was sent each event once');
  }

  #compare(state: ProbedState, at: Checkpoint, compare: Comparison): Difference[] {
    const expected = this.#comparable(this.#expected[at]);
    const actual = this.#comparable(state);
    return compare === 'all' ? differences(expected, actual) : losses(expected, actual);
  }

  #comparable(state: ProbedState): unknown {
    return comparable(state, { ignored: this.#volatile, ownTimes: this.#ownTimes });
  }

  #learn(other: PlainStates): void {
    for (const at of Object.keys(this.#expected) as Checkpoint[]) {
      for (const path of differingPaths(this.#expected[at], other[at])) this.#volatile.add(path);
    }
  }
}
