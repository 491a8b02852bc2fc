import { randomBytes, randomInt } from 'node:crypto';
import { request } from 'undici';
import { readableAddress } from '../../core/domain/address.ts';
import type { Account } from '../../core/engine/account.ts';
import { parseScenarioYaml } from '../../core/scenario/parse-scenario.ts';
import { inParallel } from '../../host/node/concurrency.ts';
import { systemClock } from '../../host/node/host-clock.ts';
import { runShellCommand } from '../../host/node/shell-command.ts';
import { DEMO_ACCOUNT } from '../../server/sandbox-options.ts';
import { type RunningSandbox, startSandbox } from '../../server/start-sandbox.ts';
import { AuditError, type AuditOptions } from './audit-types.ts';
import { AuditOrder, type OrderKind } from './deliveries.ts';

/** Variables of a sandbox around the audit. The command must not mistake it for the audit's own. */
const OF_ANOTHER_SANDBOX = /^ENERGY_SANDBOX_(ACCOUNT|ADMIN_TOKEN|CA_FILE)$/;

const withoutOtherSandbox = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_ANOTHER_SANDBOX.test(name)));

/**
 * Runs a command of the user with the shell.
 * @param flag with which the command was given
 * @param variables to add to the environment
 * @param ended kills the command when it aborts
 * @throws AuditError (as a rejection) if it fails or takes longer than a minute
 */
export function runCommand(
  flag: 'place' | 'restart',
  command: string,
  variables: NodeJS.ProcessEnv,
  ended: AbortSignal,
): Promise<void> {
  const environment = { ...withoutOtherSandbox(process.env), ...variables };
  return runShellCommand({ flag, command, environment, ended }).catch(({ message }: Error) => {
    throw new AuditError(message);
  });
}

/** The rental takes only a moment, so that events are sent about as soon after their creation as by the service. */
const LIFECYCLE = `
name: audit
summary: Orders of an audit. The rental takes seconds.
orders:
  - match: { external_id: '*-reviewed' }
    lifecycle:
      - { after: 1s, to: review }
      - { after: 1s, to: delegating }
      - { after: 5s, to: delegated }
      - { after: 10s, to: undelegating }
      - { after: 3s, to: completed }
  - match: { external_id: '*-failed' }
    lifecycle:
      - { after: 2s, to: failed }
  - match: { external_id: '*-refunded' }
    lifecycle:
      - { after: 2s, to: failed, refund: { after: 0s } }
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
/** The number of ids reserved for each audit; no audit has that many orders. */
const IDS_PER_RUN = 1_000;
const PARALLEL = 4;

/**
 * The sandbox of an audit. Its account has no webhook URL: the audit sends all deliveries itself. Order ids and
 * external_ids differ from audit to audit, because a receiver remembers the orders of earlier audits.
 */
export class AuditSandbox {
  readonly #running: RunningSandbox;
  readonly #account: Account;
  readonly #place: string | undefined;
  readonly #token = randomBytes(5).toString('hex');
  /** Kills the commands that are running. */
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
   * Places an order for each kind in the list and lets all of them end. Late orders have to be placed before all others.
   * @throws AuditError (as a rejection)
   */
  async prepare(kinds: readonly OrderKind[], onPlaced: () => void): Promise<AuditOrder[]> {
    if (kinds.some(kind => kind !== 'late')) await this.#advanceTo(systemClock.wallMs() - LIFE_MS);
    const orders = await inParallel(kinds, PARALLEL, async kind => {
      const order = await this.#placeOne(kind).catch((error: unknown) => {
        // Kills the other commands that place orders, so that nobody waits for them.
        this.#stop.abort();
        throw error;
      });
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

  async #advanceTo(atMs: number): Promise<void> {
    await this.#running.core.advancer.advance(this.#account, nowMs => ({
      kind: 'instant',
      atMs: Math.max(nowMs, atMs),
    }));
  }

  async #placeOne(kind: OrderKind): Promise<AuditOrder> {
    const externalId = `audit-${this.#token}-${++this.#placed}-${kind}`;
    if (this.#place === undefined || kind === 'unknown') await this.#placeItself(externalId);
    else {
      const { baseUrl, apiKey } = this.#running;
      const variables = {
        ENERGY_SANDBOX_URL: baseUrl,
        ENERGY_SANDBOX_API_KEY: apiKey,
        ENERGY_SANDBOX_EXTERNAL_ID: externalId,
      };
      await runCommand('place', this.#place, variables, this.#stop.signal);
    }
    const order = this.#account.orderByExternalId(externalId);
    if (!order) throw new AuditError(this.#notPlaced());
    return new AuditOrder(this.#account, order, kind);
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
