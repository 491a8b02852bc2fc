import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globMatches } from '../../../src/core/scenario/glob.ts';

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

  test('matches exactly what the equivalent regular expression matches', () => {
    const letters = fc.constantFrom('a', 'b', '\n', 'ü');
    const text = fc.array(letters, { maxLength: 40 }).map(all => all.join(''));
    const pattern = fc
      .array(fc.oneof(letters, fc.constantFrom('*', '?')), { maxLength: 70 })
      .map(all => all.join(''));
    fc.assert(
      fc.property(pattern, text, (glob, candidate) => {
        const expression = glob.replace(/\*+/g, '[^]*').replaceAll('?', '[^]');
        return globMatches(glob, candidate) === new RegExp(`^${expression}$`).test(candidate);
      }),
      { numRuns: 2_000 },
    );
  });

  test('takes time proportional to the text', () => {
    const pattern = `*${'a?'.repeat(50)}b`;
    // In microseconds of processor time, which a busy machine does not prolong.
    const timeFor = (length: number): number => {
      const text = 'a'.repeat(length);
      const rounds = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        expect(globMatches(pattern, text)).toBe(false);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      });
      return Math.min(...rounds);
    };
    timeFor(2_000);
    // Ten times the text: quadratic time would be a hundred times as long.
    expect(timeFor(40_000)).toBeLessThan(40 * timeFor(4_000));
  });
});
