import { forAccount, type Schemas } from '../control-api.ts';
import { dayAndTime, grouped, span } from '../format.ts';
import { account, accountName } from '../store/account.ts';
import { advance, advancing, isChangingMode, nowMs, setMode, toggleClock } from '../store/clock.ts';
import { connection } from '../store/live.ts';
import { useResource } from '../store/resource.ts';
import { Button, Icon } from './basics.tsx';
import { Menu, Option } from './dialog-and-menu.tsx';

const SPEEDS: readonly (readonly [mode: string, text: string])[] = [
  ['real', 'real time'],
  ['10x', '10 times real time'],
  ['60x', '1 minute per second'],
  ['600x', '10 minutes per second'],
  ['3600x', '1 hour per second'],
  ['manual', 'stopped'],
];

const STEPS = ['10s', '1m', '5m', '1h', '1d'] as const;

/** The time zone of the dashboard, and the time zone of the account's orders. */
function zoneTitle(): string {
  const zone = account.value?.time_zone ?? 'UTC';
  const orders = zone === 'UTC' ? '' : `; timestamps of orders are in ${zone}`;
  return `The account's clock, in UTC (coordinated universal time)${orders}`;
}

/** The account's clock and its controls. */
export function ClockBar() {
  const clock = account.value?.clock;
  if (!clock || nowMs.value === null) return null;
  const isStopped = clock.mode === 'manual';
  const speed = isStopped ? 'stopped' : clock.mode;
  const toggle = isStopped ? 'Start the clock' : 'Stop the clock';
  return (
    <fieldset class="clock" aria-label="Account clock">
      <span>
        <span class="clock-label soft">Account clock </span>
        <time dateTime={clock.now} title={zoneTitle()}>
          {dayAndTime(nowMs.value)} <abbr title={zoneTitle()}>UTC</abbr>
        </time>
        {connection.value !== 'live' && <span class="warn">, last known</span>}
      </span>
      <Button
        icon={isStopped ? 'play' : 'pause'}
        look="small"
        aria-busy={isChangingMode.value}
        aria-label={toggle}
        title={toggle}
        onClick={toggleClock}
      />
      <Menu small name={`Speed: ${speed}`} label={speed}>
        {SPEEDS.map(([mode, text]) => (
          <Option
            key={mode}
            side={text}
            aria-current={mode === clock.mode ? 'true' : undefined}
            onClick={() => setMode(mode)}
          >
            {mode}
          </Option>
        ))}
      </Menu>
      <AdvanceMenu />
    </fieldset>
  );
}

function AdvanceMenu() {
  return (
    <Menu
      small
      name={advancing.value ? 'Advancing the clock…' : 'Advance the clock'}
      label={
        <>
          <Icon name="forward" />
          <span class="wide-label">{advancing.value ? 'Advancing…' : 'Advance'}</span>
        </>
      }
    >
      <Option onClick={() => advance({ until: 'idle' })}>Until nothing is due</Option>
      <hr />
      <div class="row tight">
        {STEPS.map(step => (
          <Button key={step} look="small" onClick={() => advance({ by: step })}>
            {step}
          </Button>
        ))}
      </div>
    </Menu>
  );
}

type Upcoming = Schemas['Upcoming'];

/** Enough to have the next one, while one that was due passes. */
const SHOWN = 5;
const RELOAD_DELAY_MS = 400;

/** What is due next on the account's clock, with a button that goes there. */
export function NextDue() {
  const name = accountName.value;
  const resource = useResource(
    account.value ? `${name}/upcoming` : null,
    signal => forAccount(name!).get('/clock/upcoming', { query: { limit: SHOWN }, signal }),
    event => event.type === 'happening',
    RELOAD_DELAY_MS,
  );
  const now = nowMs.value;
  if (!account.value || now === null) return null;
  const { items = [], total = null } = resource.data ?? {};
  const next = items.find(({ at }) => Date.parse(at) > now);
  return (
    <section class="row next-due soft" aria-label="What is due next">
      {next && total !== null && (
        <span class="clip" title={dayAndTime(next.at)}>
          <strong>in {span(Math.max(1_000, Date.parse(next.at) - now))}</strong> {describe(next)}
          {total > 1 && `, then ${grouped(total - 1)} more`}
        </span>
      )}
      {/* What was due has passed, and what follows has not been loaded. */}
      {!next && (total === 0 ? 'Nothing is due' : '…')}
      <Button
        look="small quiet"
        aria-busy={advancing.value}
        aria-disabled={!next}
        onClick={() => next && advance({ to: next.at })}
      >
        Go to next <Icon name="forward" />
      </Button>
    </section>
  );
}

/** An action in words: `order 17 → delegated`, `order 17: order.delegated, attempt 2`. */
function describe({ kind, order_id, status, event, attempt }: Upcoming): string {
  if (kind === 'step') return `order ${order_id} → ${status}`;
  if (kind === 'refund') return `order ${order_id}: refund`;
  return kind === 'retry' ? `order ${order_id}: ${event}, attempt ${attempt}` : `order ${order_id}: ${event}`;
}
