import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { RecordedEntry } from '../../src/har/har-entry.ts';
import { HarFullError, HarWriter } from '../../src/har/har-writer.ts';
import { harProblems } from '../record/har-schema.ts';

const CREATOR = { name: 'a-recorder', version: '1.0' };

let path: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'har-'));
  path = join(folder, 'traffic.har');
  onTestFinished(() => rm(folder, { recursive: true }));
});

const entry = (name: string): RecordedEntry => ({
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

const open = async (): Promise<HarWriter> => {
  const writer = await HarWriter.open(path, CREATOR);
  onTestFinished(() => {
    try {
      writer.close();
    } catch {
      // A test that continues the file has closed it already.
    }
  });
  return writer;
};

test('the file is HAR 1.2 from the beginning and after each entry', async () => {
  const writer = await open();
  expect(harProblems(readFileSync(path, 'utf8'))).toEqual([]);
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    expect(writer.append(entry(name))).toBe(index + 1);
    expect(harProblems(readFileSync(path, 'utf8'))).toEqual([]);
    expect(urls()).toEqual(['a', 'b', 'c'].slice(0, index + 1));
  }
});

test('a file is continued, and knows the pseudonyms that it has', async () => {
  const first = await open();
  for (const name of ['key-1', 'key-3', 'x']) first.append(entry(name));
  first.close();
  const second = await open();
  expect(second.entries).toBe(3);
  expect(second.pseudonyms).toEqual({ key: 3, cookie: 0, secret: 0 });
  expect(second.append(entry('y'))).toBe(4);
  expect(urls()).toEqual(['key-1', 'key-3', 'x', 'y']);
});

test('wherever a kill cuts the file off, it is continued with all entries that are complete', async () => {
  const writer = await open();
  for (const name of ['a', 'b', 'c']) writer.append(entry(name));
  writer.close();
  const whole = readFileSync(path);
  const lines = whole.toString('latin1').split('\n');
  const ends = lines.map((_, index) => lines.slice(0, index + 1).join('\n').length);
  const isNearAnEnd = (length: number): boolean => ends.some(end => Math.abs(end - length) < 6);
  for (let length = ends[0]!; length < whole.length; length++) {
    if (!isNearAnEnd(length) && length % 29 !== 0) continue;
    writeFileSync(path, whole);
    truncateSync(path, length);
    const again = await HarWriter.open(path, CREATOR);
    // An entry is complete when the line is, with or without its comma.
    const complete = [1, 2, 3].filter(index => length >= ends[index]! - (index < 3 ? 1 : 0)).length;
    expect(again.entries, `cut off at ${length}`).toBe(complete);
    again.append(entry('z'));
    expect(urls()).toEqual([...['a', 'b', 'c'].slice(0, complete), 'z']);
    again.close();
  }
});

test('a file of another tool is not touched', async () => {
  writeFileSync(path, '{"log":{"version":"1.2","creator":{"name":"browser","version":"1"},"entries":[]}}');
  await expect(HarWriter.open(path, CREATOR)).rejects.toThrow(
    `${path} exists and was not written by a-recorder; choose another name`,
  );
  expect(readFileSync(path, 'utf8')).toContain('browser');
});

test('a file that has reached its largest size takes no further entry, and stays complete', async () => {
  const first = await open();
  first.append(entry('a'));
  first.close();
  const { length } = readFileSync(path);
  const second = await HarWriter.open(path, CREATOR, length + 10);
  const full = `${path} has reached its largest size of ${(length + 10).toLocaleString('en')} bytes`;
  expect(() => second.append(entry('b'))).toThrow(HarFullError);
  expect(() => second.append(entry('b'))).toThrow(full);
  second.close();
  expect(urls()).toEqual(['a']);
  expect(harProblems(readFileSync(path, 'utf8'))).toEqual([]);
  await expect(HarWriter.open(path, CREATOR, length)).rejects.toThrow(HarFullError);
});

test('once an entry was too large for a file, a smaller one is not added either', async () => {
  const writer = await HarWriter.open(path, CREATOR, 2_000);
  writer.append(entry('a'));
  expect(() => writer.append(entry('x'.repeat(2_000)))).toThrow(HarFullError);
  expect(() => writer.append(entry('b'))).toThrow(HarFullError);
  writer.close();
  expect(urls()).toEqual(['a']);
});

test('a file that another process has changed is not written', async () => {
  const writer = await open();
  writer.append(entry('a'));
  appendFileSync(path, ' ');
  expect(() => writer.append(entry('b'))).toThrow(`another process has changed ${path}`);
  expect(urls()).toEqual(['a']);
});
