import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { HarWriter } from '../../../src/lab/har/write-har.ts';
import type { RecordedEntry } from '../../../src/lab/record/har-entry.ts';
import { harProblems } from '../record/har-schema.ts';

const VERSION = '1.0.0';

let path: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'har-'));
  path = join(folder, 'traffic.har');
  onTestFinished(() => rm(folder, { recursive: true }));
});

const entry = (name: string) => ({
  startedDateTime: '2026-01-05T12:00:00.000Z',
  time: 1,
  request: {
    method: 'GET',
    url: `https://api.example.com/${name}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [{ name: 'Authorization', value: `Bearer ${name}` }],
    queryString: [],
    headersSize: -1,
    bodySize: 0,
  },
  response: {
    status: 200,
    statusText: 'OK\n',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    content: { size: 2, mimeType: 'text/plain', text: 'é\u2028\n,\n]}}\n' },
    redirectURL: '',
    headersSize: -1,
    bodySize: 2,
  },
  cache: {},
  timings: { send: 0, wait: 1, receive: 0 },
  _direction: 'api',
  _outcome: { kind: 'complete' },
  _problems: [],
});

const urls = (): string[] =>
  JSON.parse(readFileSync(path, 'utf8')).log.entries.map(({ request }: RecordedEntry) =>
    request.url.slice(24),
  );

const open = (maxBytes?: number): HarWriter => {
  const writer = new HarWriter(path, VERSION, maxBytes);
  onTestFinished(() => writer.close());
  return writer;
};

test('the file is HAR 1.2 from the beginning and after each entry', () => {
  const writer = open();
  expect(harProblems(readFileSync(path, 'utf8'))).toEqual([]);
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    expect(writer.append(entry(name))).toBe(index + 1);
    expect(harProblems(readFileSync(path, 'utf8'))).toEqual([]);
    expect(urls()).toEqual(['a', 'b', 'c'].slice(0, index + 1));
  }
});

test('a file that exists is not touched', () => {
  writeFileSync(path, 'mine');
  expect(() => new HarWriter(path, VERSION)).toThrow('EEXIST');
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('a file that has reached its largest size takes no further entry, not even a smaller one, and stays complete', () => {
  const writer = open(2_000);
  writer.append(entry('a'));
  const full = 'it has reached its largest size of 2,000 bytes';
  expect(() => writer.append(entry('x'.repeat(2_000)))).toThrow(full);
  expect(() => writer.append(entry('b'))).toThrow(full);
  expect(urls()).toEqual(['a']);
  expect(harProblems(readFileSync(path, 'utf8'))).toEqual([]);
});
