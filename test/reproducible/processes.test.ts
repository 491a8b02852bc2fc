import { beforeAll, describe, expect, test } from 'vitest';
import { type Performance, perform } from './script.ts';

const SLOW_MACHINE_MS = 60_000;

let first: Performance;
let second: Performance;
let other: Performance;

beforeAll(async () => {
  first = await perform('a seed');
  second = await perform('a seed');
  other = await perform('another seed');
}, SLOW_MACHINE_MS);

const matches = (texts: readonly string[], pattern: RegExp): string[] =>
  [...new Set(texts.flatMap(text => [...text.matchAll(pattern)].map(([match]) => match)))].sort();

const TXID = /"txid":\s*"[0-9a-f]{64}"/g;
const EVENT_ID = /order-\d+-order\.[a-z]+-[0-9a-f]+/g;

describe('two processes with the same seed, scenarios and calls', () => {
  test('give the same answers, byte for byte', () => {
    expect(second.answers).toEqual(first.answers);
    expect(first.answers.length).toBeGreaterThan(40);
  });

  test('send the same webhooks under the same ids and signatures, byte for byte', () => {
    expect(second.webhooks).toEqual(first.webhooks);
    expect(first.webhooks.length).toBeGreaterThan(50);
  });

  test('keep the same timelines, ledger and attempts', () => {
    expect(second.kept).toEqual(first.kept);
  });
});

describe('another seed', () => {
  test('gives every delegation another txid', () => {
    const [one, two] = [matches(first.answers, TXID), matches(other.answers, TXID)];
    expect(one.length).toBeGreaterThan(3);
    expect(one.filter(txid => two.includes(txid))).toEqual([]);
  });

  test('gives every event another id, and so every webhook another signature', () => {
    const [one, two] = [matches(first.webhooks, EVENT_ID), matches(other.webhooks, EVENT_ID)];
    expect(one.length).toBeGreaterThan(30);
    expect(one.filter(id => two.includes(id))).toEqual([]);
    expect(first.webhooks.filter(webhook => other.webhooks.includes(webhook))).toEqual([]);
  });

  test('draws other chances', () => {
    const outcomes = ({ answers }: Performance): string[] =>
      answers.slice(0, 8).map(one => one.split('\n')[0]!);
    expect(new Set(outcomes(first)).size).toBe(2);
    expect(outcomes(other)).not.toEqual(outcomes(first));
  });
});
