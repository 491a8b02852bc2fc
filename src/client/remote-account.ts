import { clockOf, keysOf, receiverOf, scenariosOf, snapshotsOf, webhookOf } from './account-resources.ts';
import type * as Shapes from './data-types.ts';
import { checkOptions, checkOrder, invalidOption, SandboxError, shown } from './errors.ts';
import { refuseInHandler } from './handler-scope.ts';
import { type Caller, ROOT } from './library-control.ts';
import type * as Options from './options.ts';
import type * as Interface from './sandbox-interface.ts';
import type { Waiter } from './waits.ts';

const instantOf = (to: string | Date): string => {
  if (!(to instanceof Date)) return to;
  if (!Number.isNaN(to.getTime())) return to.toISOString();
  throw invalidOption('advance', 'to', `to: expected an instant, got ${shown(to)}`);
};

/** A goal as the control API has it: `order` is an external_id there if it is a string. @throws SandboxError */
function goalBody(goal: Options.AdvanceGoal) {
  checkOptions('advance', goal, ['by', 'to', 'until', 'order']);
  const { to, order, ...rest } = { to: undefined, order: undefined, ...goal };
  checkOrder('advance', 'order', order);
  return {
    ...rest,
    ...(to === undefined ? {} : { to: instantOf(to) }),
    ...(typeof order === 'number' ? { order } : {}),
    ...(typeof order === 'string' ? { externalId: order } : {}),
  };
}

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
  readonly receiver: Interface.AccountReceiver;
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

  change(changes: Options.AccountChanges): Promise<Shapes.AccountInfo> {
    const { control, path } = this.#caller;
    return control.call('patch', ROOT, { path, body: changes as never });
  }

  reset(): Promise<Shapes.AccountInfo> {
    return this.#caller.control.call('post', `${ROOT}/reset`, { path: this.#caller.path });
  }

  async delete(): Promise<void> {
    await this.#caller.control.call('delete', ROOT, { path: this.#caller.path });
  }

  async deposit(amountTrx: number): Promise<number> {
    const { control, path } = this.#caller;
    const body = { amountTrx };
    return (await control.call('post', `${ROOT}/deposit`, { path, body })).balanceTrx;
  }

  async setBalance(balanceTrx: number): Promise<number> {
    const { control, path } = this.#caller;
    const body = { balanceTrx };
    return (await control.call('put', `${ROOT}/balance`, { path, body })).balanceTrx;
  }

  async advance(goal: Options.AdvanceGoal): Promise<Shapes.Advanced> {
    const { control, path } = this.#caller;
    const input = { path, body: goalBody(goal), names: { 'body.external_id': 'order' } };
    await refuseInHandler('advance', this.#caller);
    this.#runningAdvances += 1;
    try {
      return await control.call('post', `${ROOT}/clock/advance`, input);
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
    await refuseInHandler('move', this.#caller);
    return this.#caller.control.call('post', `${ROOT}/orders/{order}/transition`, {
      path: await this.#orderPath('move', id),
      body: { to, ...options },
    });
  }

  async refund(id: number | string): Promise<Shapes.OrderDetail> {
    const path = await this.#orderPath('refund', id);
    return this.#caller.control.call('post', `${ROOT}/orders/{order}/refund`, { path });
  }

  async trigger(event: Shapes.EventName, options: Options.TriggerOptions = {}): Promise<Shapes.Triggered> {
    await refuseInHandler('trigger', this.#caller);
    const { control, path } = this.#caller;
    return control.call('post', `${ROOT}/trigger`, { path, body: { event, ...options } });
  }

  async resend(eventId: string, options: Options.ResendOptions = {}): Promise<Shapes.Delivery> {
    await refuseInHandler('resend', this.#caller);
    const { control, path } = this.#caller;
    return control.call('post', `${ROOT}/events/{event_id}/resend`, {
      path: { ...path, event_id: eventId },
      body: options,
    });
  }

  orders(filter: Options.OrderFilter = {}): Promise<Shapes.Order[]> {
    return this.#list('orders', filter);
  }

  async order(id: number | string): Promise<Shapes.OrderDetail> {
    const path = await this.#orderPath('order', id);
    return this.#caller.control.call('get', `${ROOT}/orders/{order}`, { path });
  }

  async diagram(id: number | string, options: Options.DiagramOptions = {}): Promise<string> {
    const { order } = await this.#orderPath('diagram', id);
    // Loaded on demand: most tests draw nothing.
    return (await import('./diagram.ts')).drawOrder(this.#caller, order, options);
  }

  events(filter: Options.EventFilter = {}): Promise<Shapes.WebhookEvent[]> {
    return this.#list('events', filter);
  }

  event(eventId: string): Promise<Shapes.WebhookEventDetail> {
    const { control, path } = this.#caller;
    return control.call('get', `${ROOT}/events/{event_id}`, { path: { ...path, event_id: eventId } });
  }

  deliveries(filter: Options.DeliveryFilter = {}): Promise<Shapes.Delivery[]> {
    return this.#list('deliveries', filter);
  }

  requests(filter: Options.RequestFilter = {}): Promise<Shapes.RequestSummary[]> {
    return this.#list('requests', filter);
  }

  request(id: string): Promise<Shapes.RequestDetail> {
    const { control, path } = this.#caller;
    return control.call('get', `${ROOT}/requests/{request}`, { path: { ...path, request: id } });
  }

  async clearRequests(): Promise<void> {
    await this.#caller.control.call('delete', `${ROOT}/requests`, { path: this.#caller.path });
  }

  ledger(filter: Options.LedgerFilter = {}): Promise<Shapes.LedgerEntry[]> {
    return this.#list('ledger', filter);
  }

  async waitForWebhook(
    event: Shapes.EventName,
    wait: Options.WebhookWait = {},
  ): Promise<Shapes.WebhookEventDetail> {
    return (await import('./waits.ts')).waitForWebhook(this.#waiter, event, wait);
  }

  async waitForOrder(
    id: number | string,
    status: Shapes.OrderStatus,
    wait: Options.WaitOptions = {},
  ): Promise<Shapes.OrderDetail> {
    return (await import('./waits.ts')).waitForOrder(this.#waiter, id, status, wait);
  }

  async waitForRequest(
    match: Options.RequestMatch,
    wait: Options.WaitOptions = {},
  ): Promise<Shapes.RequestDetail> {
    return (await import('./waits.ts')).waitForRequest(this.#waiter, match, wait);
  }

  async expectRequest(match: Options.RequestMatch, count?: Options.Count): Promise<void> {
    return (await import('./expectations.ts')).expectRequest(this.#caller, match, count);
  }

  async expectWebhook(match: Options.WebhookMatch, count?: Options.Count): Promise<void> {
    return (await import('./expectations.ts')).expectWebhook(this.#caller, match, count);
  }

  async findings(filter: Options.FindingFilter = {}): Promise<Shapes.Finding[]> {
    const { control, path } = this.#caller;
    return (await control.list(`${ROOT}/findings`, { path, query: filter })) as Shapes.Finding[];
  }

  async findingRules(): Promise<Shapes.FindingRule[]> {
    const { control, path } = this.#caller;
    return [...(await control.call('get', `${ROOT}/findings/rules`, { path })).items] as Shapes.FindingRule[];
  }

  async expectNoFindings(expectation: Options.FindingExpectation = {}): Promise<void> {
    return (await import('./expectations.ts')).expectNoFindings(this.#caller, this.name, expectation);
  }

  async story(): Promise<string> {
    return (await import('./story.ts')).tellStory(this);
  }

  /** Deletes the account if it still exists. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.delete();
    } catch (error) {
      if (!(error instanceof SandboxError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
    }
  }

  #list<Name extends 'orders' | 'events' | 'deliveries' | 'requests' | 'ledger'>(name: Name, filter: object) {
    const { control, path } = this.#caller;
    return control.list(`${ROOT}/${name}`, { path, query: filter } as never);
  }

  get #waiter(): Waiter {
    return {
      account: this,
      caller: this.#caller,
      isAdvancing: () => this.#runningAdvances > 0,
      onAdvanced: listener => {
        this.#advanceListeners.add(listener);
        return () => this.#advanceListeners.delete(listener);
      },
    };
  }

  /** The path of an order. @throws SandboxError ORDER_NOT_FOUND; INVALID_OPTION for undefined, which would be any order */
  async #orderPath(call: string, id: number | string) {
    const { path } = this.#caller;
    checkOrder(call, 'id', id ?? null);
    if (typeof id === 'number') return { ...path, order: id };
    const [order] = await this.orders({ externalId: id, limit: 1 });
    if (order) return { ...path, order: order.id };
    const message = `account ${this.name} has no order with external_id ${JSON.stringify(id)}`;
    throw new SandboxError(message, { code: 'ORDER_NOT_FOUND' });
  }
}
