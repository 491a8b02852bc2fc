import type { Schemas } from '../../api.ts';
import { causeName, deliveryName, plural, timeOfDay } from '../../format.ts';
import { EventStatus } from '../../parts/event-status.tsx';
import { Instant } from '../../parts/instant.tsx';
import { OrderPill, OutcomePill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { ResendMenu } from '../event.tsx';

interface Props {
  readonly order: Schemas['OrderDetail'];
  readonly account: string;
  readonly onSent: () => Promise<void>;
}

/** The cause of a transition. */
function Cause({ step }: { step: Schemas['TimelineStep'] }) {
  const name = causeName(step.cause);
  if (name !== null) return <>{name}</>;
  return (
    <span class="break">
      {step.rule && <>{step.rule}, </>}
      <code>{step.cause}</code>
    </span>
  );
}

/** More deliveries than this are shown on demand. */
const MAX_SHOWN = 3;

function Deliveries({ event }: { event: Schemas['EventDetail'] }) {
  const list = <DeliveryList event={event} />;
  if (event.deliveries.length <= MAX_SHOWN) return list;
  return (
    <details class="attempts">
      <summary class="soft">{plural(event.deliveries.length, 'delivery', 'deliveries')}</summary>
      {list}
    </details>
  );
}

function DeliveryList({ event }: { event: Schemas['EventDetail'] }) {
  return (
    <ul class="attempts">
      {event.deliveries.map((one, index) => (
        <li key={index} class="row tight">
          <span class="faint">
            {deliveryName(one)}, {timeOfDay(one.at)}
          </span>
          <OutcomePill outcome={one.outcome} />
          <span class="soft break">{one.answer ? one.answer.status : one.error}</span>
          {one.corruption && <span class="warn">{one.corruption.name}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Each transition with its cause and the deliveries of its webhook. */
export function Transitions({ order, account, onSent }: Props) {
  return (
    <table class="plain-table">
      <caption class="visually-hidden">States of the order, with causes and webhooks</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">State</th>
          <th scope="col">Cause</th>
          <th scope="col">Webhook</th>
          <th scope="col">
            <span class="visually-hidden">Resend</span>
          </th>
        </tr>
      </thead>
      <tbody>
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
              <Deliveries event={step.event} />
            </td>
            <td class="num">
              <ResendMenu account={account} eventId={step.event.event_id} onSent={onSent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
