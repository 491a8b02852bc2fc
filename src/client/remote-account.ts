import { EVENT_NAMES, ORDER_STATUSES } from '../domain/order.ts';
import { listOf } from './account-lists.ts';
import type { AccountReceiver } from './account-receiver-types.ts';
import {
  type Caller,
  clockOf,
  deleteIfPresent,
  keysOf,
  ROOT,
  receiverOf,
  scenariosOf,
  snapshotsOf,
  webhookOf,
} from './account-resources.ts';
import { ADVANCE_NAMES, advanceBody } from './advance-goal.ts';
import { toSnake } from './camel-case.ts';
import { checkName, checkOptions, checkOrder, checkTimeout } from './check-options.ts';
import type * as Shapes from './data-types.ts';
import { SandboxError } from './errors.ts';
import { expectNoFindings, findingRulesOf, findingsOf } from './findings.ts';
import { refuseInHandler } from './handler-scope.ts';
import { followAccount, type LiveStream } from './live-stream.ts';
import { OPTION_NAMES } from './option-names.ts';
import type * as Options from './options.ts';
import {
  describeOrderWait,
  describeWebhookWait,
  orderPathOf,
  pollForOrder,
  pollForWebhook,
} from './order-and-webhook-lookups.ts';
import { type Wait, waitFor } from './poll-until.ts';
import type * as Interface from './sandbox-interface.ts';
import { DEFAULT_TIMEOUT_MS } from './timeouts.ts';

/** The data from which a RemoteAccount is created. */
export interface AccountParts extends Caller {
  readonly name: string;
  /** Null if it is not known. */
  readonly apiKey: string | null;
  readonly webhookSecret: string;
  readonly baseUrl: string;
}

/** An account that is controlled over the control API. */
export class RemoteAccount implements Interface.Account {
  readonly name: string;
  readonly webhookSecret: string;
  readonly baseUrl: string;
  readonly clock: Interface.AccountClock;
  readonly keys: Interface.AccountKeys;
  readonly scenarios: Interface.AccountScenarios;
  readonly snapshots: Interface.AccountSnapshots;
  readonly webhook: Interface.AccountWebhook;
  readonly receiver: AccountReceiver;
  readonly #caller: Caller;
  readonly #apiKey: string | null;
  /** Number of advances in progress that this client started. During them, even a manual clock moves. */
  #runningAdvances = 0;
  readonly #advanceListeners = new Set<() => void>();

  constructor({ control, path, name, apiKey, webhookSecret, baseUrl }: AccountParts) {
    const caller = { control, path };
    this.name = name;
    this.webhookSecret = webhookSecret;
    this.baseUrl = baseUrl;
    this.clock = clockOf(caller);
    this.keys = keysOf(caller);
    this.scenarios = scenariosOf(caller);
    this.snapshots = snapshotsOf(caller);
    this.webhook = webhookOf(caller);
    this.receiver = receiverOf(caller);
    this.#caller = caller;
    this.#apiKey = apiKey;
  }

