import { BUILT_IN_RECEIVER } from '../core/webhook/read-webhook.ts';
import type { AdvanceGoal, ConnectOptions, WebhookChange } from './call-options.ts';
import { toCamel } from './camel-case.ts';
import { type Caller, LibraryControl, ROOT } from './camel-case-control.ts';
import { checkOptions, checkOrder } from './check-options.ts';
import type { Finding, FindingRule, InlineScenario } from './data-types.ts';
import { invalidOption, SandboxError, shown } from './errors.ts';
import { NodeTransport } from './node-transport.ts';
import { refuseInHandler } from './refuse-in-handler.ts';
import type { Account, AccountScenarios, AccountSnapshots, Sandbox } from './sandbox-interface.ts';
import type { Waiter } from './waits.ts';

/**
 * Connects to a sandbox in another process. It has the same interface as a sandbox in this process.
 * @param url the address of the sandbox, such as http://127.0.0.1:4010
 * @throws SandboxError if no sandbox responds at that address, or for an unknown option
 */
export async function connectSandbox(url: string | URL, options: ConnectOptions = {}): Promise<Sandbox> {
  checkOptions('connectSandbox', options, ['adminToken', 'ca']);
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
  readonly apiKey: string;
}

/** The names that the option `webhook` has for the fields that it sets. */
const WEBHOOK_NAMES = { 'body.webhook_url': 'webhook.url', 'body.webhook_secret': 'webhook.secret' };

/**
 * A sandbox that is controlled over its control API.
 * @throws SandboxError for an invalid address
 */
export function remoteSandbox(
  address: string | URL,
  { adminToken, ...check }: ConnectOptions & { readonly rejectUnauthorized?: boolean } = {},
  knownKey: KnownKey | null = null,
): Sandbox & { ping(): Promise<void> } {
  const url = originOf(address);
  const transport = new NodeTransport(url, check);
  const controlAs = (headers: Readonly<Record<string, string>>) =>
    new LibraryControl(url, transport, headers);
  const control = controlAs(adminToken === undefined ? {} : { 'X-Admin-Token': adminToken });
  /** The code under test has no admin token: where one is needed, it uses its API key. */
  const nodeUrl = (baseUrl: string, account: string): string =>
    `${baseUrl}/_sandbox/accounts/${adminToken === undefined ? encodeURIComponent(account) : 'me'}/tron`;
  const sandbox: ReturnType<typeof remoteSandbox> = {
    url,
    /** Resolves when the server has responded. */
    ping: async () => {
      await control.call('get', '/healthz');
    },
    createAccount: async (options = {}) => {
      const { webhook, scenarios, ...rest } = options;
      const given = webhook === undefined ? {} : webhookFields('createAccount: webhook', webhook);
      const created = await control.call('post', '/_sandbox/accounts', {
        body: {
          ...rest,
          ...(given.url != null && { webhookUrl: given.url }),
          ...(given.secret !== undefined && { webhookSecret: given.secret }),
          ...(scenarios && { scenarios: scenarios.filter(one => typeof one === 'string') }),
        } as object,
        ...(webhook && { names: WEBHOOK_NAMES }),
      });
      const { name, apiKey, webhookSecret, baseUrl } = created;
      const path = { account: name };
      const node_url = nodeUrl(baseUrl, name);
      const account = remoteAccount({ control, path, name, apiKey, webhookSecret, baseUrl, node_url });
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
      if (!isNamed && typeof which?.apiKey !== 'string') {
        const problem = `expected the name of an account or { apiKey }, got ${shown(which)}`;
        throw invalidOption('account', 'name', problem);
      }
      const own = isNamed ? control : controlAs({ Authorization: `Bearer ${which.apiKey}` });
      const path = { account: isNamed ? which : 'me' };
      const { name, webhook } = await own.call('get', ROOT, { path });
      const known = knownKey?.account === name ? knownKey.apiKey : null;
      const apiKey = isNamed ? known : which.apiKey;
      return remoteAccount({
        control: own,
        path,
        name,
        apiKey,
        webhookSecret: webhook.secret,
        baseUrl: url,
        node_url: nodeUrl(url, path.account),
      });
    },
    accounts: () => control.list('/_sandbox/accounts', {}),
    info: () => control.call('get', '/_sandbox/info'),
    scenarios: async () => [...(await control.call('get', '/_sandbox/scenarios')).items],
    coverage: () => control.call('get', '/_sandbox/coverage'),
    findings: async (filter = {}) =>
      (await control.list('/_sandbox/findings', { query: filter })) as Finding[],
    findingRules: async () =>
      [...(await control.call('get', '/_sandbox/findings/rules')).items] as FindingRule[],
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
    ...(typeof order === 'string' ? { externalId: order } : {}),
  };
}

