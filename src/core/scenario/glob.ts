/** The maximum number of characters in a pattern, in conditions of scenarios, assertions and filters. */
export const MAX_PATTERN = 200;

export const isGlob = (text: string): boolean => text.includes('*') || text.includes('?');

/**
 * Whether a glob matches the whole text: `*` matches any run of characters, `?` any single one. A star first matches
 * nothing, and one character more whenever the rest does not match. Only the latest star is extended, because what
 * precedes it already matches as early as possible. So the time is at most proportional to both lengths, and a pattern has
 * at most MAX_PATTERN characters.
 */
export function globMatches(pattern: string, text: string): boolean {
  let inPattern = 0;
  let inText = 0;
  let star = -1;
  let afterStar = 0;
  while (inText < text.length) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern++;
      afterStar = inText;
    } else if (wanted !== undefined && (wanted === '?' || wanted === text[inText])) {
      inPattern++;
      inText++;
    } else if (star >= 0) {
      inPattern = star + 1;
      inText = ++afterStar;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}
