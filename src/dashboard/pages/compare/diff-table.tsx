import type { DiffRow, Part } from './side-by-side.ts';

interface Props {
  /** The names of the texts. */
  readonly left: string;
  readonly right: string;
  readonly rows: readonly DiffRow[];
}

function Side({ parts, kind }: { parts: readonly Part[] | null; kind: 'left' | 'right' }) {
  if (parts === null) return <td class="is-absent" />;
  const Mark = kind === 'left' ? 'del' : 'ins';
  return (
    <td>
      {parts.map((part, index) =>
        part.changed && part.text !== '' ? <Mark key={index}>{part.text}</Mark> : part.text,
      )}
    </td>
  );
}

/** Two texts side by side, with what differs. */
export function DiffTable({ left, right, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <div class="compare" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{left}</th>
            <th scope="col">{right}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ left: before, right: after, changed }, index) => (
            <tr key={index} class={changed ? 'is-changed' : ''}>
              <Side parts={before} kind="left" />
              <Side parts={after} kind="right" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
