import type { Account } from '../core/engine/account.ts';
import { AccountFailedError } from '../host/account-health.ts';
import { digestOf, randomKey, randomToken } from '../host/account-registry.ts';
import type { OpenedAccount, SandboxCore } from '../host/sandbox-core.ts';
import {
  DEMO_ACCOUNT,
  DEMO_API_KEY,
  DEMO_WEBHOOK_SECRET,
  isShared,
  KEY_NOT_STORED,
  optionError,
  type SandboxOptions,
} from './sandbox-options.ts';

/**
 * Opens the account that every sandbox starts with. A stored account is reused: the options only replace its key,
 * webhook destination and secret. If that fails, the server still starts for the other accounts.
 * @throws OptionError if another account has the key
 */
export function openDemoAccount(core: SandboxCore, options: SandboxOptions): OpenedAccount {
  const {
    api_key: apiKey = isShared(options) ? randomKey(DEMO_ACCOUNT) : DEMO_API_KEY,
    webhook_secret: webhookSecret = isShared(options) ? randomToken('whsec') : DEMO_WEBHOOK_SECRET,
  } = options;
  const account = core.accounts.get(DEMO_ACCOUNT);
  if (!account) return core.openAccount({ name: DEMO_ACCOUNT, apiKey, webhookSecret });
  try {
    return { account, apiKey: applyOptions(core, account, options) };
  } catch (error) {
    if (error instanceof AccountFailedError) return { account, apiKey: KEY_NOT_STORED };
    throw error;
  }
}

/**
 * Revokes the key that the documentation prints, because the account was stored by a server that only this machine could
 * reach. @returns a new key; undefined if there is nothing to revoke
 */
function replaceKnownKey(core: SandboxCore, account: Account): string | undefined {
  const known = core.accounts.holderOf(digestOf(DEMO_API_KEY));
  if (known?.account !== account || known.key.revoked) return undefined;
  core.runner.execute(account, 'revokeKey', { id: known.key.id });
  return core.makeKey(account, {}).apiKey;
}

/** @returns an API key of the account, or a placeholder if none is known */
function applyOptions(core: SandboxCore, account: Account, options: SandboxOptions): string {
  const { webhook_url: webhookUrl, webhook_secret: webhookSecret } = options;
  const { webhook } = account.state;
  const isKnown = isShared(options) && webhook.secret === DEMO_WEBHOOK_SECRET;
  const secret = webhookSecret ?? (isKnown ? randomToken('whsec') : webhook.secret);
  const wanted = { url: webhookUrl ?? webhook.url, secret };
  if (wanted.url !== webhook.url || wanted.secret !== webhook.secret) {
    core.runner.execute(account, 'setWebhook', wanted);
  }
  const apiKey = options.api_key ?? (isShared(options) ? replaceKnownKey(core, account) : undefined);
  const holder = core.accounts.holderOf(digestOf(apiKey ?? DEMO_API_KEY))?.account;
  if (apiKey === undefined) return holder === account && !isShared(options) ? DEMO_API_KEY : KEY_NOT_STORED;
  if (holder && holder !== account) {
    throw optionError('api_key', `account ${holder.state.name} already has this key; choose another`);
  }
  if (!holder) core.makeKey(account, {}, apiKey);
  return apiKey;
}
