import type { Account } from './engine/account.ts';
import {
  DEMO_ACCOUNT,
  DEMO_API_KEY,
  DEMO_WEBHOOK_SECRET,
  OptionError,
  type SandboxOptions,
} from './options.ts';
import type { Core, OpenedAccount } from './runtime/core.ts';

/** Stands for a key whose text was told at an earlier start, as only its digest is kept. */
const TOLD_BEFORE = '<key-given-at-the-first-start>';

/**
 * Opens the account that is there from the start. One that was kept stays as it was; only key, destination and secret
 * follow the options, where these name any.
 * @throws OptionError where another account has the key
 */
export function openDemoAccount(core: Core, options: SandboxOptions): OpenedAccount {
  const kept = core.accounts.get(DEMO_ACCOUNT);
  if (kept) return { account: kept, apiKey: adjust(core, kept, options) };
  return core.openAccount({
    name: DEMO_ACCOUNT,
    apiKey: options.apiKey ?? DEMO_API_KEY,
    webhookSecret: options.webhookSecret ?? DEMO_WEBHOOK_SECRET,
  });
}

/** Answers the text of a key that opens the account, as far as it can be told. */
function adjust(core: Core, account: Account, { webhookUrl, webhookSecret, apiKey }: SandboxOptions): string {
  const { webhook } = account.state;
  const wanted = { url: webhookUrl ?? webhook.url, secret: webhookSecret ?? webhook.secret };
  if (wanted.url !== webhook.url || wanted.secret !== webhook.secret) {
    core.runner.execute(account, 'setWebhook', wanted);
  }
  const holder = core.accounts.holderOf(apiKey ?? DEMO_API_KEY)?.account;
  if (apiKey === undefined) return holder === account ? DEMO_API_KEY : TOLD_BEFORE;
  if (holder && holder !== account) {
    throw new OptionError(`api-key: account ${holder.state.name} has this key; give another`);
  }
  if (!holder) core.makeKey(account, {}, apiKey);
  return apiKey;
}
