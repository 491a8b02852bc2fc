/** The number of edits between two words: insertions, deletions, replacements and swaps of neighbors. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length]!;
}

const LONGEST_WORD = 64;
const SHORTEST_PART = 4;
/** `apiKey`, `api_key` and `API_KEY` → `api-key`. */
const plain = (word: string): string =>
  word
    .replace(/(?<=[a-z\d])[A-Z]/g, '-$&')
    .toLowerCase()
    .replaceAll('_', '-');

/**
 * The candidate that was most likely meant: it has the fewest edits, and few for the length of the word;
 * otherwise the shortest that contains the word (`delegated` → `order.delegated`); otherwise null.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | null {
  if (word.length > LONGEST_WORD) return null;
  const wanted = plain(word);
  let best: string | null = null;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let containing: string | null = null;
  for (const candidate of candidates) {
    // Words need at least as many edits as their lengths differ by.
    const isClose = Math.abs(wanted.length - candidate.length) < fewest;
    const edits = isClose ? editDistance(wanted, plain(candidate)) : fewest;
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
    const contains = wanted.length >= SHORTEST_PART && plain(candidate).includes(wanted);
    if (contains && (containing === null || candidate.length < containing.length)) containing = candidate;
  }
  return best ?? containing;
}

/** The first name that is not known: `unknown option "apiKey"; did you mean "api_key"?`; null if there is none. */
export function unknownOption(
  options: object,
  known: readonly string[],
): { readonly name: string; readonly problem: string } | null {
  const name = Object.keys(options).find(one => !known.includes(one));
  if (name === undefined) return null;
  const near = didYouMean(name, known) || `; the options are ${known.join(', ')}`;
  return { name, problem: `unknown option ${JSON.stringify(name)}${near}` };
}

/** `; did you mean "x"?` to append to a message, or an empty string if no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearestWord(word, candidates);
  return meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`;
}
