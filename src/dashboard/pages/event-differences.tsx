import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { deliveryName } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { useResource } from '../store/resource.ts';
import { CompareSection } from './compare/compare-section.tsx';
import { type Message, sentMessage } from './compare/message.ts';

interface Props {
  readonly account: string;
  readonly event: Schemas['EventDetail'];
  /** The index of the delivery that is shown. */
  readonly at: number;
}

const messageAt = ({ deliveries }: Schemas['EventDetail'], index: number): Message =>
  sentMessage(deliveries[index]!, deliveryName(deliveries[index]!));

/** Compares a delivery with the others of its event, and with the payloads of the order's other events. */
export function Differences({ account, event, at }: Props) {
  const message = messageAt(event, at);
  const shown = event.deliveries[at]!;
  // Deliveries as they should be come first: what was altered shows against them.
  const others = event.deliveries
    .map((delivery, index) => ({ delivery, index }))
    .filter(({ index }) => index !== at)
    .sort((a, b) => Number(a.delivery.corruption !== null) - Number(b.delivery.corruption !== null));
  return (
    <section class="stack" aria-label="Differences">
      <h3>Differences</h3>
      <CompareSection
        title="Compare with another delivery of this event"
        message={message}
        others={others.map(({ index }) => messageAt(event, index))}
        isOpen={shown.corruption !== null}
      />
      <OtherPayloads account={account} event={event} message={message} />
    </section>
  );
}

/** Compares with the payloads of the order's other events, which are loaded on demand. */
function OtherPayloads({ account, event, message }: Omit<Props, 'at'> & { message: Message }) {
  const isWanted = useSignal(false);
  const order = event.order_id;
  const resource = useResource(isWanted.value ? `${account}/${order}` : null, signal =>
    api.get('/_sandbox/accounts/{account}/orders/{order}', { path: { account, order }, signal }),
  );
  if (!isWanted.value) {
    return (
      <button
        type="button"
        class="button small compare-start"
        onClick={() => {
          isWanted.value = true;
        }}
      >
        Compare with the payload of another event
      </button>
    );
  }
  return (
    <Loaded of={resource}>
      {({ timeline }) => {
        const others = timeline
          .filter(step => step.event.event_id !== event.event_id)
          .map(step => payloadMessage(step.event));
        if (others.length === 0) return <p class="soft">The order has no other event.</p>;
        const own = payloadMessage(event, message.body);
        return (
          <CompareSection
            title="Compare with the payload of another event"
            message={own}
            others={others}
            isOpen
          />
        );
      }}
    </Loaded>
  );
}

/** The payload of an event alone: headers and signatures always differ. */
const payloadMessage = (
  { event, payload }: Schemas['EventDetail'],
  body = JSON.stringify(payload),
): Message => ({
  name: event,
  headers: [],
  body,
});
