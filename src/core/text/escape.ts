/**
 * Everything that moves a cursor, changes colors or the direction of text, or is not allowed in XML: control
 * characters, line and paragraph separators, bidirectional controls, unpaired surrogates, U+FFFE and U+FFFF.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/**
 * Escapes control characters as `\u001b`, line feeds and tabs excepted. Text from clients could otherwise move the
 * cursor, overwrite the terminal or make an XML document invalid.
 */
export const escapeControls = (text: string): string =>
  text.replace(UNSAFE, character =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );

/** A word of a shell command, in single quotes if it needs them. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
