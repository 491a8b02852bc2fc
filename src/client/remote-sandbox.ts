import { BUILT_IN_RECEIVER } from '../core/webhook/read-webhook.ts';
import type { AdvanceGoal, ConnectOptions, WebhookChange } from './call-options.ts';
import { checkedFilter, checkOptions, checkOrder } from './check-options.ts';
import type { Finding, FindingRule, InlineScenario } from './data-types.ts';
import { invalidOption, SandboxError, shown } from './errors.ts';
import { NodeTransport } from './node-transport.ts';
import { refuseInHandler } from './refuse-in-handler.ts';
import { type Caller, ROOT, sandboxControl } from './sandbox-control.ts';
import type { Account, AccountScenarios, AccountSnapshots, Sandbox } from './sandbox-interface.ts';
import type { Waiter } from './waits.ts';

/**
 * Connects to a sandbox in another process. It has the same interface as a sandbox in this process.
 * @param url the address of the sandbox, such as http://127.0.0.1:4010
 * @throws SandboxError if no sandbox responds at that address, or for an unknown option
 */
export async function connectSandbox(url: string | URL, options: ConnectOptions = {}): Promise<Sandbox> {
  checkOptions('connectSandbox', options, ['admin_token', 'ca']);
  const sandbox = remoteSandbox(url, options);
  try {
    await sandbox.ping();
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return sandbox;
}

interface KnownKey {
  readonly account: string;
  readonly api_key: string;
}

/**
 * A sandbox that is controlled over its control API.
 * @throws SandboxError for an invalid address
 */
export function remoteSandbox(
  address: string | URL,
  { admin_token, ...check }: ConnectOptions & { readonly rejectUnauthorized?: boolean } = {},
  knownKey: KnownKey | null = null,
): Sandbox & { ping(): Promise<void> } {
  const url = originOf(address);
  const transport = new NodeTransport(url, check);
  const controlAs = (headers: Readonly<Record<string, string>>) => sandboxControl(url, transport, headers);
  const control = controlAs(admin_token === undefined ? {} : { 'X-Admin-Token': admin_token });
  /** The code under test has no admin token: where one is needed, it uses its API key. */
  const nodeUrl = (baseUrl: string, account: string): string =>
    `${baseUrl}/_sandbox/accounts/${admin_token === undefined ? encodeURIComponent(account) : 'me'}/tron`;
  const sandbox: ReturnType<typeof remoteSandbox> = {
    url,
    /** Resolves when the server has responded. */
    ping: async () => {
      await control.get('/healthz');
    },
    createAccount: async (options = {}) => {
      const { webhook, scenarios, ...rest } = options;
      const given = webhook === undefined ? {} : webhookFields('createAccount: webhook', webhook);
      const created = await control.post('/_sandbox/accounts', {
        body: {
          ...rest,
          ...(given.url != null && { webhook_url: given.url }),
          ...(given.secret !== undefined && { webhook_secret: given.secret }),
          ...(scenarios && { scenarios: scenarios.filter(one => typeof one === 'string') }),
        } as object,
      });
      const { name, api_key, webhook_secret, base_url } = created;
      const path = { account: name };
      const node_url = nodeUrl(base_url, name);
      const account = remoteAccount({ control, path, name, api_key, webhook_secret, base_url, node_url });
      if (!scenarios?.some(one => typeof one !== 'string')) return account;
      try {
        await account.scenarios.use(...scenarios);
      } catch (error) {
        await account[Symbol.asyncDispose]();
        throw error;
      }
      return account;
    },
    account: async which => {
      const isNamed = typeof which === 'string';
      if (!isNamed && typeof which?.api_key !== 'string') {
        const problem = `expected the name of an account or { api_key }, got ${shown(which)}`;
        throw invalidOption('account', 'name', problem);
      }
      const own = isNamed ? control : controlAs({ Authorization: `Bearer ${which.api_key}` });
      const path = { account: isNamed ? which : 'me' };
      const { name, webhook } = await own.get(ROOT, { path });
      const known = knownKey?.account === name ? knownKey.api_key : null;
      const api_key = isNamed ? known : which.api_key;
      const webhook_secret = webhook.secret;
      const node_url = nodeUrl(url, path.account);
      return remoteAccount({ control: own, path, name, api_key, webhook_secret, base_url: url, node_url });
    },
    accounts: () => control.list('/_sandbox/accounts', {}),
    info: () => control.get('/_sandbox/info'),
    scenarios: async () => [...(await control.get('/_sandbox/scenarios')).items],
    coverage: () => control.get('/_sandbox/coverage'),
    findings: async (filter = {}) =>
      (await control.list('/_sandbox/findings', { query: checkedFilter('findings', filter) })) as Finding[],
    findingRules: async () => [...(await control.get('/_sandbox/findings/rules')).items] as FindingRule[],
    close: async () => transport.close(),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
  return sandbox;
}

/** @throws SandboxError for anything but an http: or https: URL */
function originOf(url: string | URL): string {
  const address = String(url);
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address).origin;
  const message = `url: expected the address of a sandbox, such as http://127.0.0.1:4010, got ${JSON.stringify(address)}`;
  throw new SandboxError(message, { code: 'INVALID_URL', path: 'url' });
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * The destination in the argument of a call. A receiver has further members, so `url` and `secret` are read by
 * name. A plain object must have no other field.
 * @throws SandboxError INVALID_OPTION
 */
function webhookFields(call: string, given: WebhookChange): WebhookChange {
  const refuse = (got: string) =>
    invalidOption(call, 'webhook', `expected a receiver or { url, secret }, got ${got}`);
  if (typeof given !== 'object' || given === null) throw refuse(shown(given));
  if (isPlain(given)) checkOptions(call, given, ['url', 'secret']);
  else if (given.url === undefined) throw refuse(`${shown(given)} without a url`);
  const { url, secret } = given;
  return { ...(url === undefined ? {} : { url }), ...(secret === undefined ? {} : { secret }) };
}

const instantOf = (to: string | Date): string => {
  if (!(to instanceof Date)) return to;
  if (!Number.isNaN(to.getTime())) return to.toISOString();
  throw invalidOption('advance', 'to', `to: expected an instant, got ${shown(to)}`);
};

/** A goal as the control API takes it: with a string as `order`, it has an external_id. @throws SandboxError */
function goalBody(goal: AdvanceGoal) {
  checkOptions('advance', goal, ['by', 'to', 'until', 'order', 'txid']);
  const { to, order, ...rest } = { to: undefined, order: undefined, ...goal };
  checkOrder('advance', 'order', order);
  return {
    ...rest,
    ...(to === undefined ? {} : { to: instantOf(to) }),
    ...(typeof order === 'number' ? { order } : {}),
    ...(typeof order === 'string' ? { external_id: order } : {}),
  };
}

function scenariosOf({ control, path }: Caller): AccountScenarios {
  const setNames = async (names: readonly string[]) => {
    const input = { path, body: { names } };
    return [...(await control.put(`${ROOT}/scenarios`, input)).active];
  };
  const add = async (scenario: string | InlineScenario) => {
    const body = typeof scenario === 'string' ? { name: scenario } : { scenario: { ...scenario } };
    return [...(await control.post(`${ROOT}/scenarios`, { path, body })).active];
  };
  const of = (name: string) => ({ path: { ...path, name } });
  return {
    active: async () => [...(await control.get(`${ROOT}/scenarios`, { path })).active],
    use: async (...scenarios) => {
      for (const scenario of scenarios) if (typeof scenario !== 'string') await add(scenario);
      return setNames(scenarios.map(one => (typeof one === 'string' ? one : one.name)));
    },
    add,
    remove: async name => [...(await control.delete(`${ROOT}/scenarios/{name}`, of(name))).active],
    clear: () => setNames([]),
    own: async () => [...(await control.get(`${ROOT}/scenarios`, { path })).own],
    file: name => control.get(`${ROOT}/scenarios/{name}/file`, of(name)),
    save: (name, yaml, options = {}) =>
      control.put(`${ROOT}/scenarios/{name}/file`, { ...of(name), body: { yaml, ...options } }),
    discard: async (name, options = {}) => {
      const input = { ...of(name), query: options };
      return [...(await control.delete(`${ROOT}/scenarios/{name}/file`, input)).own];
    },
  };
}

function snapshotsOf({ control, path }: Caller): AccountSnapshots {
  const of = (name: string) => ({ path: { ...path, name } });
  return {
    take: name => control.post(`${ROOT}/snapshots`, { path, body: { name } }),
    list: async () => [...(await control.get(`${ROOT}/snapshots`, { path })).items],
    restore: name => control.post(`${ROOT}/snapshots/{name}/restore`, of(name)),
    export: name => control.get(`${ROOT}/snapshots/{name}`, of(name)),
    import: (name, file) => control.put(`${ROOT}/snapshots/{name}`, { ...of(name), body: file }),
    delete: async name => {
      await control.delete(`${ROOT}/snapshots/{name}`, of(name));
    },
  };
}

function partsOf(caller: Caller) {
  const { control, path } = caller;
  return {
    clock: {
      read: () => control.get(`${ROOT}/clock`, { path }),
      set: mode => control.put(`${ROOT}/clock`, { path, body: { mode } }),
    },
    keys: {
      create: (options = {}) => control.post(`${ROOT}/keys`, { path, body: options }),
      list: async () => [...(await control.get(`${ROOT}/keys`, { path })).items],
      revoke: id => control.delete(`${ROOT}/keys/{key}`, { path: { ...path, key: id } }),
    },
    scenarios: scenariosOf(caller),
    snapshots: snapshotsOf(caller),
    webhook: {
      read: () => control.get(`${ROOT}/webhook`, { path }),
      set: async destination =>
        control.put(`${ROOT}/webhook`, { path, body: webhookFields('webhook.set', destination) }),
    },
    wallets: {
      get: address => control.get(`${ROOT}/chain/wallets/{address}`, { path: { ...path, address } }),
      set: (address, balances) =>
        control.put(`${ROOT}/chain/wallets/{address}`, {
          path: { ...path, address },
          body: { ...balances },
        }),
    },
    receiver: {
      use: () => control.put(`${ROOT}/webhook`, { path, body: { url: BUILT_IN_RECEIVER } }),
      read: () => control.get(`${ROOT}/receiver`, { path }),
      set: setting => control.put(`${ROOT}/receiver`, { path, body: setting }),
      arrivals: async (filter = {}) =>
        control.list(`${ROOT}/receiver/arrivals`, { path, query: checkedFilter('arrivals', filter) }),
      clear: async () => {
        await control.delete(`${ROOT}/receiver/arrivals`, { path });
      },
    },
  } satisfies Partial<Account>;
}

/** The account as a whole, its balance and its findings. */
function wholeOf(caller: Caller, name: string) {
  const { control, path } = caller;
  return {
    read: () => control.get(ROOT, { path }),
    coverage: () => control.get(`${ROOT}/coverage`, { path }),
    // The register of assumptions has narrower types for the settings than the description.
    change: changes => control.patch(ROOT, { path, body: changes as object }),
    reset: () => control.post(`${ROOT}/reset`, { path }),
    delete: async () => {
      await control.delete(ROOT, { path });
    },
    deposit: async amount_trx =>
      (await control.post(`${ROOT}/deposit`, { path, body: { amount_trx } })).balance_trx,
    setBalance: async balance_trx =>
      (await control.put(`${ROOT}/balance`, { path, body: { balance_trx } })).balance_trx,
    findings: async (filter = {}) =>
      (await control.list(`${ROOT}/findings`, {
        path,
        query: checkedFilter('findings', filter),
      })) as Finding[],
    findingRules: async () =>
      [...(await control.get(`${ROOT}/findings/rules`, { path })).items] as FindingRule[],
    expectNoFindings: async (expectation = {}) =>
      (await import('./expectations.ts')).expectNoFindings(caller, name, expectation),
  } satisfies Partial<Account>;
}

/** Finds the path of an order. @throws SandboxError ORDER_NOT_FOUND; INVALID_OPTION without an id, which would match any order */
type OrderPath = (call: string, id: number | string) => Promise<{ account: string; order: number }>;

/** The server's records of an account: orders, webhooks, requests, and changes of the balance. */
function recordsOf(caller: Caller, orderPath: OrderPath) {
  const { control, path } = caller;
  return {
    orders: async (filter = {}) =>
      control.list(`${ROOT}/orders`, { path, query: checkedFilter('orders', filter) }),
    order: async id => control.get(`${ROOT}/orders/{order}`, { path: await orderPath('order', id) }),
    diagram: async (id, options = {}) => {
      const { order } = await orderPath('diagram', id);
      // Loaded on demand, as are waits and expectations: few tests need all of them.
      return (await import('./draw-order.ts')).drawOrder(caller, order, options);
    },
    events: async (filter = {}) =>
      control.list(`${ROOT}/events`, { path, query: checkedFilter('events', filter) }),
    event: id => control.get(`${ROOT}/events/{event_id}`, { path: { ...path, event_id: id } }),
    deliveries: async (filter = {}) =>
      control.list(`${ROOT}/deliveries`, { path, query: checkedFilter('deliveries', filter) }),
    requests: async (filter = {}) =>
      control.list(`${ROOT}/requests`, { path, query: checkedFilter('requests', filter) }),
    request: id => control.get(`${ROOT}/requests/{request}`, { path: { ...path, request: id } }),
    clearRequests: async () => {
      await control.delete(`${ROOT}/requests`, { path });
    },
    ledger: async (filter = {}) =>
      control.list(`${ROOT}/ledger`, { path, query: checkedFilter('ledger', filter) }),
  } satisfies Partial<Account>;
}

function manualOf(caller: Caller, orderPath: OrderPath) {
  const { control, path } = caller;
  return {
    move: async (id, to, options = {}) => {
      await refuseInHandler('move', caller);
      const input = { path: await orderPath('move', id), body: { to, ...options } };
      return control.post(`${ROOT}/orders/{order}/transition`, input);
    },
    refund: async id =>
      control.post(`${ROOT}/orders/{order}/refund`, { path: await orderPath('refund', id) }),
    trigger: async (event, options = {}) => {
      await refuseInHandler('trigger', caller);
      return control.post(`${ROOT}/trigger`, { path, body: { event, ...options } });
    },
    resend: async (eventId, options = {}) => {
      await refuseInHandler('resend', caller);
      const input = { path: { ...path, event_id: eventId }, body: options };
      return control.post(`${ROOT}/events/{event_id}/resend`, input);
    },
  } satisfies Partial<Account>;
}

/** The facts about an account that are known without asking the server. */
interface AccountParts extends Caller {
  readonly name: string;
  /** Null if it is not known. */
  readonly api_key: string | null;
  readonly webhook_secret: string;
  readonly base_url: string;
  readonly node_url: string;
}

/** An account that is controlled over the control API. */
function remoteAccount({ control, path, api_key, ...known }: AccountParts): Account {
  const caller = { control, path };
  /** Number of advances in progress that this client started. */
  let runningAdvances = 0;
  const advanceListeners = new Set<() => void>();
  const orderPath: OrderPath = async (call, id) => {
    checkOrder(call, 'id', id ?? null);
    if (typeof id === 'number') return { ...path, order: id };
    const [order] = await account.orders({ external_id: id, limit: 1 });
    if (order) return { ...path, order: order.id };
    const message = `account ${account.name} has no order with external_id ${JSON.stringify(id)}`;
    throw new SandboxError(message, { code: 'ORDER_NOT_FOUND' });
  };
  const account: Account = {
    ...known,
    get api_key() {
      if (api_key !== null) return api_key;
      const message = `the API key of account ${JSON.stringify(known.name)} is not known, because it is shown only when it is created; create another with account.keys.create(), or pass the key that you have: sandbox.account({ api_key })`;
      throw new SandboxError(message, { code: 'API_KEY_UNKNOWN' });
    },
    ...partsOf(caller),
    ...wholeOf(caller, known.name),
    ...recordsOf(caller, orderPath),
    ...manualOf(caller, orderPath),
    advance: async goal => {
      const input = { path, body: goalBody(goal) };
      await refuseInHandler('advance', caller);
      runningAdvances += 1;
      try {
        return await control.post(`${ROOT}/clock/advance`, input);
      } finally {
        runningAdvances -= 1;
        for (const onAdvanced of [...advanceListeners]) onAdvanced();
      }
    },
    waitForWebhook: async (event, wait = {}) =>
      (await import('./waits.ts')).waitForWebhook(waiter, event, wait),
    waitForOrder: async (id, status, wait = {}) =>
      (await import('./waits.ts')).waitForOrder(waiter, id, status, wait),
    waitForRequest: async (match, wait = {}) =>
      (await import('./waits.ts')).waitForRequest(waiter, match, wait),
    expectRequest: async (match, count) =>
      (await import('./expectations.ts')).expectRequest(caller, match, count),
    expectWebhook: async (match, count) =>
      (await import('./expectations.ts')).expectWebhook(caller, match, count),
    story: async () => (await import('./account-story.ts')).tellStory(account),
    [Symbol.asyncDispose]: async () => {
      try {
        await account.delete();
      } catch (error) {
        if (!(error instanceof SandboxError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
      }
    },
  };
  // Code that prints or copies an account must not read a key that is unknown.
  Object.defineProperty(account, 'api_key', { enumerable: false });
  const waiter: Waiter = {
    account,
    caller,
    isAdvancing: () => runningAdvances > 0,
    onAdvanced: listener => {
      advanceListeners.add(listener);
      return () => advanceListeners.delete(listener);
    },
  };
  return account;
}
