import { useSignal } from '@preact/signals';
import { CORRUPTIONS, type Corruption } from '../../core/scenario/rule-effects.ts';
import { forAccount, type Schemas } from '../control-api.ts';
import { capitalize, counted, deliveryName, latency, timeOfDay } from '../format.ts';
import { Button, Facts, Icon, Instant, Note, Section } from '../parts/basics.tsx';
import { Body, Code, Headers, HttpMessage } from '../parts/code.tsx';
import { Menu, Option } from '../parts/dialog-and-menu.tsx';
import { Loaded } from '../parts/loading.tsx';
import { EventStatus, OutcomePill, outcomeTone, StatusPill } from '../parts/pill.tsx';
import { linkTo, type PageProps } from '../routes.ts';
import { useResource } from '../store/resource.ts';
import { attempt, showToast, useTask } from '../store/tasks-and-toasts.ts';
import { Compare, Comparison, sentMessage } from './compare-card.tsx';
import { SignatureCheck } from './signature-check.tsx';

type Event = Schemas['EventDetail'];
type Delivery = Schemas['Delivery'];

/** One event: its state and each delivery with its request and response. */
export function EventDetail({ account, id }: PageProps) {
  const resource = useResource(
    `${account}/${id}`,
    signal => forAccount(account).get('/events/{event_id}', { path: { event_id: id! }, signal }),
    ({ type, data }) => type === 'happening' && data.event_id === id,
  );
  const content = (event: Event) => (
    <>
      <div class="title">
        <h2>{event.event}</h2>
        <EventStatus event={event} />
        <div class="row actions">
          <ResendMenu account={account} eventId={event.event_id} onSent={resource.reload} />
        </div>
      </div>
      <Facts
        rows={[
          ['Order', <a href={linkTo('orders', event.order_id)}>{event.external_id ?? event.order_id}</a>],
          ['Created', <Instant at={event.created_at} whole />],
          ['Event ID', <code class="break">{event.event_id}</code>, 'wide'],
        ]}
      />
      {event.deliveries.length > 0 ? (
        <Deliveries key={event.event_id} deliveries={event.deliveries} />
      ) : (
        <>
          <Note tone="mute" title="No delivery attempt was made.">
            <span>{REASONS[event.state] ?? 'The first attempt is scheduled or in progress.'}</span>
          </Note>
          <h3>Payload</h3>
          <Code name="Payload" text={JSON.stringify(event.payload, null, 2)} />
        </>
      )}
    </>
  );
  return <Loaded of={resource}>{content}</Loaded>;
}

const REASONS: Readonly<Record<string, string>> = {
  unsent: 'No destination was configured when the event occurred. Configure one, then resend the event.',
  dropped: 'A scenario dropped the event: the service treats it as delivered.',
  waiting: 'Waiting for the first attempt of the order’s previous event.',
  held: 'A scenario holds the event until another event is delivered.',
};

function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const chosen = useSignal(Number.POSITIVE_INFINITY);
  const at = Math.min(chosen.value, deliveries.length - 1);
  const shown = deliveries[at]!;
  // Genuine deliveries come first: a corruption is best seen in comparison with one.
  const others = deliveries
    .filter(one => one !== shown)
    .sort((a, b) => Number(a.corruption !== null) - Number(b.corruption !== null));
  return (
    <>
      <fieldset class="segments" aria-label={counted(deliveries.length, 'delivery', 'deliveries')}>
        {deliveries.map((one, index) => (
          <button
            key={index}
            type="button"
            aria-pressed={index === at}
            onClick={() => (chosen.value = index)}
          >
            <span class={outcomeTone(one.outcome)}>{capitalize(deliveryName(one))}</span>{' '}
            <span class="soft">{timeOfDay(one.at)}</span>
          </button>
        ))}
      </fieldset>
      <DeliveryView key={at} delivery={shown} />
      {others.length > 0 && <Differences key={`differences-${at}`} shown={shown} others={others} />}
    </>
  );
}

