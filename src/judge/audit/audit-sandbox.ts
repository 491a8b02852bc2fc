import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { request } from 'undici';
import { readableAddress } from '../../core/domain/address.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../core/domain/order.ts';
import type { Account } from '../../core/engine/account.ts';
import type { Order } from '../../core/engine/account-state.ts';
import { parseScenarioYaml } from '../../core/scenario/parse-scenario.ts';
import type { Corruption } from '../../core/scenario/rule-effects.ts';
import { inParallel } from '../../host/node/concurrency.ts';
import { systemClock } from '../../host/node/host-clock.ts';
import { DEMO_ACCOUNT } from '../../server/options.ts';
import { type RunningSandbox, startSandbox } from '../../server/sandbox.ts';
import { renderMessage } from '../../webhooks/render-message.ts';
import { AuditError, type AuditOptions } from './audit.ts';
import type { Identity } from './probe.ts';
import { type AuditMessage, planOf } from './sender.ts';

/** The events of an order that is delivered, in their order. */
export const LIFE: readonly OrderStatus[] = [
  'processing',
  'delegating',
  'delegated',
  'undelegating',
  'completed',
];

/** What is unusual about each corrupted delivery, for reports. */
const CORRUPTION_LABELS: Readonly<Record<Corruption, string>> = {
  'wrong-secret': 'signed with another secret',
  'missing-prefix': 'with a signature that lacks sha256=',
  'upper-case-hex': 'with a signature in uppercase',
  'altered-body': 'altered after it was signed',
  reserialised: 'in an unusual serialization',
  'stale-signature': 'with the signature of an older event',
  'unknown-event': 'as an unknown event, order.paused',
  'extra-field': 'with additional fields',
  'wrong-event-header': 'with the name of another event in X-Webhook-Event',
  'same-id-other-bytes': 'again with the same event_id and another status',
};

/** An order of the audit's sandbox, from which messages are rendered. */
export class AuditOrder {
  readonly externalId: string;
  readonly #account: Account;
  readonly #order: Order;
  #identity: Identity | null = null;

  constructor(account: Account, order: Order) {
    this.#account = account;
    this.#order = order;
    this.externalId = order.externalId ?? '';
  }

  get id(): number {
    return this.#order.id;
  }

  /** The genuine webhook of an event of the order. */
  genuine(status: OrderStatus): AuditMessage {
    return this.#render(status, null, `order.${status}`);
  }

  /** The webhook of an event, corrupted as a scenario would. */
  corrupted(status: OrderStatus, corruption: Corruption): AuditMessage {
    return this.#render(status, corruption, `order.${status} ${CORRUPTION_LABELS[corruption]}`);
  }

  /** What distinguishes the order from others, in everything that is sent about it. The order has ended by then. */
  identity(): Identity {
    this.#identity ??= this.#identify();
    return this.#identity;
  }

  #identify(): Identity {
    const payloads = this.#order.steps.map(
      ({ status }) => JSON.parse(this.genuine(status).body!.toString()) as Payload,
    );
    const last = payloads.at(-1)!;
    const times = payloads.flatMap(({ created_at, data }) => [
      created_at,
      ...TIME_FIELDS.map(field => data[field]),
    ]);
    return {
      unique: [
        ...payloads.map(({ event, event_id }): [string, string] => [event_id, `<event_id of ${event}>`]),
        [this.externalId, '<external_id>'],
        ...(typeof last.data.txid === 'string' ? [[last.data.txid, '<txid>'] as const] : []),
        [String(last.data.address), '<address>'],
      ],
      orderId: this.id,
      times: [...new Set(times.filter(time => typeof time === 'string'))].sort(),
    };
  }

  #render(status: OrderStatus, corruption: Corruption | null, label: string): AuditMessage {
    const step = this.#order.steps.find(one => one.status === status);
    if (!step) throw new Error(`the order was never ${status}; it was ${this.#history()}`);
    const { headers, body } = renderMessage(this.#account.state, planOf(step.event, corruption));
    return { label, method: 'POST', headers, body, isChunked: false };
  }

  #history(): string {
    return ORDER_STATUSES.filter(status => this.#order.steps.some(step => step.status === status)).join(', ');
  }
}

