import { forAccount, OWN_MARK, origin, UnreachableError } from './control-api.ts';

/** A request of the service API. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Selects a scenario for this request. */
  readonly scenario?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; null if it is not JSON. */
  readonly json: unknown;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Calls the service API as a client would, with the key of the dashboard: its requests are marked as the dashboard's
 * own and cause no findings.
 * @throws UnreachableError if there is no response; CallError if the key cannot be read
 */
export async function callService(account: string, call: ServiceCall): Promise<CallResponse> {
  const { method, path, body, scenario, signal = null } = call;
  const { api_key } = await forAccount(account).post('/dashboard-key');
  const headers = {
    Authorization: `Bearer ${api_key}`,
    ...OWN_MARK,
    ...(scenario && { 'X-Sandbox-Scenario': scenario }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const content = body === undefined ? null : JSON.stringify(body);
  try {
    const response = await fetch(origin + path, { method, headers, body: content, signal });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  } catch (error) {
    throw signal?.aborted ? error : new UnreachableError();
  }
}
