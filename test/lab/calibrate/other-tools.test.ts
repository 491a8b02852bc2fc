import { gzipSync } from 'node:zlib';
import type { Entry } from 'har-format';
import { describe, expect, test } from 'vitest';
import { LONG } from '../../support/tier.ts';
import { calibrateText, expectRecovered, expectTruth } from './draws.ts';
import { entryOf, harOf, type WireExchange } from './har-log.ts';
import { recordDraw } from './recording-of-draw.ts';

/** An entry as a browser writes it: another host, HTTP/2 with pseudo-headers, and bodies in base64. */
function browserEntry(one: WireExchange): Entry {
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
function proxyEntry(one: WireExchange): object {
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
function timelessEntry(one: WireExchange): object {
  const { startedDateTime: _started, time: _time, timings: _timings, ...entry } = entryOf(one);
  return entry;
}

/** An entry of a browser that leaves out credentials. */
function sanitizedEntry(one: WireExchange): Entry {
  const entry = entryOf(one);
  const headers = entry.request.headers.filter(({ name }) => name !== 'authorization');
  return { ...entry, request: { ...entry.request, headers } };
}

/** An entry of a tool that records no headers. */
function headlessEntry(one: WireExchange): object {
  const { request, response, ...entry } = entryOf(one);
  return { ...entry, request: { ...request, headers: [] }, response: { ...response, headers: [] } };
}

/** An entry of a browser that exports no content: of the body of a response, only the size is known. */
function contentlessEntry(one: WireExchange): object {
  const entry = entryOf(one);
  const { text: _text, ...content } = entry.response.content;
  return { ...entry, response: { ...entry.response, content } };
}

/** An entry of a recorder whose connections were cut off in the body of a response. */
function truncatedEntry(one: WireExchange): object {
  const entry = entryOf(one);
  if (one.responseBody.length === 0) return entry;
  const content = { ...entry.response.content, text: one.responseBody.toString('utf8').slice(0, -1) };
  const _outcome = { kind: 'truncated', error: 'the connection was closed' };
  return { ...entry, response: { ...entry.response, content }, _outcome };
}

/** The settings that draw 0 does not show. Something learns each of the others, or says why nothing does. */
const SILENT: readonly string[] = ['status_selectors', 'invalid_repeat', 'bulk_duplicates'];

/** Calibrates with the exchanges of draw 0, as a tool writes them. */
async function calibrated(entry: (one: WireExchange) => object) {
  const draw = await recordDraw('0');
  const entries = draw.exchanges.map(entry);
  const result = await calibrateText(JSON.stringify({ log: { ...harOf([]).log, entries } }));
  const verdictOf = (name: string) => result.rows.find(({ row }) => row === name)!.verdict;
  return { draw, result, verdictOf };
}

describe('a recording by another tool', () => {
  test('reveals as much if it has HTTP/2 headers, another host and base64', async () => {
    const { draw, result } = await calibrated(browserEntry);
    expectRecovered(draw, result);
    const silent = result.rows.filter(
      ({ verdict, observed }) => verdict === 'not-observed' && observed === '',
    );
    expect(silent.map(({ row }) => row)).toEqual(SILENT);
  });

  test.runIf(LONG)('reveals as much if it has compressed bodies and no timings', async () => {
    const { draw, result } = await calibrated(proxyEntry);
    expectRecovered(draw, result);
  });

  test.runIf(LONG)('claims nothing false if it has no times at all', async () => {
    const { draw, result, verdictOf } = await calibrated(timelessEntry);
    expectTruth(draw, result);
    expect(result.differences).toEqual([]);
    expect(verdictOf('packages')).not.toBe('not-observed');
    expect(verdictOf('webhook_retry_delays_ms')).toBe('not-observed');
  });

  test.runIf(LONG)('claims nothing false if it has no credentials', async () => {
    const { draw, result, verdictOf } = await calibrated(sanitizedEntry);
    expectTruth(draw, result);
    expect(result.differences).toEqual([]);
    const reason = 'the key was not recorded';
    expect(result.notCompared).toContainEqual({ reason, count: expect.any(Number) });
    expect(verdictOf('packages')).not.toBe('not-observed');
  });

  test('claims nothing false if it has no headers', async () => {
    const { draw, result } = await calibrated(headlessEntry);
    expectTruth(draw, result);
  });

  test.each([
    ['the bodies of responses were not recorded', contentlessEntry],
    ['responses were cut off', truncatedEntry],
  ] as const)('claims nothing false if %s', async (_name, entry) => {
    const { draw, result } = await calibrated(entry);
    expectTruth(draw, result);
    // The products of orders are not known, as no response shows them. Nothing else differs.
    for (const { what, field } of result.differences!)
      expect(`${what} ${field}`).toMatch(
        /^webhook \S+ body\.data\.(energy_amount|duration_minutes|price_trx)$/,
      );
  });
});
