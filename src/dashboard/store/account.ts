import { computed, effect, signal } from '@preact/signals';
import { adminToken, api, CallError, forAccount, type Schemas } from '../control-api.ts';
import { goTo, route } from '../routes.ts';
import { connection, followAccount, generation, listen, lose, refuse } from './live.ts';
import { createLoader } from './loader.ts';

export type Account = Schemas['Account'];

/** Information about the server; null until it is loaded. */
export const info = signal<Schemas['Info'] | null>(null);

/** The state of the demo; null until it is loaded. */
export const demo = signal<Schemas['Demo'] | null>(null);

/** The selected account as it was last loaded. */
export const account = signal<Account | null>(null);

/** The name of the selected account if it does not exist; null otherwise. */
export const missing = signal<string | null>(null);

/** The name of the selected account; null until one is selected. */
export const accountName = computed(() => route.value.account);

const RELOAD_DELAY_MS = 150;

/** Opens the account of an API key, which opens nothing else; anything else that the server refuses is a wrong token. */
async function openOwnAccount(token: string | null): Promise<void> {
  const ofKey = forAccount('me').get('');
  if (!(await ofKey.catch(() => null))) refuse(token);
  else if (route.value.account !== 'me') goTo(route.value.page, null, 'me');
}

/**
 * Reads what the server and its demo are. If the URL names no account, or `me` with the admin token, opens the first of a
 * running demo, or of all. With an API key, which opens only its account, it opens `me`.
 */
const infoLoader = createLoader(async signal => {
  const token = adminToken.get();
  try {
    const read = await Promise.all([
      api.get('/_sandbox/info', { signal }),
      api.get('/_sandbox/demo', { signal }),
    ]);
    if (signal.aborted) return;
    [info.value, demo.value] = read;
    if (connection.value === 'lost') connection.value = 'connecting';
    const [{ default_account, accounts }, { running, account: ofDemo }] = read;
    const first = (running ? ofDemo : null) ?? default_account ?? accounts[0];
    if ((!route.value.account || route.value.account === 'me') && first) goTo(route.value.page, null, first);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof CallError && error.status === 401) return openOwnAccount(token);
    // While the stream is open, the server is there.
    if (connection.value !== 'live') lose(error);
  }
}, RELOAD_DELAY_MS);

/** Loads information about the server and its demo again. */
export const reloadInfo = infoLoader.load;

const loader = createLoader(async signal => {
  const name = accountName.peek();
  if (!name) return;
  try {
    const read = await forAccount(name).get('', { signal });
    if (signal.aborted) return;
    account.value = read;
    missing.value = null;
  } catch (error) {
    if (signal.aborted || !(error instanceof CallError) || error.status !== 404) return;
    missing.value = name;
    account.value = null;
  }
}, RELOAD_DELAY_MS);

/** Reloads the account. */
export const readAccount = loader.load;

/** Keeps the server information and the account up to date while the page is open. */
export function startAccount(): void {
  effect(() => {
    void generation.value;
    void reloadInfo();
  });
  effect(() => {
    const name = accountName.value;
    if (!name) return;
    if (account.peek()?.name !== name) account.value = null;
    if (name === 'me') void reloadInfo();
    void followAccount(name);
  });
  effect(() => {
    void generation.value;
    if (accountName.value) void readAccount();
  });
  listen(event => {
    if (event.type === 'happening' && event.data.kind === 'ledger' && account.value) {
      const balance = event.data.balance_trx;
      if (balance !== undefined) account.value = { ...account.value, balance_trx: balance };
    }
    loader.loadSoon();
  });
  // Without an account there is no stream that would notice when the server is back.
  setInterval(() => {
    if (!info.value && connection.value === 'lost') void reloadInfo();
  }, 2_000);
}
