import { useSignal } from '@preact/signals';
import { Segments } from '../../parts/field.tsx';
import { DiffTable } from './diff-table.tsx';
import { isSameJson, type Message, messageText } from './message.ts';
import { sideBySide } from './side-by-side.ts';

type Form = 'exact' | 'formatted';

interface Props {
  readonly left: Message;
  readonly right: Message;
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
      <DiffTable left={left.name} right={right.name} rows={rows} />
    </section>
  );
}
