import type { components } from '../../contract/control-v1.generated.ts';
import { STRICT_SETTINGS } from '../../domain/assumptions.ts';
import type { Account } from '../../engine/account.ts';
import { AccountFailedError } from '../../runtime/account-errors.ts';
import type { AccountRequest, Core } from '../../runtime/core.ts';
import { accountData, unreadableAccount } from '../../wire/account-data.ts';
import type { Call, Handlers } from './call-types.ts';
import { ControlError, invalid } from './control-errors.ts';
import { keyRequestOf } from './key-calls.ts';
import { pageOf } from './paging.ts';
import { checkWebhookUrl, clockModeOf, settingsOf, sunOf } from './parse-values.ts';
import { checkActiveScenarios, scenarioNamed } from './scenario-calls.ts';

type Schemas = components['schemas'];

/** Why an account cannot be used, or null. */
export function shownTrouble(core: Core, account: Account): Schemas['AccountTrouble'] {
  const trouble = core.runner.trouble(account);
  if (!trouble) return null;
  const code = trouble instanceof AccountFailedError ? 'ACCOUNT_FAILED' : 'STORAGE_FAILED';
  return { code, reason: trouble.message };
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

/** The account to create from a request's body. @throws ControlError */
function accountRequest(
  { core, webhookPolicy }: Call<'createAccount'>,
  body: Schemas['AccountRequest'],
): AccountRequest {
  const { name, balance_trx, webhook_url, webhook_secret, clock, seed, scenarios } = body;
  const { scopes, ip_allow, expires_at } = body;
  if (name === 'me')
    throw invalid('body.name', 'the name me is reserved for the account of an API key; choose another name');
  if (webhook_url != null) checkWebhookUrl(webhook_url, 'body.webhook_url', webhookPolicy);
  const settings = { ...(body.strict ? STRICT_SETTINGS : {}), ...settingsOf(body) };
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

/** Calls about accounts as a whole. */
export const accountCalls: Pick<
  Handlers,
  'createAccount' | 'listAccounts' | 'getAccount' | 'changeAccount' | 'deleteAccount' | 'resetAccount'
> = {
  createAccount: async call => {
    const { core, baseUrl, body = {} } = call;
    const request = accountRequest(call, body);
    if (request.name !== undefined && core.accounts.get(request.name)) {
      const message = `an account named ${request.name} already exists; choose another name, or omit it`;
      throw new ControlError('ACCOUNT_EXISTS', message, 'body.name');
    }
    const count = core.accounts.size;
    if (count >= MAX_ACCOUNTS) {
      const message = `the server has ${count} accounts, which is the maximum; delete one first`;
      throw new ControlError('LIMIT_REACHED', message);
    }
    const { account, apiKey } = await core.createAccount(request);
    return {
      name: account.state.name,
      api_key: apiKey,
      webhook_secret: account.state.webhook.secret,
      base_url: baseUrl,
      account: shownAccount(core, account),
    };
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
    const { inactive_addresses: inactiveAddresses } = body;
    const assumptions = settingsOf(body);
    const change = { assumptions, ...(inactiveAddresses ? { inactiveAddresses } : {}) };
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
