/** True where the text holds a glob's special characters. */
export const isGlob = (text: string): boolean => text.includes('*') || text.includes('?');

/**
 * Matches a whole text against a glob: `*` is any run of characters, `?` is exactly one.
 * Runs in the product of both lengths at worst, so that no pattern can hold the server up.
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
