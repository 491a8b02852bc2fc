import type { Account } from '../../core/engine/account.ts';
import { AccountFailedError } from '../../host/account-health.ts';
import type { Core, OpenedAccount } from '../../host/core.ts';
import { optionError } from '../option-error.ts';
import { DEMO_ACCOUNT, DEMO_API_KEY, DEMO_WEBHOOK_SECRET, type SandboxOptions } from '../options.ts';
import type { Demo } from './demo.ts';

/** Printed instead of a key that was given at an earlier start. Only the digest of a key is stored. */
const KEY_NOT_STORED = '<key-given-at-the-first-start>';

/**
 * Opens the account that exists from the start. A stored account is reused; only its key, webhook destination and secret
 * are updated if the options set them.
 * @throws OptionError if another account has the key
 */
export function openDemoAccount(core: Core, options: SandboxOptions): OpenedAccount {
  const kept = core.accounts.get(DEMO_ACCOUNT);
  if (kept) return { account: kept, apiKey: applyIfPossible(core, kept, options) };
  return core.openAccount({
    name: DEMO_ACCOUNT,
    apiKey: options.apiKey ?? DEMO_API_KEY,
    webhookSecret: options.webhookSecret ?? DEMO_WEBHOOK_SECRET,
  });
}

/** Starts the demo traffic. While its account is stopped, the server starts without: the others must not be affected. */
export async function startDemo(demo: Pick<Demo, 'start'>, remark: (text: string) => void): Promise<void> {
  try {
    await demo.start();
  } catch (error) {
    if (!(error instanceof AccountFailedError)) throw error;
    remark(`the demo does not run: ${error.message}`);
  }
}

/** Applies the options to a stored account. If it fails, the server starts without: the others must not be affected. */
function applyIfPossible(core: Core, account: Account, options: SandboxOptions): string {
  try {
    return applyOptions(core, account, options);
  } catch (error) {
    if (error instanceof AccountFailedError) return KEY_NOT_STORED;
    throw error;
  }
}

/** Applies the options to a stored account. @returns an API key of the account, or a placeholder if none is known */
function applyOptions(
  core: Core,
  account: Account,
  { webhookUrl, webhookSecret, apiKey }: SandboxOptions,
): string {
  const { webhook } = account.state;
  const wanted = { url: webhookUrl ?? webhook.url, secret: webhookSecret ?? webhook.secret };
  if (wanted.url !== webhook.url || wanted.secret !== webhook.secret) {
    core.runner.execute(account, 'setWebhook', wanted);
  }
  const holder = core.accounts.holderOf(apiKey ?? DEMO_API_KEY)?.account;
  if (apiKey === undefined) return holder === account ? DEMO_API_KEY : KEY_NOT_STORED;
  if (holder && holder !== account) {
    throw optionError('apiKey', `account ${holder.state.name} already has this key; choose another`);
  }
  if (!holder) core.makeKey(account, {}, apiKey);
  return apiKey;
}