  get apiKey(): string {
    if (this.#apiKey !== null) return this.#apiKey;
    const message = `the API key of account ${JSON.stringify(this.name)} is not known, because it is shown only when it is created; create another with account.keys.create(), or pass the key that you have: sandbox.account({ apiKey })`;
    throw new SandboxError(message, { code: 'API_KEY_UNKNOWN' });
  }

  read(): Promise<Shapes.AccountInfo> {
    return this.#caller.control.call('get', ROOT, { path: this.#caller.path });
  }

  coverage(): Promise<Shapes.Coverage> {
    return this.#caller.control.call('get', `${ROOT}/coverage`, { path: this.#caller.path });
  }

  async change(changes: Options.AccountChanges): Promise<Shapes.AccountInfo> {
    checkOptions('change', changes, OPTION_NAMES.change);
    const { control, path } = this.#caller;
    return control.call('patch', ROOT, { path, body: toSnake(changes) });
  }

  reset(): Promise<Shapes.AccountInfo> {
    return this.#caller.control.call('post', `${ROOT}/reset`, { path: this.#caller.path });
  }

  async delete(): Promise<void> {
    await this.#caller.control.call('delete', ROOT, { path: this.#caller.path });
  }

  async deposit(amountTrx: number): Promise<number> {
    const { control, path } = this.#caller;
    const body = { amount_trx: amountTrx };
    return (await control.call('post', `${ROOT}/deposit`, { path, body })).balanceTrx;
  }

  async setBalance(balanceTrx: number): Promise<number> {
    const { control, path } = this.#caller;
    const body = { balance_trx: balanceTrx };
    return (await control.call('put', `${ROOT}/balance`, { path, body })).balanceTrx;
  }

  async advance(goal: Options.AdvanceGoal): Promise<Shapes.Advanced> {
    const { control, path } = this.#caller;
    const body = advanceBody(goal);
    await refuseInHandler('advance', this.#caller);
    this.#runningAdvances += 1;
    try {
      return await control.call('post', `${ROOT}/clock/advance`, { path, body, names: ADVANCE_NAMES });
    } finally {
      this.#runningAdvances -= 1;
      for (const onAdvanced of [...this.#advanceListeners]) onAdvanced();
    }
  }

  async move(
    id: number | string,
    to: Shapes.OrderStatus,
    options: Options.MoveOptions = {},
  ): Promise<Shapes.OrderDetail> {
    checkOptions('move', options, OPTION_NAMES.move);
    await refuseInHandler('move', this.#caller);
    const { control } = this.#caller;
    const { refund } = options;
    const body = { to, ...(refund === undefined ? {} : { refund }) };
    return control.call('post', `${ROOT}/orders/{order}/transition`, {
      path: await orderPathOf('move', this, this.#caller, id),
      body,
    });
  }

  async refund(id: number | string): Promise<Shapes.OrderDetail> {
    const path = await orderPathOf('refund', this, this.#caller, id);
    return this.#caller.control.call('post', `${ROOT}/orders/{order}/refund`, { path });
  }

  async trigger(event: Shapes.EventName, options: Options.TriggerOptions = {}): Promise<Shapes.Triggered> {
    checkOptions('trigger', options, OPTION_NAMES.trigger);
    await refuseInHandler('trigger', this.#caller);
    const { control, path } = this.#caller;
    return control.call('post', `${ROOT}/trigger`, { path, body: { event, ...toSnake(options) } });
  }

  async resend(eventId: string, options: Options.ResendOptions = {}): Promise<Shapes.Delivery> {
    checkOptions('resend', options, OPTION_NAMES.resend);
    await refuseInHandler('resend', this.#caller);
    const { control, path } = this.#caller;
    return control.call('post', `${ROOT}/events/{event_id}/resend`, {
      path: { ...path, event_id: eventId },
      body: options,
    });
  }

  orders(filter: Interface.OrderFilter = {}): Promise<Shapes.Order[]> {
    return listOf(this.#caller, 'orders', filter);
  }

  async order(id: number | string): Promise<Shapes.OrderDetail> {
    const path = await orderPathOf('order', this, this.#caller, id);
    return this.#caller.control.call('get', `${ROOT}/orders/{order}`, { path });
  }

  async diagram(id: number | string, options: Options.DiagramOptions = {}): Promise<string> {
    const { order } = await orderPathOf('diagram', this, this.#caller, id);
    // Loaded on demand: most tests draw nothing.
    return (await import('./diagram.ts')).drawOrder(this.#caller, order, options);
  }

  events(filter: Interface.EventFilter = {}): Promise<Shapes.WebhookEvent[]> {
    return listOf(this.#caller, 'events', filter);
  }

  event(eventId: string): Promise<Shapes.WebhookEventDetail> {
    const { control, path } = this.#caller;
    return control.call('get', `${ROOT}/events/{event_id}`, { path: { ...path, event_id: eventId } });
  }

  deliveries(filter: Interface.DeliveryFilter = {}): Promise<Shapes.Delivery[]> {
    return listOf(this.#caller, 'deliveries', filter);
  }

  requests(filter: Interface.RequestFilter = {}): Promise<Shapes.RequestSummary[]> {
    return listOf(this.#caller, 'requests', filter);
  }

  request(id: string): Promise<Shapes.RequestDetail> {
    const { control, path } = this.#caller;
    return control.call('get', `${ROOT}/requests/{request}`, { path: { ...path, request: id } });
  }

  async clearRequests(): Promise<void> {
    await this.#caller.control.call('delete', `${ROOT}/requests`, { path: this.#caller.path });
  }

  ledger(filter: Interface.LedgerFilter = {}): Promise<Shapes.LedgerEntry[]> {
    return listOf(this.#caller, 'ledger', filter);
  }

  async waitForWebhook(
    event: Shapes.EventName,
    wait: Options.WebhookWait = {},
  ): Promise<Shapes.WebhookEventDetail> {
    const { order, timeoutMs } = wait;
    checkName('waitForWebhook', 'event', event, EVENT_NAMES);
    checkOptions('waitForWebhook', wait, OPTION_NAMES.webhookWait);
    checkOrder('waitForWebhook', 'order', order);
    checkTimeout('waitForWebhook', timeoutMs);
    return this.#wait(describeWebhookWait(event, order), timeoutMs, () =>
      pollForWebhook(this, event, order, this.#runningAdvances > 0),
    );
  }

  async waitForOrder(
    id: number | string,
    status: Shapes.OrderStatus,
    wait: Options.WaitOptions = {},
  ): Promise<Shapes.OrderDetail> {
    const { timeoutMs } = wait;
    checkOrder('waitForOrder', 'id', id ?? null);
    checkName('waitForOrder', 'status', status, ORDER_STATUSES);
    checkOptions('waitForOrder', wait, OPTION_NAMES.wait);
    checkTimeout('waitForOrder', timeoutMs);
    return this.#wait(describeOrderWait(id, status), timeoutMs, () =>
      pollForOrder(this, id, status, this.#runningAdvances > 0),
    );
  }

  async waitForRequest(
    match: Options.RequestMatch,
    wait: Options.WaitOptions = {},
  ): Promise<Shapes.RequestDetail> {
    const { timeoutMs } = wait;
    checkOptions('waitForRequest', wait, OPTION_NAMES.wait);
    checkTimeout('waitForRequest', timeoutMs);
    const { pollForRequest } = await import('./expectations.ts');
    const id = await this.#wait('a request', timeoutMs, () => pollForRequest(this.#caller, match));
    return this.request(id);
  }

  async expectRequest(match: Options.RequestMatch, count?: Options.Count): Promise<void> {
    return (await import('./expectations.ts')).expectRequest(this.#caller, match, count);
  }

  async expectWebhook(match: Options.WebhookMatch, count?: Options.Count): Promise<void> {
    return (await import('./expectations.ts')).expectWebhook(this.#caller, match, count);
  }

  findings(filter: Options.FindingFilter = {}): Promise<Shapes.Finding[]> {
    return findingsOf(this.#caller.control, filter, this.#caller.path);
  }

  findingRules(): Promise<Shapes.FindingRule[]> {
    return findingRulesOf(this.#caller.control, this.#caller.path);
  }

  expectNoFindings(expectation: Options.FindingExpectation = {}): Promise<void> {
    return expectNoFindings(this.#caller, this.name, expectation);
  }

  async story(): Promise<string> {
    return (await import('./story.ts')).tellStory(this);
  }

  /** Deletes the account if it still exists. */
  [Symbol.asyncDispose](): Promise<void> {
    return deleteIfPresent(this);
  }

  #wait<Found>(what: string, timeoutMs: number | undefined, poll: Wait<Found>['poll']): Promise<Found> {
    return waitFor({ what, timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS, poll, follow: this.#follow });
  }

  /** Notifies of live stream messages, and of the end of each advance that this client started. */
  readonly #follow = async (onChange: () => void): Promise<LiveStream> => {
    const { control, path } = this.#caller;
    const stream = await followAccount(control, path.account, onChange);
    this.#advanceListeners.add(onChange);
    const stop = (): void => {
      this.#advanceListeners.delete(onChange);
      stream.stop();
    };
    return { broken: stream.broken, stop };
  };
}
