import { Agent, request } from 'undici';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { explainConnectionError } from '../../webhooks/attempt-outcome.ts';
import { type AuditOrder, TIMEOUT_MS } from './audit-messages.ts';
import { AuditError } from './options-and-result.ts';
import { anonymous, anonymousText } from './order-placeholders.ts';

/** The result of a probe, without the data that identify the order. */
export interface ProbedState {
  readonly status: number;
  readonly body: unknown;
}

const POLL_MS = 20;
/** How long a state must stay unchanged, until the audit has measured how long the receiver works after it responds. */
const FIRST_QUIET_MS = 300;
/** How long the plain runs wait for an event to change the state. */
const FIRST_CHANGE_MS = 3_000;
/** On a busy machine, the audit waits this many times as long as the slowest of the latest reads took. */
const READS = 40;
const QUIET_MS = { min: 100, max: 5_000 };
/** The measured delay of the receiver's work is multiplied by this. */
const SAFETY = 4;
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
  /** How long the slowest of the latest reads took. */
  #readMs = 0;

  /** @throws AuditError if the template is not a URL with one of the placeholders */
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
   * Reads an order until its state stays the same, and measures how long the receiver works. Returns the state.
   * @param before the state that the last event is expected to change; null if none is expected to
   * @param patienceMs how long to wait for that
   */
  async learn(
    order: AuditOrder,
    before: ProbedState | null,
    patienceMs = FIRST_CHANGE_MS,
  ): Promise<ProbedState> {
    const startedMs = this.#clock.monotonicMs();
    let changedMs = startedMs;
    let state = await this.read(order);
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      const isUnchanged = before !== null && JSON.stringify(state) === JSON.stringify(before);
      // A receiver that takes long for one event may take as long for the next.
      this.#lagMs = Math.max(this.#lagMs, changedMs - startedMs);
      const isQuiet = nowMs - changedMs >= Math.max(FIRST_QUIET_MS, this.#quietMs);
      if (isUnchanged ? nowMs - startedMs >= this.#atLeast(patienceMs) : isQuiet) break;
      if (nowMs - startedMs >= MAX_SETTLE_MS) break;
      await pause(this.#clock, POLL_MS);
      const next = await this.read(order);
      if (JSON.stringify(next) !== JSON.stringify(state)) changedMs = this.#clock.monotonicMs();
      state = next;
    }
    return state;
  }

  /**
   * The settled states of orders. While some are not right and still change, the receiver gets time: it may have queued
   * the deliveries.
   * @param patienceMs how long wrong states have to stay the same to count as final
   */
  async settledAs(
    orders: readonly AuditOrder[],
    isRight: (state: ProbedState, index: number) => boolean,
    patienceMs: number,
  ): Promise<ProbedState[]> {
    const startedMs = this.#clock.monotonicMs();
    let changedMs = startedMs;
    let states = await this.#allSettled(orders);
    while (!states.every(isRight)) {
      const nowMs = this.#clock.monotonicMs();
      if (
        nowMs - changedMs >= this.#atLeast(Math.max(patienceMs, this.#quietMs)) ||
        nowMs - startedMs >= MAX_QUEUE_MS
      )
        break;
      const next = await this.#allSettled(orders);
      if (JSON.stringify(next) !== JSON.stringify(states)) changedMs = this.#clock.monotonicMs();
      states = next;
    }
    return states;
  }

  #allSettled(orders: readonly AuditOrder[]): Promise<ProbedState[]> {
    return Promise.all(orders.map(order => this.#settled(order)));
  }

  /** A duration, or a longer one if the receiver responds slowly now. */
  #atLeast(ms: number): number {
    return Math.max(ms, READS * this.#readMs);
  }

  /** How long a state has to stay the same. */
  get #quietMs(): number {
    return Math.min(QUIET_MS.max, Math.max(QUIET_MS.min, this.#lagMs * SAFETY));
  }

  /** Reads an order until its state has stayed the same for longer than the receiver ever worked. Returns the state. */
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
    const startedMs = this.#clock.monotonicMs();
    const { status, text } = await this.#get(url);
    this.#readMs = Math.max(this.#clock.monotonicMs() - startedMs, 0.9 * this.#readMs);
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
