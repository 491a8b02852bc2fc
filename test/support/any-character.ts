import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * A character of Unicode, for `fc.string({ unit: anyCharacter })`. It is drawn like those of `unit: 'binary'`, which first
 * builds a table of all characters.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map(drawn => String.fromCodePoint(drawn < SURROGATES.first ? drawn : drawn + SURROGATES.count));
