import { signal } from '@preact/signals';
import type { components } from '../contract/energy-rental-v1.generated.ts';
import { api, origin } from './api.ts';
import { type Answered, CallError, dataOf, exchange } from './envelope.ts';

/** The shapes that the service's description names. */
export type ServiceSchemas = components['schemas'];

/** Grows when a key was made, so that what shows it is drawn again. */
const made = signal(0);

const slotOf = (account: string): string => `energy-sandbox:key:${origin}:${account}`;

/** Makes a key of the account for this page, and remembers it: the server shows a key only once. */
async function makeKey(account: string): Promise<string> {
  const { api_key } = await api.post('/_sandbox/accounts/{account}/keys', {
    path: { account },
    body: { name: 'dashboard' },
  });
  localStorage.setItem(slotOf(account), api_key);
  made.value += 1;
  return api_key;
}

/** The page's own key, where it has one. */
export function keptKey(account: string): string | null {
  void made.value;
  return localStorage.getItem(slotOf(account));
}

/** What a service call is made of. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  /** Picks a scenario for this one request. */
  readonly scenario?: string;
  readonly signal?: AbortSignal | undefined;
}

function send(key: string, { method, path, body, scenario, signal }: ServiceCall): Promise<Answered> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(scenario ? { 'X-Sandbox-Scenario': scenario } : {}),
  };
  return exchange({ method, url: origin + path, headers, body, signal });
}

/**
 * Makes a call of the service's own API, as any client would. Where the kept key opens nothing (any more), one is
 * made, and the call is made once more.
 * @throws AwayError, CallError where no key can be made
 */
export async function callService(account: string, call: ServiceCall): Promise<Answered> {
  const kept = keptKey(account);
  if (kept) {
    const answered = await send(kept, call);
    if (answered.status !== 401) return answered;
  }
  return send(await makeKey(account), call);
}

/** A quote for a selection. @throws CallError with the service's code */
export async function readQuote(
  account: string,
  query: string,
  signal: AbortSignal,
): Promise<ServiceSchemas['Quote']> {
  const path = `/api/v1/quote/?${query}`;
  return dataOf(await callService(account, { method: 'GET', path, signal })) as ServiceSchemas['Quote'];
}

/** What a refusal says: its code, and why. */
export const refusalText = (error: unknown): string =>
  error instanceof CallError && error.code !== error.message
    ? `${error.code}: ${error.message}`
    : String((error as Error).message);
