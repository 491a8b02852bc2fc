import type { Evidence } from '../../../diagram/steps.ts';
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

interface Props {
  readonly account: string;
  readonly order: Schemas['OrderDetail'];
  readonly evidence: Evidence;
  readonly onClose: () => void;
}

/** The bytes of a request or delivery, above the picture that it belongs to. */
export function BytesDialog({ account, order, evidence, onClose }: Props) {
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
