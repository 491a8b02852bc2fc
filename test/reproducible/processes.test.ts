import { beforeAll, describe, expect, test } from 'vitest';
import { startHere, startProcess } from './program.ts';
import { type RunRecord, runScript } from './script.ts';

let first: RunRecord;
let second: RunRecord;
let other: RunRecord;

beforeAll(async () => {
  first = await runScript(startProcess, 'a seed');
  second = await runScript(startHere, 'a seed');
  other = await runScript(startHere, 'another seed');
});

const matches = (texts: readonly string[], pattern: RegExp): string[] =>
  [...new Set(texts.flatMap(text => [...text.matchAll(pattern)].map(([match]) => match)))].sort();

const TXID = /"txid":\s*"[0-9a-f]{64}"/g;
const EVENT_ID = /order-\d+-order\.[a-z]+-[0-9a-f]+/g;

describe('two processes with the same seed, scenarios and calls', () => {
  test('give the same responses, byte for byte', () => {
    expect(second.responses).toEqual(first.responses);
    expect(first.responses.length).toBeGreaterThan(40);
  });

  test('send the same webhooks with the same ids and signatures, byte for byte', () => {
    expect(second.webhooks).toEqual(first.webhooks);
    expect(first.webhooks.length).toBeGreaterThan(50);
  });

  test('store the same timelines, ledger and attempts', () => {
    expect(second.kept).toEqual(first.kept);
  });
});

describe('another seed', () => {
  test('gives every delegation a different txid', () => {
    const [one, two] = [matches(first.responses, TXID), matches(other.responses, TXID)];
    expect(one.length).toBeGreaterThan(3);
    expect(one.filter(txid => two.includes(txid))).toEqual([]);
  });

  test('gives every event a different id, and so every webhook a different signature', () => {
    const [one, two] = [matches(first.webhooks, EVENT_ID), matches(other.webhooks, EVENT_ID)];
    expect(one.length).toBeGreaterThan(30);
    expect(one.filter(id => two.includes(id))).toEqual([]);
    expect(first.webhooks.filter(webhook => other.webhooks.includes(webhook))).toEqual([]);
  });

  test('draws different random outcomes', () => {
    const outcomes = ({ responses }: RunRecord): string[] =>
      responses.slice(0, 8).map(one => one.split('\n')[0]!);
    expect(new Set(outcomes(first)).size).toBe(2);
    expect(outcomes(other)).not.toEqual(outcomes(first));
  });
});
