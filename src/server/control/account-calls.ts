import type { Schemas } from '../../contract/control-v1.generated.ts';
import { accountData, ledgerData, unreadableAccount } from '../../contract/json/account-json.ts';
import { STRICT_SETTINGS } from '../../core/domain/assumptions.ts';
import { isRejection } from '../../core/domain/error-codes.ts';
import { isAmount, MAX_SUN, toTrx } from '../../core/domain/money.ts';
import { durationMs, formatDuration, isoTime } from '../../core/domain/time.ts';
import { type Account, MAX_KEYS } from '../../core/engine/account.ts';
import type { ApiKey } from '../../core/engine/account-state.ts';
import { AccountFailedError } from '../../host/account-health.ts';
import { randomName } from '../../host/account-registry.ts';
import { idleTimeProblem } from '../../host/idle-accounts.ts';
import type { AccountRequest, KeyRequest, SandboxCore } from '../../host/sandbox-core.ts';
import {
  type NamedSnapshot,
  type NamedSnapshots,
  SNAPSHOT_FORMAT,
  SnapshotInvalidError,
  SnapshotLimitError,
} from '../../host/snapshots/named-snapshots.ts';
import { type Call, type Handlers, JsonPieces } from './control-call.ts';
import { ControlError, invalid, rejected } from './control-error.ts';
import { pageOf } from './paging.ts';
import {
  acceptWebhookUrl,
  checkIpRanges,
  clockModeOf,
  type DestinationParts,
  instantOf,
  overlapTest,
  settingsOf,
  sunOf,
} from './read-fields.ts';
import { checkActiveScenarios, scenarioNamed } from './scenario-calls.ts';

/** Why an account cannot be used, or null. */
export function shownTrouble(core: SandboxCore, account: Account): Schemas['AccountTrouble'] {
  const trouble = core.runner.trouble(account);
  if (!trouble) return null;
  const reason = trouble.message;
  return { code: trouble instanceof AccountFailedError ? 'ACCOUNT_FAILED' : 'STORAGE_FAILED', reason };
}

/** An account whose state cannot be shown has failed. */
function shownAccount(core: SandboxCore, account: Account): Schemas['Account'] {
  try {
    const { recorded } = core.journalOf(account);
    const data = accountData(account.state, core.runner.nowMs(account), recorded);
    const idleMs = core.idle.ttlMs(account);
    const idle_ttl = idleMs === null ? null : formatDuration(idleMs);
    const since = core.recordedSince.get(account);
    const recorded_since = since === undefined ? null : isoTime(since);
    return { ...data, idle_ttl, recorded_since, trouble: shownTrouble(core, account) };
  } catch (error) {
    core.runner.fail(account, error);
    return {
      ...unreadableAccount(account.state.name),
      idle_ttl: null,
      recorded_since: null,
      trouble: shownTrouble(core, account),
    };
  }
}

/** @throws ControlError for `me`, which in paths is the account of the caller's API key */
function checkNotReserved(name: string | undefined, at: string): void {
  if (name !== 'me') return;
  throw invalid(at, 'the name me is reserved for the account of an API key; choose another name');
}

function accountRequest(
  call: DestinationParts & Pick<Call<'createAccount'>, 'core'>,
  body: Schemas['AccountRequest'],
): AccountRequest {
  const { core } = call;
  const { name, balance_trx, webhook_url, webhook_secret, clock, seed, scenarios } = body;
  const { scopes, ip_allow, expires_at, idle_ttl } = body;
  const idleProblem = idle_ttl === undefined ? null : idleTimeProblem(idle_ttl);
  if (idleProblem !== null) throw invalid('body.idle_ttl', `body.idle_ttl: ${idleProblem}`);
  if (webhook_url != null) acceptWebhookUrl(webhook_url, 'body.webhook_url', call);
  const settings = { ...(body.strict ? STRICT_SETTINGS : {}), ...settingsOf(body, core.defaults.settings) };
  const active = scenarios?.map((one, index) => scenarioNamed(core, one, `body.scenarios[${index}]`));
  if (active) checkActiveScenarios(active, 'body.scenarios');
  return {
    name,
    balanceSun: balance_trx === undefined ? undefined : sunOf(balance_trx, 'body.balance_trx'),
    webhookUrl: webhook_url,
    webhookSecret: webhook_secret,
    clock: clock === undefined ? undefined : clockModeOf(clock, 'body.clock'),
    seed,
    scenarios: active,
    settings: Object.keys(settings).length > 0 ? settings : undefined,
    idleMs: idle_ttl === undefined ? undefined : durationMs(idle_ttl),
    key: keyRequestOf({ scopes, ip_allow, expires_at }),
  };
}

export const MAX_ACCOUNTS = 10_000;

