import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { orderDiagram } from '../../../judge/diagram/order-diagram.ts';
import { diagramMermaid, diagramSvg } from '../../../judge/diagram/render.ts';
import { type Diagram, type Evidence, readOrderRecord } from '../../../judge/diagram/steps.ts';

import type { Schemas } from '../../api.ts';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { saveFile } from '../../save-file.ts';
import type { LiveEvent } from '../../store/live.ts';
import { useResource } from '../../store/resource.ts';
import '../../styles/diagram.css';
import { useBytesDialog } from './bytes-dialog.tsx';
import { DiagramPicture } from './diagram-picture.tsx';
import { recordReader } from './record-reader.ts';

interface Props {
  readonly account: string;
  readonly order: Schemas['OrderDetail'];
}

/** A request that concerns the order or gives its external_id, or an advance. */
function concerns({ id, external_id }: Schemas['OrderDetail'], event: LiveEvent): boolean {
  if (event.type === 'finding') return false;
  return event.type === 'request'
    ? event.data.orders.includes(id) || event.data.external_ids.includes(external_id ?? '')
    : event.data.kind === 'account' && event.data.change === 'clock';
}

/** The sequence diagram of an order: who sent what to whom. */
export function DiagramCard({ account, order }: Props) {
  const resource = useResource(
    `${account}/${order.id}`,
    signal => readOrderRecord(order, recordReader(account, signal)),
    event => concerns(order, event),
  );
  // The page has loaded the order again; the lists must not be older than it.
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current !== order) resource.reload();
    shown.current = order;
  }, [order]);
  const isWhole = useSignal(false);
  return (
    <Loaded of={resource}>
      {record => {
        const current = { ...record, order };
        const folded = orderDiagram(current);
        const hasFolds = folded.steps.some(step => step.kind === 'arrow' && step.evidence.length > 1);
        return (
          <DiagramView
            account={account}
            order={order}
            diagram={isWhole.value ? orderDiagram(current, false) : folded}
            whole={hasFolds ? isWhole : null}
          />
        );
      }}
    </Loaded>
  );
}

interface ViewProps extends Props {
  readonly diagram: Diagram;
  /** Whether repetitions are drawn one by one; null if there are none. */
  readonly whole: { value: boolean } | null;
}

function DiagramView({ account, order, diagram, whole }: ViewProps) {
  const [openBytes, dialog] = useBytesDialog({ account, order });
  const open = (evidence: readonly Evidence[]): void => {
    if (evidence.length > 1 && whole) whole.value = true;
    else if (evidence[0]) openBytes(evidence[0]);
  };
  return (
    <Card
      title="Sequence"
      flush
      actions={
        <>
          {whole && (
            <button
              type="button"
              class="button small"
              aria-pressed={whole.value}
              onClick={() => {
                whole.value = !whole.value;
              }}
            >
              {whole.value ? 'Fold repetitions' : 'Show every attempt'}
            </button>
          )}
          <CopyButton text={diagramMermaid(diagram)} name="Copy as Mermaid" label="Mermaid" />
          <button
            type="button"
            class="button small"
            onClick={() => saveFile(`order-${order.id}.svg`, diagramSvg(diagram), 'image/svg+xml')}
          >
            <Icon name="save" /> Save as SVG
          </button>
        </>
      }
    >
      <DiagramPicture diagram={diagram} bytes={{ account, onOpen: open }} />
      {dialog}
    </Card>
  );
}
