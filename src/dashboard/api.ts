import { controlClient } from '../client/control-client.ts';
import type { components } from '../contract/control-v1.generated.ts';

/** The types that the OpenAPI description of the control API defines. */
export type Schemas = components['schemas'];

/** An error response, with its code and message. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: string;
  /** The whole body of the response. */
  readonly body: unknown;

  constructor(status: number, code: string, message: string, body: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/** The server sent no response. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor() {
    super('The sandbox does not respond.');
  }
}

const TOKEN_KEY = 'energy-sandbox:admin-token';

/** The admin token that the server may require. It is kept until the tab is closed. */
export const adminToken = {
  get: (): string | null => sessionStorage.getItem(TOKEN_KEY),
  set: (token: string): void => sessionStorage.setItem(TOKEN_KEY, token),
};

/** The base URL of the sandbox: the part of the page's URL before `_sandbox/`. */
export const origin = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** The header that marks the dashboard's own requests: what they cause is neither assessed nor counted. */
export const OWN_MARK = { 'X-Sandbox-Dashboard': '1' } as const;

/** The control API. @throws CallError, UnreachableError */
export const api = controlClient({
  url: origin,
  headers: (): Record<string, string> => {
    const token = adminToken.get();
    return { ...OWN_MARK, ...(token ? { 'X-Admin-Token': token } : {}) };
  },
  refused: ({ status, code, message, body }) => {
    const name = code ?? `HTTP ${status}`;
    return new CallError(status, name, message || name, body);
  },
  unreachable: () => new UnreachableError(),
});
