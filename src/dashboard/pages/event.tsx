import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { capitalize, deliveryName, plural, timeOfDay } from '../format.ts';
import { Facts } from '../parts/card.tsx';
import { Code } from '../parts/code.tsx';
import { EventStatus } from '../parts/event-status.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { outcomeTone } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { CompareSection } from './compare/compare-section.tsx';
import { type Message, sentMessage } from './compare/message.ts';
import { DeliveryView } from './delivery-view.tsx';
import { ResendMenu } from './resend-menu.tsx';

type Detail = Schemas['EventDetail'];

/** One event: its state and each delivery with its request and response. */
export function EventDetail({ account, eventId }: { account: string; eventId: string }) {
  const resource = useResource(
    `${account}/${eventId}`,
    signal =>
      api.get('/_sandbox/accounts/{account}/events/{event_id}', {
        path: { account, event_id: eventId },
        signal,
      }),
    event => event.type === 'happening' && event.data.event_id === eventId,
  );
  return (
    <Loaded of={resource}>
      {event => <EventContent event={event} account={account} reload={resource.reload} />}
    </Loaded>
  );
}

interface ContentProps {
  readonly event: Detail;
  readonly account: string;
  readonly reload: () => Promise<void>;
}

function EventContent({ event, account, reload }: ContentProps) {
  return (
    <>
      <div class="title">
        <h2 class="big">{event.event}</h2>
        <EventStatus event={event} />
        <div class="actions">
          <ResendMenu account={account} eventId={event.event_id} onSent={reload} />
        </div>
      </div>
      <Facts
        rows={[
          [
            'Order',
            <a href={linkTo(account, 'orders', event.order_id)}>{event.external_id ?? event.order_id}</a>,
          ],
          ['Created', <Instant at={event.created_at} whole />],
          [
            'Next attempt',
            event.next_attempt ? (
              <>
                {event.next_attempt.number} of {event.next_attempt.of}, at{' '}
                <Instant at={event.next_attempt.at} />
              </>
            ) : (
              'none'
            ),
          ],
          ['Event ID', <code class="break">{event.event_id}</code>, 'wide'],
        ]}
      />
      {event.deliveries.length > 0 ? (
        <Deliveries key={event.event_id} event={event} />
      ) : (
        <NotSent event={event} />
      )}
    </>
  );
}

function Deliveries({ event }: { event: Detail }) {
  const chosen = useSignal<number | null>(null);
  const { deliveries } = event;
  const at = Math.min(chosen.value ?? deliveries.length - 1, deliveries.length - 1);
  const delivery = deliveries[at]!;
  const secret = accountSignal.value?.webhook.secret ?? '';
  return (
    <>
      <fieldset class="attempt-tabs" aria-label={plural(deliveries.length, 'delivery', 'deliveries')}>
        {deliveries.map((one, index) => (
          <button
            key={index}
            type="button"
            aria-pressed={index === at}
            class={`attempt-tab tone-${outcomeTone(one.outcome)}`}
            onClick={() => {
              chosen.value = index;
            }}
          >
            {capitalize(deliveryName(one))}
            <span class="faint">{timeOfDay(one.at)}</span>
          </button>
        ))}
      </fieldset>
      <DeliveryView key={at} delivery={delivery} secret={secret} />
      <Differences key={`differences-${at}`} event={event} at={at} />
    </>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  unsent: 'No destination was configured when the event occurred. Configure one, then resend the event.',
  dropped: 'A scenario dropped the event: the service treats it as delivered.',
  waiting: 'Waiting for the first attempt of the order’s previous event.',
  held: 'A scenario holds the event until another event is delivered.',
};

function NotSent({ event }: { event: Detail }) {
  return (
    <>
      <div class="note tone-mute">
        <strong>No delivery attempt was made.</strong>
        <span>{REASONS[event.state] ?? 'The first attempt is scheduled or in progress.'}</span>
      </div>
      <h3>Payload</h3>
      <Code name="Payload" text={JSON.stringify(event.payload, null, 2)} />
    </>
  );
}

interface DifferencesProps {
  readonly event: Detail;
  /** The index of the delivery that is shown. */
  readonly at: number;
}

const messageAt = ({ deliveries }: Detail, index: number): Message =>
  sentMessage(deliveries[index]!, deliveryName(deliveries[index]!));

/** Compares a delivery with the others of its event. */
function Differences({ event, at }: DifferencesProps) {
  const message = messageAt(event, at);
  const shown = event.deliveries[at]!;
  // Deliveries as they should be come first: what was altered shows against them.
  const others = event.deliveries
    .map((delivery, index) => ({ delivery, index }))
    .filter(({ index }) => index !== at)
    .sort((a, b) => Number(a.delivery.corruption !== null) - Number(b.delivery.corruption !== null));
  if (others.length === 0) return null;
  return (
    <section class="stack" aria-label="Differences">
      <h3>Differences</h3>
      <CompareSection
        title="Compare with another delivery of this event"
        message={message}
        others={others.map(({ index }) => messageAt(event, index))}
        isOpen={shown.corruption !== null}
      />
    </section>
  );
}
