import { timeOfDay } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { account } from '../../store/account.ts';
import { nowMs } from '../../store/clock.ts';
import { type Drop, LANES, river } from '../../store/river.ts';

const LISTED = 12;
/** The window of a running clock, in real time. */
const WINDOW_REAL_MS = 60_000;
const LEAST_WINDOW_MS = 60_000;

/** The instants that the picture shows: the last minute of real time, or with a stopped clock what happened last. */
function windowOf(drops: readonly Drop[], now: number): { fromMs: number; lengthMs: number } {
  const speed = account.value?.clock.speed ?? 0;
  const oldest = drops.at(-1)?.atMs ?? now;
  const lengthMs =
    speed > 0
      ? Math.max(LEAST_WINDOW_MS, WINDOW_REAL_MS * speed)
      : Math.max(LEAST_WINDOW_MS, (now - oldest) * 1.05);
  return { fromMs: now - lengthMs, lengthMs };
}

/** A live view of happenings: a picture with one lane for each kind, and the latest as a list. */
export function River() {
  const drops = river.value;
  return (
    <Card title="Happening now" actions={<span class="faint">newest at the right</span>} flush>
      <RiverPicture drops={drops} />
      {drops.length === 0 ? (
        <p class="inside-pad soft">Requests, orders and webhooks appear here as they happen.</p>
      ) : (
        <ol class="river-list" aria-label="Latest events">
          {drops.slice(0, LISTED).map(drop => (
            <li key={drop.id} class={`tone-${drop.tone}`}>
              <time dateTime={new Date(drop.atMs).toISOString()}>{timeOfDay(drop.atMs)}</time>
              <a class="clip" href={drop.href} title={drop.text}>
                {drop.text}
              </a>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const LANE_PX = 24;

/** The picture repeats the list, so that keyboards and screen readers skip it. */
function RiverPicture({ drops }: { drops: readonly Drop[] }) {
  const now = nowMs.value;
  if (now === null) return null;
  const { fromMs, lengthMs } = windowOf(drops, now);
  const shown = drops.filter(({ atMs }) => atMs >= fromMs && atMs <= now + 1_000);
  return (
    <div class="river" aria-hidden="true">
      <div class="river-names">
        {LANES.map(lane => (
          <span key={lane}>{lane}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden, see above. */}
      <svg width="100%" height={LANES.length * LANE_PX}>
        {LANES.map((lane, index) => {
          const y = (index + 0.5) * LANE_PX;
          return <line key={lane} x1="0" x2="100%" y1={y} y2={y} class="river-lane" />;
        })}
        {shown.map(({ id, lane, tone, text, atMs, href }) => (
          <a key={id} href={href} tabindex={-1}>
            <circle
              class={`tone-${tone}`}
              cx={`${(Math.min(1, (atMs - fromMs) / lengthMs) * 98.5).toFixed(2)}%`}
              cy={(LANES.indexOf(lane) + 0.5) * LANE_PX}
              r="5"
            >
              <title>{`${timeOfDay(atMs)} ${text}`}</title>
            </circle>
          </a>
        ))}
      </svg>
    </div>
  );
}