const TIME_FIELDS = ['created_at', 'delivered_at', 'completed_at', 'updated_at'];

interface Payload {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How long the command may take. */
const TIMEOUT_MS = 60_000;
/** How much of the end of its output is kept. */
const MAX_OUTPUT = 2_000;

/** What the command is told about the order to place. */
interface PlaceEnvironment {
  readonly ENERGY_SANDBOX_URL: string;
  readonly ENERGY_SANDBOX_API_KEY: string;
  readonly ENERGY_SANDBOX_EXTERNAL_ID: string;
}

/** Variables that describe a sandbox around the audit, which the command must not mix up with the audit's own. */
const OF_ANOTHER_SANDBOX = /^ENERGY_SANDBOX_(ACCOUNT|ADMIN_TOKEN|CA_FILE)$/;

const withoutOtherSandbox = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_ANOTHER_SANDBOX.test(name)));

/** The end of what a command writes, for a message. */
function keepOutput(child: ChildProcess): () => string {
  let kept = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept = (kept + text).slice(-MAX_OUTPUT);
    });
  }
  return () => (kept.trim() === '' ? 'it wrote nothing' : `its output:\n${kept.trim()}`);
}

/** Kills a command with the processes that it started; on Windows, only the command itself. */
function kill(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/**
 * Runs the command that makes the receiver's system place an order, with the shell.
 * @param ended kills the command when it aborts
 * @throws AuditError (as a rejection) if it fails or takes longer than a minute
 */
function runPlaceCommand(command: string, variables: PlaceEnvironment, ended: AbortSignal): Promise<void> {
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutOtherSandbox(process.env), ...variables },
  });
  const output = keepOutput(child);
  const onEnded = (): void => kill(child);
  ended.addEventListener('abort', onEnded);
  let isLate = false;
  const cancel = systemClock.wake(TIMEOUT_MS, () => {
    isLate = true;
    kill(child);
  });
  return new Promise<void>((resolve, reject) => {
    child.on('error', error => reject(new AuditError(`place: the command cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const exit = code === null ? `was ended by ${signal}` : `exited with ${code}`;
      const end = isLate ? `took longer than ${TIMEOUT_MS / 1_000} s` : exit;
      reject(new AuditError(`place: the command ${end}: ${command}\n${output()}`));
    });
  }).finally(() => {
    cancel();
    ended.removeEventListener('abort', onEnded);
  });
}

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
  /** Ends the commands that are running. */
  readonly #stop = new AbortController();
  #placed = 0;

  private constructor(parts: {
    readonly running: RunningSandbox;
    readonly account: Account;
    readonly place: string | undefined;
    readonly ended: AbortSignal;
  }) {
    this.#running = parts.running;
    this.#account = parts.account;
    this.#place = parts.place;
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
    const { port, apiKey, secret } = options;
    const running = await startSandbox({
      port: port ?? 0,
      ...(apiKey === undefined ? {} : { apiKey }),
      webhookSecret: secret,
      clock: 'manual',
      balanceTrx: 1_000_000,
      assumptions: {
        first_order_id: randomInt(1_000, 1_000_000) * IDS_PER_RUN,
        manual_clock_start: new Date(systemClock.wallMs() - LATE_MS).toISOString(),
      },
      onRemark: () => undefined,
    });
    const account = running.core.accounts.get(DEMO_ACCOUNT)!;
    const loaded = parseScenarioYaml(LIFECYCLE, 'audit');
    if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
    running.core.runner.execute(account, 'setScenarios', { scenarios: [loaded.scenario] });
    return new AuditSandbox({ running, account, place: options.place, ended });
  }

  /**
   * Places an order of each kind and lets all of them end. Late orders have to be placed before all others.
   * @throws AuditError (as a rejection)
   */
  async prepare(kinds: readonly OrderKind[], onPlaced: () => void): Promise<AuditOrder[]> {
    if (kinds.some(kind => kind !== 'late')) await this.#advanceTo(systemClock.wallMs() - LIFE_MS);
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
      await runPlaceCommand(this.#place, variables, this.#stop.signal);
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
