import { request as httpRequest } from 'node:http';
import type { ServiceCall } from './recording.ts';

/** A request of the replay. */
export interface ReplayRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** True if the recorded one was refused for its size, so that its body need not be sent. */
  readonly isTooLarge: boolean;
}

/** What the sandbox answered. */
export interface ReplayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

const TIMEOUT_MS = 10_000;
/** How long a request waits to be refused by its head alone. */
const HEAD_ONLY_MS = 300;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request to the sandbox. @throws Error if there is no response in time */
export function sendRequest(origin: string, sent: ReplayRequest): Promise<ReplayAnswer> {
  return new Promise((resolve, reject) => {
    const length = sent.body ? { 'content-length': String(sent.body.length) } : {};
    const outgoing = httpRequest(
      new URL(origin),
      { method: sent.method, path: sent.path, headers: { ...sent.headers, ...length }, timeout: TIMEOUT_MS },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const headers = Object.entries(response.headers).map(
            ([name, value]) => [name, String(value)] as const,
          );
          const body = parsed(Buffer.concat(chunks).toString('utf8'));
          resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body });
          outgoing.destroy();
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('the sandbox did not answer')));
    // After the response, the error is that the rest of the body could not be sent.
    outgoing.on('error', reject);
    if (!sent.isTooLarge) {
      outgoing.end(sent.body ?? undefined);
      return;
    }
    outgoing.flushHeaders();
    const timer = setTimeout(() => outgoing.end(sent.body), HEAD_ONLY_MS);
    outgoing.on('close', () => clearTimeout(timer));
  });
}

/** Headers of a recorded request that the sandbox looks at. */
const SENT_HEADERS = [
  'content-type',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
] as const;

/** The headers to send for a recorded call. @param token null sends no credential */
export function headersFor({ headers, isBearer }: ServiceCall, token: string | null): Record<string, string> {
  const kept = SENT_HEADERS.flatMap(name =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  );
  const authorization = token === null ? {} : { authorization: `${isBearer ? 'Bearer' : 'Basic'} ${token}` };
  return { ...Object.fromEntries(kept), ...authorization };
}
