import { randomBytes, randomInt } from 'node:crypto';
import { request } from 'undici';
import { type HostClock, systemClock } from '../clock/host-clock.ts';
import { inParallel } from '../clock/in-parallel.ts';
import { readableAddress } from '../domain/make-address.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { Account } from '../engine/account.ts';
import { DEMO_ACCOUNT } from '../options.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.ts';
import { parseScenarioYaml } from '../scenario/parse-scenario.ts';
import { AuditError, type AuditOptions } from './audit-options.ts';
import { AuditOrder } from './audit-order.ts';
import { runPlaceCommand } from './place-command.ts';

/** How an order ends: delivered, delivered long before it is sent, in review, or failed. */
export type OrderKind = 'usual' | 'late' | 'review' | 'failed';

/** The rental takes a moment only, so that events are about as old as those of the service when they are sent. */
const LIFECYCLE = `
name: audit
summary: Orders of an audit. The rental takes seconds.
orders:
  - lifecycle:
      - { after: 2s, to: delegating }
      - { after: 5s, to: delegated }
      - { after: 10s, to: undelegating }
      - { after: 3s, to: completed }
`;

const DAY_MS = 86_400_000;
const LATE_MS = 3 * DAY_MS;
/** Longer than a lifecycle. */
const LIFE_MS = 25_000;
/** Larger than the number of orders of an audit. */
const IDS_PER_RUN = 1_000;
const PARALLEL = 4;

/**
 * The sandbox of an audit. Its account has no webhook URL: the audit sends all deliveries itself. Order ids and
 * external_ids differ from audit to audit, because a receiver remembers those of earlier ones.
 */
export class AuditSandbox {
  readonly #running: RunningSandbox;
  readonly #account: Account;
  readonly #place: string | undefined;
  readonly #token = randomBytes(5).toString('hex');
  readonly #clock: HostClock;
  /** Ends the commands that are running. */
  readonly #stop = new AbortController();
  #placed = 0;

  private constructor(parts: {
    readonly running: RunningSandbox;
    readonly account: Account;
    readonly place: string | undefined;
    readonly clock: HostClock;
    readonly ended: AbortSignal;
  }) {
    this.#running = parts.running;
    this.#account = parts.account;
    this.#place = parts.place;
    this.#clock = parts.clock;
    parts.ended.addEventListener('abort', () => this.#stop.abort(), { once: true });
  }

  /**
   * @param ended kills the command that places orders when it aborts
   * @throws OptionError if the port is in use
   */
  static async start(
    options: AuditOptions & { readonly secret: string },
    ended: AbortSignal,
  ): Promise<AuditSandbox> {
    const clock = systemClock;
    const { port, apiKey, secret } = options;
    const running = await startSandbox({
      port: port ?? 0,
      ...(apiKey === undefined ? {} : { apiKey }),
      webhookSecret: secret,
      clock: 'manual',
      balanceTrx: 1_000_000,
      assumptions: {
        first_order_id: randomInt(1_000, 1_000_000) * IDS_PER_RUN,
        manual_clock_start: new Date(clock.wallMs() - LATE_MS).toISOString(),
      },
      onRemark: () => undefined,
    });
    const account = running.core.accounts.get(DEMO_ACCOUNT)!;
    const loaded = parseScenarioYaml(LIFECYCLE, 'audit');
    if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
    running.core.runner.execute(account, 'setScenarios', { scenarios: [loaded.scenario] });
    return new AuditSandbox({ running, account, place: options.place, clock, ended });
  }

  /**
   * Places an order of each kind and lets all of them end. Late orders have to be placed before all others.
   * @throws AuditError (as a rejection)
   */
  async prepare(kinds: readonly OrderKind[], onPlaced: () => void): Promise<AuditOrder[]> {
    if (kinds.some(kind => kind !== 'late')) await this.#advanceTo(this.#clock.wallMs() - LIFE_MS);
    const orders = await inParallel(kinds, PARALLEL, async kind => {
      const order = await this.#placeOne().catch((error: unknown) => {
        // Ends the other commands that place orders, so that nobody waits for them.
        this.#stop.abort();
        throw error;
      });
      this.#steer(order, kind);
      onPlaced();
      return order;
    });
    await this.#advanceTo(this.#running.core.runner.nowMs(this.#account) + LIFE_MS);
    return orders;
  }

  close(): Promise<void> {
    this.#stop.abort();
    return this.#running.close();
  }

  /** Moves an order that is not to be delivered. */
  #steer(order: AuditOrder, kind: OrderKind): void {
    if (kind !== 'review' && kind !== 'failed') return;
    const to: OrderStatus = kind;
    const move = to === 'failed' ? { order: order.id, to, refundAfterMs: 0 } : { order: order.id, to };
    this.#running.core.runner.execute(this.#account, 'move', move);
  }

  async #advanceTo(atMs: number): Promise<void> {
    await this.#running.core.advancer.advance(this.#account, nowMs => ({
      kind: 'instant',
      atMs: Math.max(nowMs, atMs),
    }));
  }

  async #placeOne(): Promise<AuditOrder> {
    const externalId = `audit-${this.#token}-${++this.#placed}`;
    if (this.#place === undefined) await this.#placeItself(externalId);
    else {
      const { baseUrl, apiKey } = this.#running;
      const variables = {
        ENERGY_SANDBOX_URL: baseUrl,
        ENERGY_SANDBOX_API_KEY: apiKey,
        ENERGY_SANDBOX_EXTERNAL_ID: externalId,
      };
      await runPlaceCommand(this.#place, variables, { clock: this.#clock, ended: this.#stop.signal });
    }
    const order = this.#account.orderByExternalId(externalId);
    if (!order) throw new AuditError(this.#notPlaced());
    return new AuditOrder(this.#account, order);
  }

  /** Why there is no order after the command has succeeded. */
  #notPlaced(): string {
    const { orders } = this.#account.state;
    const other = orders.at(-1);
    const why = other
      ? `the latest order has the external_id ${JSON.stringify(other.externalId)}; use the one in ENERGY_SANDBOX_EXTERNAL_ID`
      : 'the sandbox has got no order; let the system send it to ENERGY_SANDBOX_URL with ENERGY_SANDBOX_API_KEY, or fix both with --port and --api-key if its configuration names them';
    return `place: the command succeeded, but placed no order with the external_id that it was given: ${why}`;
  }

  async #placeItself(externalId: string): Promise<void> {
    const { baseUrl, apiKey } = this.#running;
    const { statusCode, body } = await request(`${baseUrl}/api/v1/order/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        external_id: externalId,
        package_id: 1,
        address: readableAddress('Audit', externalId),
      }),
    });
    const text = await body.text();
    if (statusCode !== 202) throw new Error(`the audit's order was answered ${statusCode}: ${text}`);
  }
}
