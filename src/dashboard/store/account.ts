import { computed, effect, type Signal, signal } from '@preact/signals';
import { adminToken, api, CallError, forAccount, type Schemas } from '../control-api.ts';
import { goTo, route } from '../routes.ts';
import { connection, followAccount, generation, listen, lose, refuse } from './live.ts';
import { createLoader, createSequence } from './loader.ts';

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

/** Returns a function that shows and returns an answer; one that comes after the answer to a later call is not shown. */
function shownIn<T>(target: Signal<T | null>): (answer: Promise<T>) => Promise<T> {
  const begin = createSequence();
  return async answer => {
    const isNews = begin();
    const value = await answer;
    if (isNews()) target.value = value;
    return value;
  };
}

const showInfo = shownIn(info);
const showDemo = shownIn(demo);

/** Loads information about the server again. @throws UnreachableError, CallError */
export const reloadInfo = () => showInfo(api.get('/_sandbox/info'));

/** Starts or stops the traffic of the demo. @throws UnreachableError, CallError */
export const setDemo = (running: boolean) => showDemo(api.put('/_sandbox/demo', { body: { running } }));

/**
 * Loads information about the server. If the URL names no account, opens the first chapter of a running demo, or the
 * first account, as for `me` with the admin token. With an API key, which opens only its account, it opens `me`.
 */
async function readInfo(): Promise<void> {
  const token = adminToken.get();
  try {
    const read = [reloadInfo(), showDemo(api.get('/_sandbox/demo'))] as const;
    const [{ default_account, accounts }, { running, account: ofDemo }] = await Promise.all(read);
    if (connection.value === 'lost') connection.value = 'connecting';
    const first = (running ? ofDemo : null) ?? default_account ?? accounts[0];
    if ((!route.value.account || route.value.account === 'me') && first)
      goTo(route.value.page, running ? 'chapter-1' : null, first);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) return lose(error);
    const ofKey = forAccount('me').get('');
    const own = await ofKey.catch(() => null);
    if (!own) refuse(token);
    else if (route.value.account !== 'me') goTo(route.value.page, null, 'me');
  }
}

const RELOAD_DELAY_MS = 150;

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
    void readInfo();
  });
  effect(() => {
    const name = accountName.value;
    if (!name) return;
    if (account.peek()?.name !== name) account.value = null;
    if (name === 'me') void readInfo();
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
    if (!info.value && connection.value === 'lost') void readInfo();
  }, 2_000);
}
