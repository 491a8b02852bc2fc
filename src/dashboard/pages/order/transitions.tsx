import type { Schemas } from '../../api.ts';
import { causeName } from '../../format.ts';
import { Table } from '../../parts/card.tsx';
import { EventStatus } from '../../parts/event-status.tsx';
import { OrderPill } from '../../parts/pill.tsx';
import { Instant } from '../../parts/text.tsx';
import { linkTo } from '../../routes.ts';
import { ResendMenu } from '../event.tsx';

interface Props {
  readonly order: Schemas['OrderDetail'];
  readonly account: string;
  readonly onSent: () => Promise<void>;
}

/** The cause of a transition. */
function Cause({ step: { cause, rule } }: { step: Schemas['TimelineStep'] }) {
  const name = causeName(cause);
  if (name !== null) return <>{name}</>;
  return (
    <span class="break">
      {rule && <>{rule}, </>}
      <code>{cause}</code>
    </span>
  );
}

/** Each transition with its cause and its webhook. */
export function Transitions({ order, account, onSent }: Props) {
  return (
    <Table
      caption="States of the order, with causes and webhooks"
      columns={['Time', 'State', 'Cause', 'Webhook', '']}
    >
      {order.timeline.map(step => (
        <tr key={step.event.event_id}>
          <td>
            <Instant at={step.at} />
          </td>
          <td>
            <OrderPill status={step.status} />
          </td>
          <td class="cause">
            <Cause step={step} />
          </td>
          <td>
            <div>
              <a href={linkTo(account, 'webhooks', step.event.event_id)}>{step.event.event}</a>
            </div>
            <EventStatus event={step.event} />
          </td>
          <td class="num">
            <ResendMenu account={account} eventId={step.event.event_id} onSent={onSent} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
