/**
 * Everything that moves a cursor, changes colors or the direction of text, or is not allowed in XML: control
 * characters, line and paragraph separators, bidirectional marks, unpaired surrogates, U+FFFE and U+FFFF.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufffe\uffff]/gu;

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

/** The colors and weights of the program's own texts, and the line ends of Windows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences begin with one
const OWN = /(\u001b\[(?:[12]|22|3[1-6]|39)m|\r\n)/;

/**
 * Escapes everything that is written to a terminal, or to a file that somebody may show on one.
 * @param hasColors keeps the sequences with which the program colors its own texts
 */
export const escapeOutput = (text: string, hasColors: boolean): string =>
  text
    .split(OWN)
    .map((part, index) => (index % 2 === 1 && (hasColors || part === '\r\n') ? part : escapeControls(part)))
    .join('');

/** Text in XML, HTML or Markdown. @param characters those that have a meaning there */
export const escapeMarkup = (text: string, characters = /[&<>"']/g): string =>
  text.replace(characters, character => `&#${character.charCodeAt(0)};`);

/** A word of a shell command, in single quotes if it needs them. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
