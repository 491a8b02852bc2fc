/** True if the text contains a wildcard. */
export const isGlob = (text: string): boolean => text.includes('*') || text.includes('?');

/**
 * Matches a whole string against a glob: `*` matches any run of characters, `?` any single one. Takes time
 * proportional to the product of both lengths at worst, so no pattern can block the server.
 */
export function globMatches(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let position = 0;
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = position;
    } else if (pattern[at] === '?' || pattern[at] === text[position]) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
