import type { Schemas } from '../api.ts';
import { EventPill, Pill, StatusPill } from '../parts/pill.tsx';
import type { Trial } from './trial.ts';

type Arrival = Schemas['Arrival'];

/** A scenario's effect on the webhooks of an order: each event with the deliveries that the receiver got. */
export function TrialWebhooks({ trial: { events, arrivals } }: { trial: Trial }) {
  return (
    <section class="stack" aria-label="Webhooks of the trial">
      <h3>What a receiver would have got</h3>
      <ul class="trial-webhooks">
        {events.map(event => (
          <li key={event.event_id}>
            <span class="row tight">
              <strong>{event.event}</strong> <EventPill event={event} />
            </span>
            <Arrived arrivals={arrivals.filter(one => concerns(one, event))} />
          </li>
        ))}
        <Others arrivals={arrivals.filter(one => !events.some(event => concerns(one, event)))} />
      </ul>
    </section>
  );
}

/** Whether an arrival is of an event. A corrupted one can name another event or none. */
const concerns = ({ event_id }: Arrival, event: Schemas['Event']): boolean => event_id === event.event_id;

function Arrived({ arrivals }: { arrivals: readonly Arrival[] }) {
  if (arrivals.length === 0) return <span class="soft">Nothing arrived.</span>;
  return (
    <ol class="stack tight">
      {arrivals.map(arrival => (
        <li key={arrival.number} class="row tight">
          <span class="faint">no. {arrival.number}</span>
          <StatusPill status={arrival.status} />
          {!arrival.signature.valid && <Pill plain tone="bad" text="not verified" />}
          {arrival.duplicate_of !== null && (
            <Pill plain tone="warn" text={`duplicate of no. ${arrival.duplicate_of}`} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Others({ arrivals }: { arrivals: readonly Arrival[] }) {
  if (arrivals.length === 0) return null;
  return (
    <li>
      <strong>With other event ids</strong>
      <Arrived arrivals={arrivals} />
    </li>
  );
}
