import { signal } from '@preact/signals';
import { forAccount, origin } from '../control-api.ts';
import { demo, info } from './account.ts';
import { attempt } from './tasks-and-toasts.ts';

/** Grows when a key is stored, so that components that show one render again. */
const stored = signal(0);

const storageKeyOf = (account: string): string => `energy-sandbox:known-key:${origin}:${account}`;

/** Remembers a key that was created in this tab, because the server returns it only once. Kept until the tab is closed. */
export function rememberKey(account: string, key: string): void {
  sessionStorage.setItem(storageKeyOf(account), key);
  stored.value += 1;
}

/**
 * A key of an account for commands that the reader copies: a key that was created in this tab, the demo's key, or the
 * key that the server printed when it started. Null if no key is known.
 */
export function knownKey(account: string): string | null {
  void stored.value;
  const kept = sessionStorage.getItem(storageKeyOf(account));
  if (kept) return kept;
  if (demo.value?.account === account && demo.value.api_key) return demo.value.api_key;
  return info.value?.default_account === account ? info.value.default_api_key : null;
}

/** Creates a key of an account and remembers it. A toast says whether that succeeded. */
export const createKey = (account: string, name: string): Promise<boolean> =>
  attempt(async () => {
    const { api_key } = await forAccount(account).post('/keys', { body: { name } });
    rememberKey(account, api_key);
  }, `Key ${name} was created.`);
