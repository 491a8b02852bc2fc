import { readSync } from 'node:fs';
import { PSEUDONYMS, type PseudonymKind } from './har-entry.ts';
import { isObject } from './loose-json.ts';

const CHUNK_BYTES = 64 * 1024;
const LF = 0x0a;

/** A recording that was ended or killed, as far as it is complete. */
export interface ReopenedHar {
  /** The offset after the last complete entry. */
  readonly end: number;
  readonly entries: number;
  /** The highest number of each kind of pseudonym in it. */
  readonly pseudonyms: Readonly<Record<PseudonymKind, number>>;
}

/** The offsets at which lines begin, the end of the file included. */
function lineStarts(file: number): number[] {
  const starts = [0];
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let offset = 0;
  for (
    let read = readSync(file, chunk, 0, CHUNK_BYTES, 0);
    read > 0;
    read = readSync(file, chunk, 0, CHUNK_BYTES, offset)
  ) {
    for (let at = chunk.indexOf(LF); at !== -1 && at < read; at = chunk.indexOf(LF, at + 1))
      starts.push(offset + at + 1);
    offset += read;
  }
  if (starts.at(-1) !== offset) starts.push(offset);
  return starts;
}

function readLine(file: number, start: number, end: number): string {
  const bytes = Buffer.alloc(end - start);
  readSync(file, bytes, 0, bytes.length, start);
  return bytes.toString('utf8').replace(/,?\n?$/, '');
}

function isEntry(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && isObject(value.request);
  } catch {
    return false;
  }
}

const NUMBERED = new RegExp(`\\b(${Object.values(PSEUDONYMS).join('|')})-(\\d{1,9})\\b`, 'g');

function countPseudonyms(line: string, highest: Record<PseudonymKind, number>): void {
  for (const [, kind, number] of line.matchAll(NUMBERED)) {
    const key = kind as PseudonymKind;
    highest[key] = Math.max(highest[key], Number(number));
  }
}

/**
 * Finds where a recording can be continued. Each entry is a line of its own; the last one may be cut off if the process
 * was killed while it wrote.
 */
export function reopenHar(file: number): ReopenedHar {
  const starts = lineStarts(file);
  const pseudonyms: Record<PseudonymKind, number> = { key: 0, cookie: 0, secret: 0 };
  // The first line is the head of the file.
  let last = Math.max(0, starts.length - 2);
  while (last >= 1 && !isEntry(readLine(file, starts[last]!, starts[last + 1]!))) last -= 1;
  for (let index = 1; index <= last; index++)
    countPseudonyms(readLine(file, starts[index]!, starts[index + 1]!), pseudonyms);
  const line = readLine(file, starts[last]!, starts[last + 1]!);
  return { end: starts[last]! + Buffer.byteLength(line), entries: last, pseudonyms };
}
