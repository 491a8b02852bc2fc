import type { Evidence } from '../../../judge/diagram/steps.ts';
import type { Schemas } from '../../api.ts';
import { deliveryName, span, timeOfDay } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { EventStatus } from '../../parts/event-status.tsx';
import { outcomeTone } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { linkOf, useBytesDialog } from './bytes-dialog.tsx';
import { type Lane, type LaneMark, layOutLanes, type PlannedMark } from './lane-layout.ts';

const MARK_PX = 14;
/** Marks at about the same place take at most so much width, however many they are. */
const WIDEST_CLUSTER_PX = 180;

/** Returns where something on the axis is, as a CSS length. Clusters in the later half get room at its end. */
function placing(lanes: readonly Lane[]): (place: { x: number; shift?: number }) => string {
  const marks = lanes.flatMap(lane => lane.marks);
  const largest = Math.max(1, ...marks.map(({ shift }) => shift));
  const markPx = Math.min(MARK_PX, WIDEST_CLUSTER_PX / largest);
  const roomPx = markPx * Math.max(0, ...marks.filter(({ x }) => x > 50).map(({ shift }) => shift));
  return ({ x, shift = 0 }) =>
    `calc(${x.toFixed(2)}% + ${(shift * markPx - (x / 100) * roomPx).toFixed(1)}px)`;
}

/** A delivery in words: `attempt 2: 500, 00:00:05`. */
function describe({ delivery }: LaneMark): string {
  const { event, answer, outcome, at, corruption } = delivery;
  const response = answer ? `${answer.status}` : outcome;
  const spoiled = corruption ? `, ${corruption.name}` : '';
  return `${event}, ${deliveryName(delivery)}${spoiled}: ${response}, ${timeOfDay(at)}`;
}

interface TrackProps {
  readonly account: string;
  readonly lane: Lane;
  readonly leftOf: ReturnType<typeof placing>;
  readonly onOpen: (evidence: Evidence) => void;
}

interface PlannedProps {
  readonly planned: PlannedMark;
  readonly event: string;
  readonly left: string;
}

function Planned({ planned, event, left }: PlannedProps) {
  const label = `${event}, attempt ${planned.number}: due ${timeOfDay(planned.at)} if the ones before fail`;
  return (
    <span class="lane-mark is-ahead tone-mute" role="img" aria-label={label} title={label} style={{ left }} />
  );
}

function Track({ account, lane: { event, marks, planned }, leftOf, onOpen }: TrackProps) {
  const last = marks.at(-1);
  const end = planned.at(-1);
  const tone = event.state === 'exhausted' ? 'bad' : event.acknowledged ? 'good' : 'warn';
  return (
    <div class={`lane-track tone-${tone}`}>
      {end && <span class="lane-span is-ahead" style={{ width: leftOf(end) }} />}
      {last && <span class="lane-span" style={{ width: leftOf(last) }} />}
      {marks.map(mark => {
        const evidence: Evidence = { kind: 'delivery', eventId: event.event_id, index: mark.index };
        return (
          <a
            key={mark.index}
            href={linkOf(account, evidence)}
            class={`lane-mark tone-${outcomeTone(mark.delivery.outcome)} ${mark.delivery.kind === 'attempt' ? '' : 'is-extra'}`}
            style={{ left: leftOf(mark) }}
            title={describe(mark)}
            onClick={click => {
              if (click.ctrlKey || click.metaKey || click.shiftKey) return;
              click.preventDefault();
              onOpen(evidence);
            }}
          >
            <span class="visually-hidden">{describe(mark)}</span>
          </a>
        );
      })}
      {planned.map(one => (
        <Planned key={one.number} planned={one} event={event.event} left={leftOf(one)} />
      ))}
    </div>
  );
}

/** The attempts to deliver each event of an order, one lane per event, with the retries to come. */
export function AttemptLanes({ order, account }: { order: Schemas['OrderDetail']; account: string }) {
  const [open, dialog] = useBytesDialog({ account, order });
  const events = order.timeline.map(({ event }) => event);
  const { lanes, ticks } = layOutLanes(events);
  const leftOf = placing(lanes);
  if (!events.some(({ deliveries, planned_attempts }) => deliveries.length + planned_attempts.length > 0)) {
    return null;
  }
  return (
    <Card title="Delivery attempts, by time since the event" flush>
      <div class="lanes">
        {lanes.map(lane => (
          <div class="lane" key={lane.event.event_id}>
            <a class="lane-name" href={linkTo(account, 'webhooks', lane.event.event_id)}>
              {lane.event.event}
            </a>
            <Track account={account} lane={lane} leftOf={leftOf} onOpen={open} />
            <span class="lane-end">
              <EventStatus event={lane.event} />
            </span>
          </div>
        ))}
        <div class="lane" aria-hidden="true">
          <div class="lane-axis">
            {ticks.map(({ x, ms, isMinor }) => (
              <span key={ms} class={`lane-tick ${isMinor ? 'is-minor' : ''}`} style={{ left: leftOf({ x }) }}>
                {ms === 0 ? '0' : span(ms)}
              </span>
            ))}
          </div>
        </div>
      </div>
      {dialog}
    </Card>
  );
}
