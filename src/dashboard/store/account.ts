import { computed, effect, signal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { CallError } from '../envelope.ts';
import { goTo, route } from '../routes.ts';
import { connection, followAccount, generation, listen } from './live.ts';

export type Account = Schemas['Account'];

/** The server, once it was asked. */
export const info = signal<Schemas['Info'] | null>(null);

/** The account that is looked at, as it was last read. */
export const account = signal<Account | null>(null);

/** Set where the address names an account that is not there. */
export const missing = signal<string | null>(null);

/** The name of the account that is looked at; null until one is chosen. */
export const accountName = computed(() => route.value.account);

const REST_MS = 150;

/** Reads the server's own data; without an account in the address, the reader is taken to the first. */
async function readInfo(): Promise<void> {
  try {
    info.value = await api.get('/_sandbox/info');
  } catch (error) {
    if (error instanceof CallError && error.status === 401) connection.value = 'barred';
    else connection.value = 'lost';
    return;
  }
  if (connection.value !== 'live') connection.value = 'connecting';
  const { default_account, accounts } = info.value;
  const first = default_account ?? accounts[0];
  if (!route.value.account && first) goTo(first, route.value.place);
}

/** Reads the account anew. */
export async function readAccount(): Promise<void> {
  const name = accountName.value;
  if (!name) return;
  try {
    const read = await api.get('/_sandbox/accounts/{account}', { path: { account: name } });
    if (name !== accountName.value) return;
    account.value = read;
    missing.value = null;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) missing.value = name;
  }
}

let timer: number | null = null;

function readSoon(): void {
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void readAccount();
  }, REST_MS);
}

/** Keeps server and account fresh for as long as the page is open. */
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
    readSoon();
  });
  // Without an account there is no stream that would notice the server's return.
  setInterval(() => {
    if (!info.value && connection.value === 'lost') void readInfo();
  }, 2_000);
}
