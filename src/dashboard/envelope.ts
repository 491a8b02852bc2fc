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
}

interface Envelope {
  readonly success?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
}

/** An HTTP request to the sandbox. */
export interface CallRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The response to a call. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it arrived. */
  readonly text: string;
  /** The parsed body; null if it is not JSON. */
  readonly json: unknown;
}

/**
 * Makes a call and parses the response as JSON.
 * @throws UnreachableError if there is no response
 */
export async function exchange({
  method,
  url,
  headers = {},
  body,
  signal,
}: CallRequest): Promise<CallResponse> {
  const typed = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' };
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: typed,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new UnreachableError('The sandbox does not respond.');
  }
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // A response that is not JSON is identified by its status alone.
  }
  return { status: response.status, headers: response.headers, text, json };
}

/**
 * The data of a successful response.
 * @throws CallError for an error response
 */
export function dataOf({ status, headers, json }: CallResponse): unknown {
  const envelope = (json ?? {}) as Envelope;
  if (status < 400 && envelope.success === true) return envelope.data;
  const code = typeof envelope.error === 'string' ? envelope.error : `HTTP ${status}`;
  const explanation = headers.get('X-Sandbox-Explain');
  const message = typeof envelope.message === 'string' ? envelope.message : (explanation ?? code);
  throw new CallError(status, code, message, json);
}