/** Compares a delivery with another one of its event. */
function Differences({ shown, others }: { shown: Delivery; others: readonly Delivery[] }) {
  const isOpen = useSignal(shown.corruption !== null);
  const chosen = useSignal('0');
  const messages = others.map(sentMessage);
  const other = messages[Number(chosen.value)] ?? messages[0]!;
  return (
    <Compare
      title="Compare with another delivery of this event"
      isOpen={isOpen}
      options={messages.map(({ name }, index) => [String(index), name])}
      chosen={chosen}
    >
      <Comparison key={other.name} left={other} right={sentMessage(shown)} />
    </Compare>
  );
}

/** One delivery: the request that was sent, its signature check and the response. */
export function DeliveryView({ delivery }: { delivery: Delivery }) {
  const { answer, sent, corruption, outcome, error, rule } = delivery;
  return (
    <>
      <div class="row">
        <OutcomePill outcome={outcome} />
        <span class="soft break">
          POST <code>{delivery.url}</code> in {latency(delivery.duration_ms)}
        </span>
      </div>
      {error && (
        <Note tone="bad" title="Why it failed">
          <span class="break">{error}</span>
        </Note>
      )}
      {corruption && (
        <Note tone="warn" title={`Deliberately corrupted: ${corruption.name}`}>
          <span>{corruption.explanation}</span>
        </Note>
      )}
      {rule && (
        <p class="soft">
          Changed by the rule at <code class="break">{rule}</code>
        </p>
      )}
      {answer ? (
        <HttpMessage
          title="Response"
          beside={<StatusPill status={answer.status} />}
          headers={Object.entries(answer.headers)}
          body={answer.body}
        />
      ) : (
        <Section title="Response">
          <p class="soft">No response was received.</p>
        </Section>
      )}
      <Section
        title="Request"
        beside={<span class="soft">{new TextEncoder().encode(sent.body).length} bytes</span>}
      >
        <Headers headers={Object.entries(sent.headers)} />
        <figure class="code" aria-label="Exact request body">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
          <pre tabIndex={0}>{sent.body}</pre>
        </figure>
        <details>
          <summary class="soft">Formatted</summary>
          <Body name="Formatted request body" text={sent.body} />
        </details>
      </Section>
      <SignatureCheck body={sent.body} headers={sent.headers} />
    </>
  );
}

interface ResendProps {
  readonly account: string;
  readonly eventId: string;
  readonly onSent: () => Promise<void>;
}

/** Resends the webhook of an event, unchanged or corrupted. */
export function ResendMenu({ account, eventId, onSent }: ResendProps) {
  const task = useTask();
  const resend = (body: { corrupt?: Corruption }): Promise<void> =>
    task.run(async () => {
      const input = { path: { event_id: eventId }, body };
      await attempt(async () =>
        showToast(...resendResult(await forAccount(account).post('/events/{event_id}/resend', input))),
      );
      // Clicks during the reload of the page are carried out.
      void onSent();
    });
  return (
    <span class="row nowrap tight">
      <Button icon="again" look="small" aria-busy={task.isBusy} onClick={() => resend({})}>
        Resend
      </Button>
      <Menu small name="Resend corrupted" label={<Icon name="warn" />}>
        <span class="tail">Resend corrupted</span>
        {CORRUPTIONS.map(corrupt => (
          <Option key={corrupt} onClick={() => resend({ corrupt })}>
            {corrupt}
          </Option>
        ))}
      </Menu>
    </span>
  );
}

/**
 * The result of a resend, which is bad if a genuine webhook is not acknowledged or a forged one is not refused with
 * 4xx.
 */
function resendResult(delivery: Delivery): [text: string, isBad: boolean] {
  const { event, outcome, answer, error, corruption } = delivery;
  const status = answer?.status ?? 0;
  const isForged = corruption?.verifies === false;
  const isBad = isForged ? status < 400 || status >= 500 : outcome !== 'acknowledged';
  const resent = `${event} resent${corruption ? ` with ${corruption.name}` : ''}`;
  const result = answer ? `${outcome} with ${status}` : `${outcome}, ${error ?? ''}`;
  const verdict = isBad ? '. It must refuse forged webhooks with a 4xx' : ', as it should be';
  return [`${resent}: ${result}${isForged ? verdict : ''}.`, isBad];
}
