import { useSignal } from '@preact/signals';
import type { Diagram, Evidence, OrderRecord } from '../../../judge/diagram/diagram-model.ts';
import { orderDiagram } from '../../../judge/diagram/order-diagram.ts';
import { diagramMermaid, diagramSvg } from '../../../judge/diagram/render-diagram.ts';
import { deliveryName } from '../../format.ts';
import { Button, Card, Icon } from '../../parts/basics.tsx';
import { Dialog, Menu, Option } from '../../parts/dialog-and-menu.tsx';
import { saveFile } from '../../save-file.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';
import { DeliveryView } from '../event.tsx';
import { RequestDetail } from '../requests.tsx';
import { DiagramPicture, linkOf } from './diagram-picture.tsx';
import { saveHtml, savePng } from './save-diagram.ts';

interface Props {
  readonly account: string;
  readonly record: OrderRecord;
}

/** The sequence diagram of an order: who sent what to whom, and what the client knew. */
export function DiagramCard({ account, record }: Props) {
  const isWhole = useSignal(false);
  const opened = useSignal<Evidence | null>(null);
  const folded = orderDiagram(record);
  const hasFolds = folded.steps.some(step => step.kind === 'arrow' && step.evidence.length > 1);
  const diagram = hasFolds && isWhole.value ? orderDiagram(record, false) : folded;
  const open = (evidence: readonly Evidence[]): void => {
    if (evidence.length > 1) isWhole.value = true;
    else opened.value = evidence[0] ?? null;
  };
  return (
    <Card
      title="What happened, and what the client knew"
      flush
      actions={
        <>
          {hasFolds && (
            <Button
              look="small"
              aria-pressed={isWhole.value}
              onClick={() => (isWhole.value = !isWhole.value)}
            >
              {isWhole.value ? 'Fold repetitions' : 'Show every attempt'}
            </Button>
          )}
          <ShareMenu account={account} record={record} diagram={diagram} />
        </>
      }
    >
      <DiagramPicture diagram={diagram} onOpen={open} />
      {opened.value && (
        <BytesDialog
          account={account}
          record={record}
          evidence={opened.value}
          onClose={() => (opened.value = null)}
        />
      )}
    </Card>
  );
}

function ShareMenu({ account, record, diagram }: Props & { diagram: Diagram }) {
  const name = `order-${record.order.id}`;
  const copy = (text: string) => () => attempt(() => navigator.clipboard.writeText(text), 'Copied');
  const ways: readonly (readonly [text: string, share: () => unknown])[] = [
    ['Copy link', copy(location.href)],
    ['Copy as Mermaid', copy(diagramMermaid(diagram))],
    ['Save as HTML', () => attempt(() => saveHtml(account, name, record, diagram))],
    ['Save as PNG', () => attempt(() => savePng(name, diagram))],
    ['Save as SVG', () => saveFile(`${name}.svg`, diagramSvg(diagram), 'image/svg+xml')],
  ];
  return (
    <Menu
      small
      name="Share"
      label={
        <>
          <Icon name="download" /> Share
        </>
      }
    >
      {ways.map(([text, share]) => (
        <Option key={text} onClick={() => void share()}>
          {text}
        </Option>
      ))}
    </Menu>
  );
}

interface BytesProps extends Props {
  readonly evidence: Evidence;
  readonly onClose: () => void;
}

function BytesDialog({ account, record, evidence, onClose }: BytesProps) {
  if (evidence.kind === 'request') {
    return (
      <Dialog title={`Request ${evidence.id}`} onClose={onClose}>
        <p>
          <a href={linkOf(evidence)}>Open in Requests</a>
        </p>
        <RequestDetail account={account} request={evidence.id} />
      </Dialog>
    );
  }
  const step = record.order.timeline.find(({ event }) => event.event_id === evidence.eventId);
  const delivery = step?.event.deliveries[evidence.index];
  if (!delivery) return null;
  return (
    <Dialog title={`${delivery.event}, ${deliveryName(delivery)}`} onClose={onClose}>
      <p>
        <a href={linkOf(evidence)}>Open in Webhooks</a>
      </p>
      <DeliveryView delivery={delivery} />
    </Dialog>
  );
}
