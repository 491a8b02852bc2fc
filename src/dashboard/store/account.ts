import { computed, effect, signal } from '@preact/signals';
import { adminToken, api, CallError, forAccount, type Schemas } from '../api.ts';
import { goTo, route } from '../routes.ts';
import { connection, followAccount, generation, listen, refuse } from './live.ts';
import { createSequence } from './loader.ts';

/** The state of the demo; null until it is loaded. */
export const demo = signal<Schemas['Demo'] | null>(null);

/** The account of the demo while it generates traffic; null otherwise. */
export const demoAccount = (): string | null => (demo.value?.running ? demo.value.account : null);

const answers = createSequence();

/** Loads the state of the demo. */
export async function readDemo(): Promise<void> {
  const isNews = answers();
  const read = await api.get('/_sandbox/demo');
  if (isNews()) demo.value = read;
}

/** Starts or stops the traffic. Resolves with the account of the demo. */
export async function setDemo(running: boolean): Promise<string | null> {
  const isNews = answers();
  const set = await api.put('/_sandbox/demo', { body: { running } });
  if (isNews()) demo.value = set;
  return set.account;
}

export type Account = Schemas['Account'];

/** Information about the server; null until it is loaded. */
export const info = signal<Schemas['Info'] | null>(null);

/** The selected account as it was last loaded. */
export const account = signal<Account | null>(null);

/** The name of the selected account if it does not exist; null otherwise. */
export const missing = signal<string | null>(null);

/** The name of the selected account; null until one is selected. */
export const accountName = computed(() => route.value.account);

const RELOAD_DELAY_MS = 150;

const infoReads = createSequence();

/** Loads information about the server again. @throws UnreachableError, CallError */
export async function reloadInfo(): Promise<Schemas['Info']> {
  const isNews = infoReads();
  const read = await api.get('/_sandbox/info');
  if (isNews()) info.value = read;
  return read;
}

/** Loads information about the server. If the URL names no account, opens that of a running demo, or the first one. */
async function readInfo(): Promise<void> {
  const token = adminToken.get();
  let read: Schemas['Info'];
  try {
    [read] = await Promise.all([reloadInfo(), readDemo()]);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) refuse(token);
    else connection.value = 'lost';
    return;
  }
  if (connection.value === 'lost') connection.value = 'connecting';
  const { default_account, accounts } = read;
  const first = demoAccount() ?? default_account ?? accounts[0];
  if (!route.value.account && first) goTo(route.value.page, null, first);
}

const accountReads = createSequence();

/** Reloads the account. */
export async function readAccount(): Promise<void> {
  const name = accountName.value;
  if (!name) return;
  const isNews = accountReads();
  try {
    const read = await forAccount(name).get('');
    if (name !== accountName.value || !isNews()) return;
    account.value = read;
    missing.value = null;
  } catch (error) {
    const isMissing = error instanceof CallError && error.status === 404;
    if (!isMissing || name !== accountName.value || !isNews()) return;
    missing.value = name;
    account.value = null;
  }
}

let timer: number | null = null;

function scheduleRead(): void {
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void readAccount();
  }, RELOAD_DELAY_MS);
}

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
    scheduleRead();
  });
  // Without an account there is no stream that would notice when the server is back.
  setInterval(() => {
    if (!info.value && connection.value === 'lost') void readInfo();
  }, 2_000);
}