function checkAccountLimit({ accounts }: SandboxCore): void {
  if (accounts.size < MAX_ACCOUNTS) return;
  const message = `the server has ${accounts.size} accounts, which is the maximum; delete one (DELETE /_sandbox/accounts/{account}), create accounts with idle_ttl, or start the server with --account-ttl to remove those that nobody uses`;
  throw new ControlError('LIMIT_REACHED', message);
}

const ACCOUNT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function newName(name: string): string {
  checkNotReserved(name, 'params.account');
  if (ACCOUNT_NAME.test(name)) return name;
  const rule =
    'expected 1 to 64 letters, digits, periods, underscores and hyphens, and a letter or digit first';
  throw invalid('params.account', `${rule}, got ${JSON.stringify(name)}`);
}

const redirectedTo = (name: string): ControlError =>
  new ControlError(
    'CREATE_BY_NAME',
    `behind a load balancer, an account is created at its own path; follow the redirect, or send the request to /_sandbox/accounts/${name}`,
    null,
    {},
    { Location: `accounts/${name}` },
  );

/** @param nameAt the path of the account's name in the request */
async function created(
  call: Call<'createAccount'> | Call<'createNamedAccount'>,
  body: Schemas['AccountRequest'],
  nameAt: string,
): Promise<Schemas['CreatedAccount']> {
  const { core, baseUrl } = call;
  const request = accountRequest(call, body);
  if (request.name !== undefined && core.accounts.get(request.name)) {
    const message = `an account named ${request.name} already exists; choose another name, or omit it`;
    throw new ControlError('ACCOUNT_EXISTS', message, nameAt);
  }
  checkAccountLimit(core);
  const { account, apiKey } = await core.createAccount(request);
  return {
    name: account.state.name,
    api_key: apiKey,
    webhook_secret: account.state.webhook.secret,
    base_url: baseUrl,
    account: shownAccount(core, account),
  };
}

const shownKey = (key: ApiKey): Schemas['Key'] => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: [...key.scopes],
  ip_allow: [...key.ipAllow],
  rate_limit_per_minute: key.ratePerMinute,
  expires_at: key.expiresAtMs === null ? null : isoTime(key.expiresAtMs),
  revoked: key.revoked,
});

type KeyFields = { [Field in keyof Schemas['KeyRequest']]: Schemas['KeyRequest'][Field] | undefined };

function keyRequestOf({ name, scopes, ip_allow, rate_limit_per_minute, expires_at }: KeyFields): KeyRequest {
  if (ip_allow) checkIpRanges(ip_allow, 'body.ip_allow');
  return {
    name,
    scopes,
    ipAllow: ip_allow,
    ratePerMinute: rate_limit_per_minute,
    expiresAtMs: expires_at == null ? null : instantOf(expires_at, 'body.expires_at'),
  };
}

function checkBalance(balanceSun: number, path: string): void {
  if (isAmount(balanceSun)) return;
  throw invalid(path, `${path} would raise the balance above ${toTrx(MAX_SUN)} TRX`);
}

const shownSnapshot = (snapshot: NamedSnapshot): Schemas['Snapshot'] => ({
  name: snapshot.name,
  account: snapshot.account,
  taken_at: isoTime(snapshot.takenAtMs),
  balance_trx: toTrx(snapshot.balanceSun),
  orders: snapshot.orders,
  events: snapshot.events,
  bytes: snapshot.bytes,
});

function snapshotNamed(snapshots: NamedSnapshots, account: Account, name: string): NamedSnapshot {
  const stored = snapshots.of(account);
  const snapshot = stored.get(name);
  if (snapshot) return snapshot;
  const known = [...stored.keys()].join(', ');
  const message = `the account has no snapshot ${name}; its snapshots are: ${known || 'none'}`;
  throw new ControlError('SNAPSHOT_NOT_FOUND', message, 'params.name');
}

const UNCHECKED = 'the file has no checksum, so it is unknown whether it was changed after it was exported';

async function newSnapshot(snapshot: Promise<NamedSnapshot>, path: string): Promise<NamedSnapshot> {
  try {
    return await snapshot;
  } catch (error) {
    if (error instanceof SnapshotLimitError) throw new ControlError('LIMIT_REACHED', error.message, path);
    if (error instanceof SnapshotInvalidError) {
      const where = `body.${error.path}`;
      throw new ControlError('SNAPSHOT_INVALID', `${where}: ${error.message}`, where);
    }
    throw error;
  }
}

