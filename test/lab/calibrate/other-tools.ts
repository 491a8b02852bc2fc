import { gzipSync } from 'node:zlib';
import type { Entry } from 'har-format';
import { calibrateText } from './draws.ts';
import { entryOf, harOf, type WireExchange } from './har-log.ts';
import { recordDraw } from './recording-of-draw.ts';

/** An entry as a browser writes it: another host, HTTP/2 with pseudo-headers, and bodies in base64. */
export function browserEntry(one: WireExchange): Entry {
  const { origin, pathname, search } = new URL(one.url);
  const entry = entryOf({
    ...one,
    url: one.url.replace(origin, 'https://api.elsewhere.example:8443/energy'),
  });
  const pseudo = [
    { name: ':authority', value: 'api.elsewhere.example:8443' },
    { name: ':method', value: one.method },
    { name: ':path', value: `${pathname}${search}` },
    { name: ':scheme', value: 'https' },
  ];
  const { content } = entry.response;
  return {
    ...entry,
    request: { ...entry.request, httpVersion: 'h2', headers: [...pseudo, ...entry.request.headers] },
    response: {
      ...entry.response,
      httpVersion: 'h2',
      content: { ...content, encoding: 'base64', text: one.responseBody.toString('base64') },
    },
  };
}

/** An entry as an intercepting proxy writes it: compressed bodies as they were on the wire, and no timings. */
export function proxyEntry(one: WireExchange): object {
  const { time: _time, timings: _timings, ...entry } = entryOf(one);
  const headers = [...entry.response.headers, { name: 'Content-Encoding', value: 'gzip' }];
  const content = {
    ...entry.response.content,
    encoding: 'base64',
    text: gzipSync(one.responseBody).toString('base64'),
  };
  return { ...entry, response: { ...entry.response, headers, content } };
}

/** An entry of a tool that does not say when anything happened. */
export function timelessEntry(one: WireExchange): object {
  const { startedDateTime: _started, time: _time, timings: _timings, ...entry } = entryOf(one);
  return entry;
}

/** An entry of a browser that leaves out credentials. */
export function sanitizedEntry(one: WireExchange): Entry {
  const entry = entryOf(one);
  const headers = entry.request.headers.filter(({ name }) => name !== 'authorization');
  return { ...entry, request: { ...entry.request, headers } };
}

/** An entry of a tool that records no headers. */
export function headlessEntry(one: WireExchange): object {
  const { request, response, ...entry } = entryOf(one);
  return { ...entry, request: { ...request, headers: [] }, response: { ...response, headers: [] } };
}

/** An entry of a browser that exports no content: of the body of a response, only the size is known. */
export function contentlessEntry(one: WireExchange): object {
  const entry = entryOf(one);
  const { text: _text, ...content } = entry.response.content;
  return { ...entry, response: { ...entry.response, content } };
}

/** An entry of a recorder whose connections were cut off in the body of a response. */
export function truncatedEntry(one: WireExchange): object {
  const entry = entryOf(one);
  if (one.responseBody.length === 0) return entry;
  const content = { ...entry.response.content, text: one.responseBody.toString('utf8').slice(0, -1) };
  const _outcome = { kind: 'truncated', error: 'the connection was closed' };
  return { ...entry, response: { ...entry.response, content }, _outcome };
}

/** Calibrates with the exchanges of draw 0, as a tool writes them. */
export async function calibrated(entry: (one: WireExchange) => object) {
  const draw = await recordDraw('0');
  const entries = draw.exchanges.map(entry);
  const result = await calibrateText(JSON.stringify({ log: { ...harOf([]).log, entries } }));
  const verdictOf = (name: string) => result.rows.find(({ row }) => row === name)!.verdict;
  return { draw, result, verdictOf };
}
