import { randomBytes, randomInt } from 'node:crypto';
import { request } from 'undici';
import { readableAddress } from '../../core/domain/address.ts';
import { DEFAULT_PACKAGES } from '../../core/domain/catalogue.ts';
import { SUN_PER_TRX, toTrx } from '../../core/domain/money.ts';
import type { Account } from '../../core/engine/account.ts';
import { parseScenarioJson } from '../../core/scenario/parse-scenario.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { inParallel } from '../../host/node/concurrency.ts';
import { systemClock } from '../../host/node/host-clock.ts';
import { runShellCommand } from '../../host/node/shell-command.ts';
import { DEMO_ACCOUNT } from '../../server/sandbox-options.ts';
import { type RunningSandbox, startSandbox } from '../../server/start-sandbox.ts';
import { AuditOrder, LIFE, type OrderKind } from './audit-messages.ts';
import { AuditError, type AuditOptions } from './options-and-result.ts';

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

type Rule = Readonly<Record<string, unknown>>;

interface Rules {
  readonly requests?: readonly Rule[];
  readonly orders?: readonly Rule[];
}

/**
 * A price of the same order of magnitude with six decimals. Converted without rounding, it is not a whole number of sun:
 * floating-point numbers just above a power of two are the least precise. It is far from every whole number of TRX, so
 * that a count is not mistaken for the price.
 */
function unevenPrice(sun: number): number {
  let price = 2 ** Math.ceil(Math.log2(toTrx(sun))) * 1_037_503;
  while (toTrx(price) * SUN_PER_TRX === price) price += 1;
  return price;
}

const PACKAGES = DEFAULT_PACKAGES.map(one => ({
  ...one,
  pricesSun: Object.fromEntries(
    Object.entries(one.pricesSun).map(([minutes, sun]) => [minutes, unevenPrice(sun)]),
  ),
}));

/** While the order is placed, the response to it is lost. */
const lost = (external_id: string): Rule => ({
  match: { operation: 'createOrder', external_id, repeat: false },
  commit: true,
  fault: 'connection-reset',
});

/** The response is lost, and all later requests for the order are refused while it is placed. */
const denied = (external_id: string, error: string): Rules => ({
  requests: [lost(external_id), { match: { external_id, order_age: { max: '1s' } }, reply: { error } }],
});

const lifecycle = (external_id: string, ...steps: readonly Rule[]): Rules => ({
  orders: [{ match: { external_id }, lifecycle: steps }],
});

/** The rental takes only a moment, so that events are about as recent as those of the service when they are sent. */
const DELIVERY: readonly Rule[] = [
  { after: '5s', to: 'delegated' },
  { after: '10s', to: 'undelegating' },
  { after: '3s', to: 'completed' },
];

/** The rules for orders that are not simply delivered, by their external_ids, which may have wildcards. */
const RULES: Partial<Record<OrderKind, (externalId: string) => Rules>> = {
  lost: id => ({ requests: [lost(id)] }),
  unauthorized: id => denied(id, 'UNAUTHORIZED'),
  forbidden: id => denied(id, 'SCOPE_FORBIDDEN'),
  reviewed: id =>
    lifecycle(id, { after: '1s', to: 'review' }, { after: '1s', to: 'delegating' }, ...DELIVERY),
  sudden: id => lifecycle(id, ...LIFE.slice(1).map(to => ({ after: '0s', to }))),
  failed: id => lifecycle(id, { after: '2s', to: 'failed' }),
  refunded: id => lifecycle(id, { after: '2s', to: 'failed', refund: { after: '0s' } }),
};

/** The kinds of orders that only the command can place: it may fail. */
const PLACED_ONLY: readonly OrderKind[] = ['lost', 'unauthorized', 'forbidden'];

