import { describe, expect, it } from 'vitest';
import { escapeControls, escapeOutput } from '../../../src/core/text/escape.ts';

/** Codes that move the cursor, change colors or the direction of text, as C0, C1 and bidirectional characters. */
const HOSTILE = [
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u202e',
  '\u2066',
];

describe('output', () => {
  it.each(HOSTILE.map(character => [escapeControls(character), character]))(
    'has %s escaped',
    (escaped, character) => {
      expect(escaped).toMatch(/^\\u[\da-f]{4}$/);
      expect(escapeOutput(`a${character}b`, true)).toBe(`a${escaped}b`);
      expect(JSON.parse(escapeOutput(JSON.stringify(`a${character}b`), false))).toBe(`a${character}b`);
    },
  );

  it('keeps colors of the program where it has any, and line ends', () => {
    const text = '\u001b[31mred\u001b[39m\r\na\rb\u001b[2J\u001b[8m\n';
    expect(escapeOutput(text, true)).toBe('\u001b[31mred\u001b[39m\r\na\\u000db\\u001b[2J\\u001b[8m\n');
    expect(escapeOutput(text, false)).toBe('\\u001b[31mred\\u001b[39m\r\na\\u000db\\u001b[2J\\u001b[8m\n');
  });
});
