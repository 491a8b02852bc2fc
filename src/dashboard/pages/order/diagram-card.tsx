import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Diagram, Evidence, OrderRecord } from '../../../judge/diagram/diagram-model.ts';
import { orderDiagram } from '../../../judge/diagram/order-diagram.ts';
import { diagramMermaid } from '../../../judge/diagram/render.ts';
import type { Schemas } from '../../api.ts';
import { deliveryName } from '../../format.ts';
import { Button, Card, Icon } from '../../parts/basics.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Dialog, Menu, Option } from '../../parts/popups.tsx';
import { attempt } from '../../store/actions.ts';
import type { LiveEvent } from '../../store/live.ts';
import { useResource } from '../../store/resource.ts';
import { DeliveryView } from '../event.tsx';
import { RequestDetail } from '../requests.tsx';
import { DiagramPicture, linkOf } from './diagram-picture.tsx';
import { recordOf, saveHtml, savePng, saveSvg } from './share.ts';

type Order = Schemas['OrderDetail'];

interface Props {
  readonly account: string;
  readonly order: Order;
}

/** A request that concerns the order or gives its external_id, or an advance. */
function concerns({ id, external_id }: Order, event: LiveEvent): boolean {
  if (event.type === 'finding') return false;
  return event.type === 'request'
    ? event.data.orders.includes(id) || event.data.external_ids.includes(external_id ?? '')
    : event.data.kind === 'account' && event.data.change === 'clock';
}

/** The sequence diagram of an order: who sent what to whom, and what the client knew. */
export function DiagramCard({ account, order }: Props) {
  const resource = useResource(
    `${account}/${order.id}`,
    signal => recordOf(account, order, signal),
    event => concerns(order, event),
  );
  // The page has loaded the order again; the lists must not be older than it.
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current !== order) resource.reload();
    shown.current = order;
  }, [order]);
  return (
    <Loaded of={resource} lines={10}>
      {record => <DiagramView account={account} record={{ ...record, order }} />}
    </Loaded>
  );
}

function DiagramView({ account, record }: { account: string; record: OrderRecord }) {
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
          order={record.order}
          evidence={opened.value}
          onClose={() => (opened.value = null)}
        />
      )}
    </Card>
  );
}

interface ShareProps {
  readonly account: string;
  readonly record: OrderRecord;
  readonly diagram: Diagram;
}

/** The ways to show an order to someone else: copied, or saved as a file. */
function ShareMenu({ account, record, diagram }: ShareProps) {
  const name = `order-${record.order.id}`;
  const copy = (text: string) => () => attempt(() => navigator.clipboard.writeText(text), 'Copied');
  const ways: readonly (readonly [text: string, share: () => unknown])[] = [
    ['Copy link', copy(location.href)],
    ['Copy as Mermaid', copy(diagramMermaid(diagram))],
    ['Save as HTML', () => attempt(() => saveHtml(account, name, record, diagram))],
    ['Save as PNG', () => attempt(() => savePng(name, diagram))],
    ['Save as SVG', () => saveSvg(name, diagram)],
  ];
  return (
    <Menu
      small
      name="Share"
      label={
        <>
          <Icon name="save" /> Share
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

/** The bytes of a request or delivery, above the picture. */
function BytesDialog({ account, order, evidence, onClose }: BytesProps) {
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
  const step = order.timeline.find(({ event }) => event.event_id === evidence.eventId);
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
