import type { components } from '../contract/energy-rental-v1.generated.ts';
import { forAccount, OWN_MARK, origin, UnreachableError } from './api.ts';

/** The types that the OpenAPI description of the service defines. */
export type ServiceSchemas = components['schemas'];

/** The dashboard's key of each account, until the page is left. */
const keys = new Map<string, string>();

async function readKey(account: string): Promise<string> {
  const { api_key } = await forAccount(account).post('/dashboard-key');
  keys.set(account, api_key);
  return api_key;
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

/** The response to a call of the service. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it arrived. */
  readonly text: string;
  /** The parsed body; null if it is not JSON. */
  readonly json: unknown;
}

async function send(
  key: string,
  { method, path, body, scenario, signal }: ServiceCall,
): Promise<CallResponse> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...OWN_MARK,
    ...(scenario ? { 'X-Sandbox-Scenario': scenario } : {}),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  try {
    const response = await fetch(origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  } catch (error) {
    throw signal?.aborted ? error : new UnreachableError();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Calls the service API as a client would, with the key of the dashboard: what it requests is marked as the dashboard's
 * own, and judged by no finding. The key is read again if the server has another since it was restarted.
 * @throws UnreachableError if there is no response; CallError if the key cannot be read
 */
export async function callService(account: string, call: ServiceCall): Promise<CallResponse> {
  const known = keys.get(account);
  if (known === undefined) return send(await readKey(account), call);
  const response = await send(known, call);
  if (response.status !== 401) return response;
  // A scenario may ask for a 401, and a request must not be repeated for that.
  const current = await readKey(account);
  return current === known ? response : send(current, call);
}