export const accountCalls = {
  createAccount: call => {
    const { options, body = {} } = call;
    checkNotReserved(body.name, 'body.name');
    if (options.behind_balancer) throw redirectedTo(body.name ?? randomName());
    return created(call, body, 'body.name');
  },
  createNamedAccount: call => {
    const { path, body = {} } = call;
    const name = newName(path.account);
    checkNotReserved(body.name, 'body.name');
    if ((body.name ?? name) !== name)
      throw invalid('body.name', `the path names the account ${name}; omit the name in the body`);
    return created(call, { ...body, name }, 'params.account');
  },
  listAccounts: async ({ core, query, clock }) => {
    const listed: Account[] = [];
    const page = await pageOf(clock, core.accounts.list(), query, {
      show: account => {
        listed.push(account);
        return shownAccount(core, account);
      },
    });
    // What is shown must not be undone by a crash. Accounts that cannot be stored are shown with their trouble.
    await Promise.allSettled(listed.map(account => core.runner.settled(account)));
    return page;
  },
  getAccount: ({ core, account }) => shownAccount(core, account),
  changeAccount: ({ core, account, body }) => {
    const { inactive_addresses, chain } = body;
    const assumptions = settingsOf(body, account.state.settings);
    const change = {
      assumptions,
      ...(inactive_addresses && { inactive_addresses: [...inactive_addresses] }),
      ...(chain && { chain }),
    };
    core.runner.execute(account, 'change', change);
    return shownAccount(core, account);
  },
  deleteAccount: ({ core, account }) => {
    core.closeAccount(account);
    return { name: account.state.name };
  },
  resetAccount: ({ core, account }) => {
    core.resetAccount(account);
    return shownAccount(core, account);
  },
  getDashboardKey: ({ core, account, key }) => ({ api_key: core.dashboardKeys.textFor(account, key) }),
  createKey: ({ core, account, body = {} }) => {
    const { keys } = account.state;
    if (keys.length >= MAX_KEYS) {
      const message = `the account has ${keys.length} API keys, revoked ones included, which is the maximum; use one of them, or another account`;
      throw new ControlError('LIMIT_REACHED', message);
    }
    const { key, apiKey } = core.makeKey(account, keyRequestOf(body));
    return { api_key: apiKey, key: shownKey(key) };
  },
  listKeys: ({ account }) => ({ items: account.state.keys.map(shownKey), next: null }),
  revokeKey: ({ core, account, path }) => {
    const { reply } = core.runner.execute(account, 'revokeKey', { id: path.key });
    if (!isRejection(reply)) return shownKey(reply);
    const known = account.state.keys.map(({ id }) => id).join(', ');
    throw rejected({ ...reply, explain: `${reply.explain}; the account's keys are ${known}` }, 'params.key');
  },
  deposit: ({ core, account, body }) => {
    const amountSun = sunOf(body.amount_trx, 'body.amount_trx');
    if (amountSun <= 0)
      throw invalid('body.amount_trx', `body.amount_trx must be greater than 0, but is ${body.amount_trx}`);
    checkBalance(account.state.balanceSun + amountSun, 'body.amount_trx');
    core.runner.execute(account, 'deposit', { amountSun });
    return { balance_trx: toTrx(account.state.balanceSun) };
  },
  setBalance: ({ core, account, body }) => {
    const { balance_trx } = body;
    sunOf(balance_trx, 'body.balance_trx');
    core.runner.execute(account, 'change', { balance_trx });
    return { balance_trx: toTrx(account.state.balanceSun) };
  },
  listLedger: ({ account, query, clock }) => {
    const { order, kind } = query;
    const within = overlapTest(query);
    return pageOf(clock, account.state.ledger, query, {
      matches: entry =>
        (order === undefined || entry.orderId === order) &&
        (kind === undefined || entry.kind === kind) &&
        within(entry.atMs),
      show: ledgerData,
    });
  },
  listSnapshots: ({ snapshots, account }) => ({
    items: [...snapshots.of(account).values()].map(shownSnapshot),
    next: null,
  }),
  takeSnapshot: async ({ snapshots, account, body }) =>
    shownSnapshot(await newSnapshot(snapshots.take(account, body.name), 'body.name')),
  exportSnapshot: ({ snapshots, account, path }) => {
    const { account: takenOf, takenAtMs, pieces, checksum } = snapshotNamed(snapshots, account, path.name);
    const fields = { format: SNAPSHOT_FORMAT, account: takenOf, taken_at: isoTime(takenAtMs), checksum };
    const head = JSON.stringify(fields);
    const prefix = Buffer.from(`${head.slice(0, -1)},"state":`);
    return new JsonPieces([prefix, ...pieces.map(({ bytes }) => bytes), Buffer.from('}')]);
  },
  importSnapshot: async ({ snapshots, account, path, query, body }) => {
    const importing = snapshots.import(account, path.name, body, query.force === true);
    const shown = shownSnapshot(await newSnapshot(importing, 'params.name'));
    return body.checksum === undefined ? { ...shown, warning: UNCHECKED } : shown;
  },
  deleteSnapshot: ({ snapshots, account, path }) => {
    const { name } = snapshotNamed(snapshots, account, path.name);
    snapshots.of(account).delete(name);
    return { name };
  },
  restoreSnapshot: async ({ core, snapshots, account, path }) => {
    await snapshots.restore(account, snapshotNamed(snapshots, account, path.name));
    return shownAccount(core, account);
  },
} satisfies Partial<Handlers>;
