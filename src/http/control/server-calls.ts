import { DEMO_ACCOUNT, DEMO_API_KEY, type SandboxOptions } from '../../options.ts';
import type { Core } from '../../runtime/core.ts';
import { VERSION } from '../../version.ts';
import { assumptionsData } from '../../wire/account-data.ts';
import { shownTrouble } from './account-calls.ts';
import type { Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';
import { accountNamed } from './find-account.ts';

/**
 * The key of the account that exists from the start, as printed then. Null if the account no longer has it, and on a
 * server with an admin token, whose keys only its operator knows.
 */
function defaultKey(
  { accounts }: Core,
  { apiKey = DEMO_API_KEY, adminToken }: SandboxOptions,
): string | null {
  if (adminToken !== undefined) return null;
  const holder = accounts.holderOf(apiKey);
  return holder?.account === accounts.get(DEMO_ACCOUNT) && !holder?.key.revoked ? apiKey : null;
}

/** Calls about the server as a whole. */
export const serverCalls: Pick<Handlers, 'getHealth' | 'getReadiness' | 'getInfo' | 'listAssumptions'> = {
  getHealth: () => ({ status: 'ok' }),
  getReadiness: ({ isClosing }) => {
    if (isClosing()) throw new ControlError('NOT_READY', 'the server is shutting down');
    return { status: 'ok' };
  },
  getInfo: ({ core, options, baseUrl }) => ({
    name: 'energy-rental-sandbox',
    version: VERSION,
    base_url: baseUrl,
    docs_url: `${baseUrl}/_sandbox/docs`,
    admin_token_required: options.adminToken !== undefined,
    default_account: core.accounts.get(DEMO_ACCOUNT) ? DEMO_ACCOUNT : null,
    default_api_key: defaultKey(core, options),
    accounts: core.accounts.list().map(({ state }) => state.name),
    degraded: core.accounts.list().flatMap(account => {
      const trouble = shownTrouble(core, account);
      return trouble ? [{ account: account.state.name, ...trouble }] : [];
    }),
    scenarios: core.library.names(),
  }),
  listAssumptions: ({ core, query }) => {
    const { account: name } = query;
    const settings =
      name === undefined ? core.defaults.settings : accountNamed(core, name, 'query.account').state.settings;
    return { items: assumptionsData(settings), next: null };
  },
};
