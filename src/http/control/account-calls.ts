import type { components } from '../../contract/control-v1.generated.ts';
import { STRICT_SETTINGS } from '../../domain/assumptions.ts';
import type { Account } from '../../engine/account.ts';
import { AccountFailedError } from '../../runtime/account-errors.ts';
import type { AccountRequest, Core } from '../../runtime/core.ts';
import { randomName } from '../../runtime/random-secrets.ts';
import { accountData, unreadableAccount } from '../../wire/account-data.ts';
import type { Call, Handlers } from './call-types.ts';
import { ControlError, invalid } from './control-errors.ts';
import { checkActiveScenarios } from './kept-scenarios.ts';
import { keyRequestOf } from './key-calls.ts';
import { pageOf } from './paging.ts';
import { checkWebhookUrl, clockModeOf, settingsOf, sunOf } from './parse-values.ts';
import { scenarioNamed } from './scenario-calls.ts';

type Schemas = components['schemas'];

/** Why an account cannot be used, or null. */
export function shownTrouble(core: Core, account: Account): Schemas['AccountTrouble'] {
  const trouble = core.runner.trouble(account);
  if (!trouble) return null;
  const reason = trouble.message;
  return { code: trouble instanceof AccountFailedError ? 'ACCOUNT_FAILED' : 'STORAGE_FAILED', reason };
}

/** An account as the control API presents it. An account whose state cannot be shown has failed. */
export function shownAccount(core: Core, account: Account): Schemas['Account'] {
  try {
    const { recorded } = core.journalOf(account);
    const data = accountData(account.state, core.runner.nowMs(account), recorded);
    return { ...data, trouble: shownTrouble(core, account) };
  } catch (error) {
    core.runner.fail(account, error);
    return { ...unreadableAccount(account.state.name), trouble: shownTrouble(core, account) };
  }
}

/** @throws ControlError for the name that stands for the account of an API key in paths */
function checkNotReserved(name: string | undefined, at: string): void {
  if (name !== 'me') return;
  throw invalid(at, 'the name me is reserved for the account of an API key; choose another name');
}

/** The account to create from a request's body. @throws ControlError */
function accountRequest(
  { core, webhookPolicy }: Pick<Call<'createAccount'>, 'core' | 'webhookPolicy'>,
  body: Schemas['AccountRequest'],
): AccountRequest {
  const { name, balance_trx, webhook_url, webhook_secret, clock, seed, scenarios } = body;
  const { scopes, ip_allow, expires_at } = body;
  if (webhook_url != null) checkWebhookUrl(webhook_url, 'body.webhook_url', webhookPolicy);
  const settings = { ...(body.strict ? STRICT_SETTINGS : {}), ...settingsOf(body, core.defaults.settings) };
  const active = scenarios?.map((one, index) => scenarioNamed(core, one, `body.scenarios[${index}]`));
  if (active) checkActiveScenarios(active, 'body.scenarios');
  return {
    ...(name === undefined ? {} : { name }),
    ...(balance_trx === undefined ? {} : { balanceSun: sunOf(balance_trx, 'body.balance_trx') }),
    ...(webhook_url === undefined ? {} : { webhookUrl: webhook_url }),
    ...(webhook_secret === undefined ? {} : { webhookSecret: webhook_secret }),
    ...(clock === undefined ? {} : { clock: clockModeOf(clock, 'body.clock') }),
    ...(seed === undefined ? {} : { seed }),
    ...(active ? { scenarios: active } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    key: keyRequestOf({
      ...(scopes ? { scopes } : {}),
      ...(ip_allow ? { ip_allow } : {}),
      ...(expires_at === undefined ? {} : { expires_at }),
    }),
  };
}

/** The maximum number of accounts of a server. */
export const MAX_ACCOUNTS = 10_000;

/** @throws ControlError LIMIT_REACHED */
function checkAccountLimit({ accounts }: Core): void {
  if (accounts.size < MAX_ACCOUNTS) return;
  const message = `the server has ${accounts.size} accounts, which is the maximum; delete one first`;
  throw new ControlError('LIMIT_REACHED', message);
}

const ACCOUNT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The name of a new account, from its path. @throws ControlError */
function newName(name: string): string {
  checkNotReserved(name, 'params.account');
  if (ACCOUNT_NAME.test(name)) return name;
  const rule =
    'expected 1 to 64 letters, digits, periods, underscores and hyphens, and a letter or digit first';
  throw invalid('params.account', `${rule}, got ${JSON.stringify(name)}`);
}

/** The redirect to the path of an account. */
const redirectedTo = (name: string): ControlError =>
  new ControlError(
    'CREATE_BY_NAME',
    `behind a load balancer, an account is created at its own path; follow the redirect, or send the request to /_sandbox/accounts/${name}`,
    null,
    {},
    { Location: `accounts/${name}` },
  );

/** Creates an account. @param nameAt where the request has its name @throws ControlError */
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

/** Calls about accounts as a whole. */
export const accountCalls: Pick<
  Handlers,
  | 'createAccount'
  | 'createNamedAccount'
  | 'listAccounts'
  | 'getAccount'
  | 'changeAccount'
  | 'deleteAccount'
  | 'resetAccount'
> = {
  createAccount: call => {
    const { options, body = {} } = call;
    checkNotReserved(body.name, 'body.name');
    if (options.behindBalancer) throw redirectedTo(body.name ?? randomName());
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
      matches: () => true,
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
    const { inactive_addresses } = body;
    const assumptions = settingsOf(body, account.state.settings);
    const change = { assumptions, ...(inactive_addresses && { inactive_addresses }) };
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
};
