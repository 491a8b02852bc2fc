import { Agent, request } from 'undici';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { explainConnectionError } from '../../webhooks/attempt-outcome.ts';
import { AuditError } from './audit.ts';
import type { AuditOrder } from './audit-sandbox.ts';
import { TIMEOUT_MS } from './sender.ts';

/** What distinguishes an order from others. */
export interface Identity {
  /** Texts that no other order has, with what replaces them. Longer ones precede those that they contain. */
  readonly unique: readonly (readonly [string, string])[];
  readonly orderId: number;
  /** The times in the order's events, earliest first. */
  readonly times: readonly string[];
}

/** Replaces a time that is none of the order's events. */
export const OWN_TIME = '<time>';
const eventTime = (index: number): string => `<time ${index + 1}>`;
/** True for what replaces a time of the order's events. */
export const isEventTime = (text: string): boolean => /^<time \d+>$/.test(text);

const DATE_TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g;
const EXACT_DATE_TIME = new RegExp(`^${DATE_TIME.source}$`);
const MS_PER_SECOND = 1_000;
/** 2020 to 2100, in milliseconds. */
const ERA_MS = { from: 1_577_836_800_000, to: 4_102_444_800_000 };

const isInstant = (value: number): boolean =>
  [value, value * MS_PER_SECOND].some(ms => ms >= ERA_MS.from && ms <= ERA_MS.to);

function withoutIdentity(text: string, { unique, orderId, times }: Identity): string {
  if (text === String(orderId)) return '<order_id>';
  const time = times.indexOf(text);
  if (time >= 0) return eventTime(time);
  if (EXACT_DATE_TIME.test(text)) return OWN_TIME;
  return unique.reduce((rest, [value, name]) => rest.replaceAll(value, name), text);
}

/** Text in which an order is anonymous, and dates and times are left out. */
export const anonymousText = (text: string, identity: Identity): string =>
  withoutIdentity(text, identity)
    .replaceAll(String(identity.orderId), '<order_id>')
    .replace(DATE_TIME, OWN_TIME);

/**
 * A JSON value in which the ids and times of an order are replaced, so that the values of different orders can be
 * compared. Other times are replaced by one placeholder: they say when something was received.
 */
export function anonymous(value: unknown, identity: Identity): unknown {
  if (typeof value === 'string') return withoutIdentity(value, identity);
  if (typeof value === 'number') {
    if (value === identity.orderId) return '<order_id>';
    return isInstant(value) ? OWN_TIME : value;
  }
  if (Array.isArray(value)) return value.map(one => anonymous(one, identity));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [withoutIdentity(name, identity), anonymous(field, identity)] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** What a probe returned, without what distinguishes the order from others. */
export interface ProbedState {
  readonly status: number;
  readonly body: unknown;
}

const POLL_MS = 20;
/** How long a state has to last at first, until it is known how long the receiver works after it has answered. */
const FIRST_QUIET_MS = 300;
/** How long the first plain runs wait for an event to change the state at all. */
const FIRST_CHANGE_MS = 3_000;
const QUIET_MS = { min: 100, max: 5_000 };
/** The measured delay of the receiver's work is multiplied by this. */
const SAFETY = 4;
/** How long wrong states have to stay the same to be believed. */
const PATIENCE_MS = { base: 1_000, perDelivery: 10 };
/** Wrong states that never stay the same are believed after this time. */
const MAX_QUEUE_MS = 60_000;
/** A state that never stays the same is taken as it is after this time. */
const MAX_SETTLE_MS = 15_000;
const MAX_BYTES = 1_048_576;

const textOf = (state: ProbedState): string => JSON.stringify(state);

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
   * The state of an order once it stays the same, before the receiver's work has been measured.
   * @param before the state that the last event is expected to change; null if none is expected to
   */
  async learn(order: AuditOrder, before: ProbedState | null): Promise<ProbedState> {
    const startedMs = this.#clock.monotonicMs();
    let changedMs = startedMs;
    let state = await this.read(order);
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      const isUnchanged = before !== null && textOf(state) === textOf(before);
      const isQuiet = nowMs - changedMs >= FIRST_QUIET_MS;
      if (isUnchanged ? nowMs - startedMs >= FIRST_CHANGE_MS : isQuiet) break;
      if (nowMs - startedMs >= MAX_SETTLE_MS) break;
      await pause(this.#clock, POLL_MS);
      const next = await this.read(order);
      if (textOf(next) !== textOf(state)) changedMs = this.#clock.monotonicMs();
      state = next;
    }
    this.#lagMs = Math.max(this.#lagMs, changedMs - startedMs);
    return state;
  }

  /**
   * The settled states of orders. As long as some are not right, and any of these still changes, the receiver gets time:
   * it may have queued the deliveries.
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
      if (textOf(next) === textOf(state) || this.#clock.monotonicMs() >= deadlineMs) return next;
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
