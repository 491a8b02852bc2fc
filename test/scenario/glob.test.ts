import { describe, expect, test } from 'vitest';
import { globMatches } from '../../src/scenario/glob.ts';

describe('a glob', () => {
  test.each([
    ['inv-*', 'inv-1', true],
    ['inv-*', 'inv-', true],
    ['inv-*', 'xinv-1', false],
    ['*-1', 'inv-1', true],
    ['i*v-?', 'inv-1', true],
    ['i*v-?', 'inv-12', false],
    ['?', '', false],
    ['*', '', true],
    ['**', 'anything', true],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['*a*b', 'aab', true],
    ['*a*b', 'aba', false],
    ['', '', true],
    ['', 'a', false],
  ])('%j against %j is %j', (pattern, text, expected) => {
    expect(globMatches(pattern, text)).toBe(expected);
  });

  test('with many stars does not take exponential time', () => {
    expect(globMatches(`${'*a'.repeat(60)}b`, 'a'.repeat(5_000))).toBe(false);
  });
});
