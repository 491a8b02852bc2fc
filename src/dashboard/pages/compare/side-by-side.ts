import { diffLines, diffWordsWithSpace } from 'diff';

/** A part of a line. `changed`: the other side does not have it. */
export interface Part {
  readonly text: string;
  readonly changed: boolean;
}

/** One line of each side; null where a side has no line that corresponds. */
export interface DiffRow {
  readonly left: readonly Part[] | null;
  readonly right: readonly Part[] | null;
  readonly changed: boolean;
}

/** A longer search for the smallest difference would block the page. */
const TIMEOUT_MS = 400;

const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');

const whole = (text: string, changed: boolean): Part[] => [{ text, changed }];

/** Two lines that correspond, with the words in which they differ. */
function changedRow(left: string, right: string): DiffRow {
  const parts = diffWordsWithSpace(left, right, { timeout: TIMEOUT_MS });
  if (!parts) return { left: whole(left, true), right: whole(right, true), changed: true };
  const side = (isOther: 'added' | 'removed', isOwn: 'added' | 'removed'): Part[] =>
    parts.filter(part => !part[isOther]).map(part => ({ text: part.value, changed: part[isOwn] }));
  return { left: side('added', 'removed'), right: side('removed', 'added'), changed: true };
}

/** Lines that one side has in place of those of the other. */
function changedRows(left: readonly string[], right: readonly string[]): DiffRow[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index): DiffRow => {
    const [one, other] = [left[index], right[index]];
    if (one !== undefined && other !== undefined) return changedRow(one, other);
    return {
      left: one === undefined ? null : whole(one, true),
      right: other === undefined ? null : whole(other, true),
      changed: true,
    };
  });
}

/** Two texts line by line, with the words in which they differ. */
export function sideBySide(left: string, right: string): DiffRow[] {
  const changes = diffLines(left, right, { timeout: TIMEOUT_MS });
  if (!changes) return changedRows(linesOf(left), linesOf(right));
  const rows: DiffRow[] = [];
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at]!;
    const next = changes[at + 1];
    const lines = linesOf(change.value);
    if (change.removed && next?.added) {
      rows.push(...changedRows(lines, linesOf(next.value)));
      at += 1;
    } else if (change.removed) rows.push(...changedRows(lines, []));
    else if (change.added) rows.push(...changedRows([], lines));
    else
      rows.push(
        ...lines.map(line => ({ left: whole(line, false), right: whole(line, false), changed: false })),
      );
  }
  return rows;
}