function scenariosOf({ control, path }: Caller): AccountScenarios {
  const setNames = async (names: readonly string[]) => {
    const input = { path, body: { names }, names: { 'body.names': 'scenarios' } };
    return [...(await control.call('put', `${ROOT}/scenarios`, input)).active];
  };
  const add = async (scenario: string | InlineScenario) => {
    const body = typeof scenario === 'string' ? { name: scenario } : { scenario: { ...scenario } };
    return [...(await control.call('post', `${ROOT}/scenarios`, { path, body })).active];
  };
  const of = (name: string) => ({ path: { ...path, name } });
  return {
    active: async () => [...(await control.call('get', `${ROOT}/scenarios`, { path })).active],
    use: async (...scenarios) => {
      for (const scenario of scenarios) if (typeof scenario !== 'string') await add(scenario);
      return setNames(scenarios.map(one => (typeof one === 'string' ? one : one.name)));
    },
    add,
    remove: async name => [...(await control.call('delete', `${ROOT}/scenarios/{name}`, of(name))).active],
    clear: () => setNames([]),
    own: async () => [...(await control.call('get', `${ROOT}/scenarios`, { path })).own],
    file: name => control.call('get', `${ROOT}/scenarios/{name}/file`, of(name)),
    save: (name, yaml, options = {}) =>
      control.call('put', `${ROOT}/scenarios/{name}/file`, { ...of(name), body: { yaml, ...options } }),
    discard: async (name, options = {}) => {
      const input = { ...of(name), query: options };
      return [...(await control.call('delete', `${ROOT}/scenarios/{name}/file`, input)).own];
    },
  };
}

function snapshotsOf({ control, path }: Caller): AccountSnapshots {
  const of = (name: string) => ({ path: { ...path, name } });
  return {
    take: name => control.call('post', `${ROOT}/snapshots`, { path, body: { name } }),
    list: async () => [...(await control.call('get', `${ROOT}/snapshots`, { path })).items],
    restore: name => control.call('post', `${ROOT}/snapshots/{name}/restore`, of(name)),
    export: name => control.wire.get(`${ROOT}/snapshots/{name}`, of(name)),
    import: async (name, file) =>
      toCamel(await control.wire.put(`${ROOT}/snapshots/{name}`, { ...of(name), body: file })),
    delete: async name => {
      await control.call('delete', `${ROOT}/snapshots/{name}`, of(name));
    },
  };
}

function partsOf(caller: Caller) {
  const { control, path } = caller;
  return {
    clock: {
      read: () => control.call('get', `${ROOT}/clock`, { path }),
      set: mode => control.call('put', `${ROOT}/clock`, { path, body: { mode } }),
    },
    keys: {
      create: (options = {}) => control.call('post', `${ROOT}/keys`, { path, body: options }),
      list: async () => [...(await control.call('get', `${ROOT}/keys`, { path })).items],
      revoke: id => control.call('delete', `${ROOT}/keys/{key}`, { path: { ...path, key: id } }),
    },
    scenarios: scenariosOf(caller),
    snapshots: snapshotsOf(caller),
    webhook: {
      read: () => control.call('get', `${ROOT}/webhook`, { path }),
      set: async destination =>
        control.call('put', `${ROOT}/webhook`, { path, body: webhookFields('webhook.set', destination) }),
    },
    wallets: {
      get: address => control.call('get', `${ROOT}/chain/wallets/{address}`, { path: { ...path, address } }),
      set: (address, balances) =>
        control.call('put', `${ROOT}/chain/wallets/{address}`, {
          path: { ...path, address },
          body: { ...balances },
        }),
    },
    receiver: {
      use: () => control.call('put', `${ROOT}/webhook`, { path, body: { url: BUILT_IN_RECEIVER } }),
      read: () => control.call('get', `${ROOT}/receiver`, { path }),
      set: setting => control.call('put', `${ROOT}/receiver`, { path, body: setting }),
      arrivals: (filter = {}) => control.list(`${ROOT}/receiver/arrivals`, { path, query: filter }),
      clear: async () => {
        await control.call('delete', `${ROOT}/receiver/arrivals`, { path });
      },
    },
  } satisfies Partial<Account>;
}

