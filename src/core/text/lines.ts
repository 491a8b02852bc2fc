/** The number of characters of a text. */
export const lengthOf = (text: string): number => [...text].length;

/** A text, truncated to fit a width in characters. */
export const truncated = (text: string, width: number): string =>
  lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;

/** The beginning of a text, followed by an ellipsis if it is longer than `length` UTF-16 code units. */
export const excerpt = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** The beginning of the JSON of a value; `nothing` for a value that has none. */
export const jsonExcerpt = (value: unknown, length: number): string =>
  excerpt(JSON.stringify(value) ?? 'nothing', length);

/** A word in pieces that fit a width. */
function pieces(word: string, width: number): string[] {
  if (word.length <= width) return [word];
  const characters = [...word];
  return Array.from({ length: Math.ceil(characters.length / width) }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(''),
  );
}

/** Wraps text at word boundaries; words that are longer than a line are split. */
export function wrapped(text: string, width: number): string[] {
  if (!Number.isFinite(width)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap(whole => pieces(whole, Math.max(1, width)))) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
