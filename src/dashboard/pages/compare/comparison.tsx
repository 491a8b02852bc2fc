import { useSignal } from '@preact/signals';
import { Segments } from '../../parts/field.tsx';
import '../../styles/compare.css';
import { isSameJson, type Message, messageText } from './message.ts';
import { type DiffRow, type Part, sideBySide } from './side-by-side.ts';

type Form = 'exact' | 'formatted';

interface Props {
  readonly left: Message;
  readonly right: Message;
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

function Rows({ rows }: { rows: readonly DiffRow[] }) {
  return rows.map(({ left, right, changed }, index) => (
    <tr key={index} class={changed ? 'is-changed' : ''}>
      <Side parts={left} kind="left" />
      <Side parts={right} kind="right" />
    </tr>
  ));
}

/** Two messages side by side, with what differs. */
export function Comparison({ left, right }: Props) {
  const form = useSignal<Form>(isSameJson(left, right) ? 'exact' : 'formatted');
  const isFormatted = form.value === 'formatted';
  const rows = sideBySide(messageText(left, isFormatted), messageText(right, isFormatted));
  const changed = rows.filter(row => row.changed).length;
  return (
    <section class="stack" aria-label={`${left.name} compared with ${right.name}`}>
      <div class="row">
        <Segments<Form>
          label="Form of the bodies"
          value={form.value}
          options={[
            ['formatted', 'Formatted'],
            ['exact', 'Exact bytes'],
          ]}
          onChange={chosen => {
            form.value = chosen;
          }}
        />
        <span class="soft" role="status">
          {changed === 0
            ? 'No differences.'
            : `${changed} ${changed === 1 ? 'line differs' : 'lines differ'}.`}
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
            <Rows rows={rows} />
          </tbody>
        </table>
      </div>
    </section>
  );
}