/** The scenario of orders of these kinds. @param idOf the external_ids of a kind */
function scenarioOf(kinds: readonly OrderKind[], idOf: (kind: OrderKind) => string): Scenario {
  const rules = kinds.flatMap(kind => RULES[kind]?.(idOf(kind)) ?? []);
  const loaded = parseScenarioJson({
    name: 'audit',
    summary: 'Orders of an audit. The rental takes seconds.',
    requests: rules.flatMap(({ requests = [] }) => requests),
    orders: [
      ...rules.flatMap(({ orders = [] }) => orders),
      { lifecycle: [{ after: '2s', to: 'delegating' }, ...DELIVERY] },
    ],
  });
  if ('problems' in loaded) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
  return loaded.scenario;
}

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
  /** True if the command gives orders external_ids of its own. Its orders are then placed one after another. */
  #hasOwnIds = false;

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
    const { port, api_key: apiKey, secret } = options;
    const running = await startSandbox({
      port: port ?? 0,
      ...(apiKey === undefined ? {} : { api_key: apiKey }),
      webhook_secret: secret,
      clock: 'manual',
      balance_trx: 1_000_000,
      assumptions: {
        first_order_id: randomInt(1_000, 1_000_000) * IDS_PER_RUN,
        manual_clock_start: new Date(systemClock.wallMs() - LATE_MS).toISOString(),
        packages: PACKAGES,
      },
      on_remark: () => undefined,
    });
    const account = running.core.accounts.get(DEMO_ACCOUNT)!;
    const sandbox = new AuditSandbox({ running, account, place: options.place, ended });
    const kinds = (Object.keys(RULES) as OrderKind[]).filter(
      kind => options.place || !PLACED_ONLY.includes(kind),
    );
    sandbox.#use(scenarioOf(kinds, kind => `*-${kind}`));
    return sandbox;
  }

  /**
   * Places an order for each kind in the list and lets all of them end. Late orders have to be placed before all others.
   * @throws AuditError (as a rejection)
   */
  async prepare(kinds: readonly OrderKind[], onPlaced: () => void): Promise<AuditOrder[]> {
    if (kinds.some(kind => kind !== 'late')) await this.#advanceTo(systemClock.wallMs() - LIFE_MS);
    const orders = await inParallel(kinds, this.#hasOwnIds ? 1 : PARALLEL, async kind => {
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

  /**
   * Places one more order, if the command gives orders external_ids of its own.
   * @returns why it placed none; null if it did
   */
  async placeAnother(): Promise<string | null> {
    if (!this.#hasOwnIds) return null;
    try {
      await this.#placeOne('usual');
      return null;
    } catch (error) {
      if (error instanceof AuditError) return error.message;
      throw error;
    }
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
    const known = this.#account.state.orders.length;
    const externalId = `audit-${this.#token}-${++this.#placed}-${kind}`;
    if (this.#hasOwnIds) this.#use(scenarioOf([kind], () => '*'));
    if (this.#place === undefined || kind === 'unknown') await this.#placeItself(externalId);
    else await this.#runPlace(this.#place, externalId, PLACED_ONLY.includes(kind));
    const named = this.#account.orderByExternalId(externalId);
    const { orders } = this.#account.state;
    this.#hasOwnIds ||= !named && known === 0 && orders.length === 1;
    const order = named ?? (this.#hasOwnIds && orders.length === known + 1 ? orders[known] : undefined);
    if (!order) throw new AuditError(this.#notPlaced(known));
    if (order.externalId === null)
      throw new AuditError(
        'place: the command placed an order without an external_id; let the system send one, by which the order can be found again',
      );
    const requests = this.#running.core.journalOf(this.#account).list();
    const isRepeated = requests.filter(({ facts }) => facts?.externalId === order.externalId).length > 1;
    return new AuditOrder(this.#account, order, kind, isRepeated);
  }

  /** @param mayFail whether the command may fail, as its responses are lost or its requests refused */
  async #runPlace(command: string, externalId: string, mayFail: boolean): Promise<void> {
    const { baseUrl, apiKey } = this.#running;
    const variables = {
      ENERGY_SANDBOX_URL: baseUrl,
      ENERGY_SANDBOX_API_KEY: apiKey,
      ENERGY_SANDBOX_EXTERNAL_ID: externalId,
    };
    await runCommand('place', command, variables, this.#stop.signal).catch((error: unknown) => {
      if (!mayFail || this.#stop.signal.aborted) throw error;
    });
  }

  #use(scenario: Scenario): void {
    this.#running.core.runner.execute(this.#account, 'setScenarios', { scenarios: [scenario] });
  }

  /** Why there is not one new order after the command has succeeded. @param known how many there were before */
  #notPlaced(known: number): string {
    const { orders } = this.#account.state;
    const made = orders.slice(known).map(({ externalId }) => externalId);
    if (made.length > 1 && (this.#hasOwnIds || known === 0))
      return `place: the command placed ${made.length} orders, with the external_ids ${made.join(' and ')}; let it place one`;
    const sent = this.#running.core
      .journalOf(this.#account)
      .list()
      .findLast(({ operation }) => operation === 'createOrder')?.facts?.externalId;
    if (sent != null && this.#account.orderByExternalId(sent))
      return `place: the command succeeded, but placed no new order: it sent the external_id ${JSON.stringify(sent)} of an earlier order again, and the service returned that order; let each purchase have an external_id of its own`;
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
