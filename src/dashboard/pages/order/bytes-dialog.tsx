import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Evidence } from '../../../judge/diagram/steps.ts';
import type { Schemas } from '../../api.ts';
import { capitalize, deliveryName } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { DeliveryView } from '../delivery-view.tsx';
import { RequestDetail } from '../request-detail.tsx';

/** The page of a request, or of the event of a delivery. */
export const linkOf = (account: string, evidence: Evidence): string =>
  evidence.kind === 'request'
    ? linkTo(account, 'requests', evidence.id)
    : linkTo(account, 'webhooks', evidence.eventId);

interface Subject {
  readonly account: string;
  readonly order: Schemas['OrderDetail'];
}

interface Props extends Subject {
  readonly evidence: Evidence;
  readonly onClose: () => void;
}

/** The bytes of a request or delivery, above the picture that it belongs to. */
function BytesDialog({ account, order, evidence, onClose }: Props) {
  const page = evidence.kind === 'request' ? 'Requests' : 'Webhooks';
  const delivery = deliveryOf(order, evidence);
  const title = delivery
    ? `${delivery.event}, ${deliveryName(delivery)}`
    : capitalize(evidence.kind === 'request' ? `request ${evidence.id}` : 'delivery');
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <a href={linkOf(account, evidence)}>Open in {page}</a>
      </p>
      {evidence.kind === 'request' && <RequestDetail account={account} request={evidence.id} />}
      {delivery && <DeliveryView delivery={delivery} secret={accountSignal.value?.webhook.secret ?? ''} />}
    </Dialog>
  );
}

function deliveryOf({ timeline }: Schemas['OrderDetail'], evidence: Evidence): Schemas['Delivery'] | null {
  if (evidence.kind === 'request') return null;
  const step = timeline.find(({ event }) => event.event_id === evidence.eventId);
  return step?.event.deliveries[evidence.index] ?? null;
}

/** A function that opens the bytes of a request or delivery, and the dialog, which is null while it is closed. */
export function useBytesDialog(subject: Subject): [open: (evidence: Evidence) => void, ComponentChildren] {
  const opened = useSignal<Evidence | null>(null);
  const dialog = opened.value && (
    <BytesDialog
      {...subject}
      evidence={opened.value}
      onClose={() => {
        opened.value = null;
      }}
    />
  );
  const open = (evidence: Evidence): void => {
    opened.value = evidence;
  };
  return [open, dialog];
}
