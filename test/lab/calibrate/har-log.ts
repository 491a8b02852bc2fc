import type { Entry, Har, Header } from 'har-format';

/** An exchange as it was on the wire. */
export interface WireExchange {
  readonly atMs: number;
  readonly endMs: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: Buffer | null;
  /** 0: no response. */
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: Buffer;
}

const headersOf = (headers: Readonly<Record<string, string>>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** An exchange as a HAR entry of a plain tool. */
export function entryOf(one: WireExchange): Entry {
  const mimeType = one.requestHeaders['content-type'] ?? '';
  return {
    startedDateTime: new Date(one.atMs).toISOString(),
    time: one.endMs - one.atMs,
    request: {
      method: one.method,
      url: one.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(one.requestHeaders),
      queryString: [...new URL(one.url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: one.requestBody?.length ?? 0,
      ...(one.requestBody ? { postData: { mimeType, text: one.requestBody.toString('utf8') } } : {}),
    },
    response: {
      status: one.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(one.responseHeaders),
      content: {
        size: one.responseBody.length,
        mimeType: one.responseHeaders['content-type'] ?? '',
        text: one.responseBody.toString('utf8'),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: one.responseBody.length,
    },
    cache: {},
    timings: { send: 0, wait: one.endMs - one.atMs, receive: 0 },
  };
}

/** A HAR file with these exchanges. */
export const harOf = (exchanges: readonly WireExchange[], entry = entryOf): Har => ({
  log: { version: '1.2', creator: { name: 'test', version: '1' }, entries: exchanges.map(entry) },
});
