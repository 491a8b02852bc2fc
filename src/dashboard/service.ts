import { signal } from '@preact/signals';
import type { components } from '../contract/energy-rental-v1.generated.ts';
import { api, origin } from './api.ts';
import { CallError, type CallResponse, dataOf, exchange } from './envelope.ts';

/** The types that the OpenAPI description of the service defines. */
export type ServiceSchemas = components['schemas'];

/** Grows when a key is created, so that components that show the key render again. */
const createdKeys = signal(0);

const storageKeyOf = (account: string): string => `energy-sandbox:key:${origin}:${account}`;

/** Creates a key for this page and stores it, because the server returns a key only once. */
async function createKey(account: string): Promise<string> {
  const { api_key } = await api.post('/_sandbox/accounts/{account}/keys', {
    path: { account },
    body: { name: 'dashboard' },
  });
  localStorage.setItem(storageKeyOf(account), api_key);
  createdKeys.value += 1;
  return api_key;
}

/** The page's stored key; null if there is none. */
export function storedKey(account: string): string | null {
  void createdKeys.value;
  return localStorage.getItem(storageKeyOf(account));
}

/** A request of the service API. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  /** Selects a scenario for this request. */
  readonly scenario?: string;
  readonly signal?: AbortSignal | undefined;
}

function send(key: string, { method, path, body, scenario, signal }: ServiceCall): Promise<CallResponse> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(scenario ? { 'X-Sandbox-Scenario': scenario } : {}),
  };
  return exchange({ method, url: origin + path, headers, body, signal });
}

/**
 * Calls the service API, as any client would. If there is no stored key or the service rejects it, creates a key and
 * repeats the call.
 * @throws UnreachableError, CallError if no key can be created
 */
export async function callService(account: string, call: ServiceCall): Promise<CallResponse> {
  const stored = storedKey(account);
  if (stored) {
    const response = await send(stored, call);
    if (response.status !== 401) return response;
  }
  return send(await createKey(account), call);
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

/** The code and message of an error response. */
export const errorText = (error: unknown): string =>
  error instanceof CallError && error.code !== error.message
    ? `${error.code}: ${error.message}`
    : String((error as Error).message);
