import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Glob, globMatches } from '../../../src/core/scenario/glob.ts';

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

  test.each([31, 32, 33, 63, 64, 65, 199])(
    'of %i characters matches across the words of its positions',
    length => {
      const text = 'ab'.repeat(length).slice(0, length);
      expect(globMatches(`${text}*`, `${text}tail`)).toBe(true);
      expect(globMatches(`*${text}`, `head${text}`)).toBe(true);
      expect(globMatches('?'.repeat(length), text)).toBe(true);
      expect(globMatches('?'.repeat(length), `${text}x`)).toBe(false);
    },
  );

  test('takes time proportional to the text', () => {
    const glob = new Glob(`*${'a?'.repeat(50)}b`);
    // In microseconds of processor time, which a busy machine does not prolong.
    const timeFor = (length: number): number => {
      const text = 'a'.repeat(length);
      const rounds = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        expect(glob.matches(text)).toBe(false);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      });
      return Math.min(...rounds);
    };
    timeFor(20_000);
    // Ten times the text: quadratic time would be a hundred times as long.
    expect(timeFor(400_000)).toBeLessThan(40 * timeFor(40_000));
  });
});
