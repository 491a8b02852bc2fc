/** A call that was refused, with what the server says about it. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: string;
  /** The whole answer, for what it tells beside code and message. */
  readonly answer: unknown;

  constructor(status: number, code: string, message: string, answer: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.answer = answer;
  }
}

/** No answer came: the server is away. */
export class AwayError extends Error {
  override readonly name = 'AwayError';
}

interface Envelope {
  readonly success?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
}

/** What a call is made of. */
export interface Wire {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** A call's whole answer. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/**
 * Makes a call and reads its answer as JSON.
 * @throws AwayError where none came
 */
export async function exchange({ method, url, headers = {}, body, signal }: Wire): Promise<Answered> {
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
    throw new AwayError('The sandbox does not answer.');
  }
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // An answer that is no JSON is told by its status.
  }
  return { status: response.status, headers: response.headers, json };
}

/**
 * The data of a successful answer.
 * @throws CallError where the answer tells of a failure
 */
export function dataOf({ status, headers, json }: Answered): unknown {
  const envelope = (json ?? {}) as Envelope;
  if (status < 400 && envelope.success === true) return envelope.data;
  const code = typeof envelope.error === 'string' ? envelope.error : `HTTP ${status}`;
  const explained = headers.get('X-Sandbox-Explain');
  const message = typeof envelope.message === 'string' ? envelope.message : (explained ?? code);
  throw new CallError(status, code, message, json);
}
