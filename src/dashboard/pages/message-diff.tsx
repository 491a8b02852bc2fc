import { useSignal } from '@preact/signals';
import { diffLines, diffWordsWithSpace } from 'diff';
import { counted } from '../format.ts';
import { formatJson } from '../parts/code.tsx';
import { Segments } from '../parts/field.tsx';

/** A message that can be compared with another. */
export interface Message {
  /** The displayed name: `attempt 1`, `resend, altered-body`, `request req-5`. */
  readonly name: string;
  readonly headers: readonly (readonly [name: string, value: unknown])[];
  readonly body: string;
}

/** Headers that differ with every request and mean nothing. */
const VOLATILE =
  /^(date|content-length|connection|host|x-sandbox-request-id|x-ratelimit-remaining|keep-alive)$/i;

function messageText({ headers, body }: Message, isFormatted: boolean): string {
  const lines = headers.filter(([name]) => !VOLATILE.test(name)).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${isFormatted ? formatJson(body) : body}`;
}

const isSameJson = (one: Message, other: Message): boolean =>
  one.body !== other.body && formatJson(one.body) === formatJson(other.body);

/** Two messages side by side, with what differs. */
export function Comparison({ left, right }: { left: Message; right: Message }) {
  const form = useSignal<'exact' | 'formatted'>(isSameJson(left, right) ? 'exact' : 'formatted');
  const isFormatted = form.value === 'formatted';
  const rows = sideBySide(messageText(left, isFormatted), messageText(right, isFormatted));
  const changed = rows.filter(row => row.changed).length;
  return (
    <section class="stack" aria-label={`${left.name} compared with ${right.name}`}>
      <div class="row">
        <Segments
          label="Form of the bodies"
          value={form.value}
          options={[
            ['formatted', 'Formatted'],
            ['exact', 'Exact bytes'],
          ]}
          onChange={chosen => (form.value = chosen)}
        />
        <span class="soft" role="status">
          {changed === 0 ? 'No differences.' : `${counted(changed, 'line differs', 'lines differ')}.`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
      <div class="compare" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{left.name}</th>
              <th scope="col">{right.name}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} class={row.changed ? 'is-changed' : ''}>
                <Side parts={row.left} mark="del" />
                <Side parts={row.right} mark="ins" />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A part of a line. `changed`: the other side does not have it. */
interface Part {
  readonly text: string;
  readonly changed: boolean;
}

/** One line of each side; null where a side has no corresponding line. */
interface DiffRow {
  readonly left: readonly Part[] | null;
  readonly right: readonly Part[] | null;
  readonly changed: boolean;
}

/** A longer search for the smallest difference would block the page. */
const TIMEOUT_MS = 400;

const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');

const whole = (text: string | undefined, changed: boolean): Part[] | null =>
  text === undefined ? null : [{ text, changed }];

/** Two lines that correspond, with the words in which they differ; or a line that one side alone has. */
function changedRow(left: string | undefined, right: string | undefined): DiffRow {
  const isPair = left !== undefined && right !== undefined;
  const parts = isPair ? diffWordsWithSpace(left, right, { timeout: TIMEOUT_MS }) : undefined;
  if (!parts) return { left: whole(left, true), right: whole(right, true), changed: true };
  const side = (isOther: 'added' | 'removed', isOwn: 'added' | 'removed'): Part[] =>
    parts.filter(part => !part[isOther]).map(part => ({ text: part.value, changed: part[isOwn] }));
  return { left: side('added', 'removed'), right: side('removed', 'added'), changed: true };
}

/** Lines of one side that replace lines of the other side. */
const changedRows = (left: readonly string[], right: readonly string[]): DiffRow[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    changedRow(left[index], right[index]),
  );

function sideBySide(left: string, right: string): DiffRow[] {
  const changes = diffLines(left, right, { timeout: TIMEOUT_MS });
  if (!changes) return changedRows(linesOf(left), linesOf(right));
  return changes.flatMap(({ value, removed, added }, at): DiffRow[] => {
    const [before, after] = [changes[at - 1], changes[at + 1]];
    const lines = linesOf(value);
    if (removed) return changedRows(lines, after?.added ? linesOf(after.value) : []);
    if (added) return before?.removed ? [] : changedRows([], lines);
    return lines.map(line => ({ left: whole(line, false), right: whole(line, false), changed: false }));
  });
}

function Side({ parts, mark: Mark }: { parts: readonly Part[] | null; mark: 'del' | 'ins' }) {
  if (parts === null) return <td />;
  return (
    <td>
      {parts.map((part, index) =>
        part.changed && part.text !== '' ? <Mark key={index}>{part.text}</Mark> : part.text,
      )}
    </td>
  );
}