/** The account as a whole, its balance and its findings. */
function wholeOf(caller: Caller, name: string) {
  const { control, path } = caller;
  return {
    read: () => control.call('get', ROOT, { path }),
    coverage: () => control.call('get', `${ROOT}/coverage`, { path }),
    // The register of assumptions has narrower types for the settings than the description.
    change: changes => control.call('patch', ROOT, { path, body: changes as object }),
    reset: () => control.call('post', `${ROOT}/reset`, { path }),
    delete: async () => {
      await control.call('delete', ROOT, { path });
    },
    deposit: async amountTrx =>
      (await control.call('post', `${ROOT}/deposit`, { path, body: { amountTrx } })).balanceTrx,
    setBalance: async balanceTrx =>
      (await control.call('put', `${ROOT}/balance`, { path, body: { balanceTrx } })).balanceTrx,
    findings: async (filter = {}) =>
      (await control.list(`${ROOT}/findings`, { path, query: filter })) as Finding[],
    findingRules: async () =>
      [...(await control.call('get', `${ROOT}/findings/rules`, { path })).items] as FindingRule[],
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
    orders: (filter = {}) => control.list(`${ROOT}/orders`, { path, query: filter }),
    order: async id => control.call('get', `${ROOT}/orders/{order}`, { path: await orderPath('order', id) }),
    diagram: async (id, options = {}) => {
      const { order } = await orderPath('diagram', id);
      // Loaded on demand, as are waits and expectations: few tests need all of them.
      return (await import('./draw-order.ts')).drawOrder(caller, order, options);
    },
    events: (filter = {}) => control.list(`${ROOT}/events`, { path, query: filter }),
    event: id => control.call('get', `${ROOT}/events/{event_id}`, { path: { ...path, event_id: id } }),
    deliveries: (filter = {}) => control.list(`${ROOT}/deliveries`, { path, query: filter }),
    requests: (filter = {}) => control.list(`${ROOT}/requests`, { path, query: filter }),
    request: id => control.call('get', `${ROOT}/requests/{request}`, { path: { ...path, request: id } }),
    clearRequests: async () => {
      await control.call('delete', `${ROOT}/requests`, { path });
    },
    ledger: (filter = {}) => control.list(`${ROOT}/ledger`, { path, query: filter }),
  } satisfies Partial<Account>;
}

function manualOf(caller: Caller, orderPath: OrderPath) {
  const { control, path } = caller;
  return {
    move: async (id, to, options = {}) => {
      await refuseInHandler('move', caller);
      const input = { path: await orderPath('move', id), body: { to, ...options } };
      return control.call('post', `${ROOT}/orders/{order}/transition`, input);
    },
    refund: async id =>
      control.call('post', `${ROOT}/orders/{order}/refund`, { path: await orderPath('refund', id) }),
    trigger: async (event, options = {}) => {
      await refuseInHandler('trigger', caller);
      return control.call('post', `${ROOT}/trigger`, { path, body: { event, ...options } });
    },
    resend: async (eventId, options = {}) => {
      await refuseInHandler('resend', caller);
      const input = { path: { ...path, event_id: eventId }, body: options };
      return control.call('post', `${ROOT}/events/{event_id}/resend`, input);
    },
  } satisfies Partial<Account>;
}

/** The facts about an account that are known without asking the server. */
interface AccountParts extends Caller {
  readonly name: string;
  /** Null if it is not known. */
  readonly apiKey: string | null;
  readonly webhookSecret: string;
  readonly baseUrl: string;
  readonly node_url: string;
}

/** An account that is controlled over the control API. */
function remoteAccount({ control, path, apiKey, ...known }: AccountParts): Account {
  const caller = { control, path };
  /** Number of advances in progress that this client started. */
  let runningAdvances = 0;
  const advanceListeners = new Set<() => void>();
  const orderPath: OrderPath = async (call, id) => {
    checkOrder(call, 'id', id ?? null);
    if (typeof id === 'number') return { ...path, order: id };
    const [order] = await account.orders({ externalId: id, limit: 1 });
    if (order) return { ...path, order: order.id };
    const message = `account ${account.name} has no order with external_id ${JSON.stringify(id)}`;
    throw new SandboxError(message, { code: 'ORDER_NOT_FOUND' });
  };
  const account: Account = {
    ...known,
    get apiKey() {
      if (apiKey !== null) return apiKey;
      const message = `the API key of account ${JSON.stringify(known.name)} is not known, because it is shown only when it is created; create another with account.keys.create(), or pass the key that you have: sandbox.account({ apiKey })`;
      throw new SandboxError(message, { code: 'API_KEY_UNKNOWN' });
    },
    ...partsOf(caller),
    ...wholeOf(caller, known.name),
    ...recordsOf(caller, orderPath),
    ...manualOf(caller, orderPath),
    advance: async goal => {
      const input = { path, body: goalBody(goal), names: { 'body.external_id': 'order' } };
      await refuseInHandler('advance', caller);
      runningAdvances += 1;
      try {
        return await control.call('post', `${ROOT}/clock/advance`, input);
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
  Object.defineProperty(account, 'apiKey', { enumerable: false });
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
