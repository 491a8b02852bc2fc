import { dayAndTime } from '../format.ts';
import { account } from '../store/account.ts';
import { advance, advancing, isChangingMode, nowMs, setMode, toggleClock } from '../store/clock.ts';
import { Button, Icon } from './basics.tsx';
import { Menu, Option } from './popups.tsx';

const SPEEDS: readonly (readonly [mode: string, text: string])[] = [
  ['real', 'real time'],
  ['10x', '10 times real time'],
  ['60x', '1 minute per second'],
  ['600x', '10 minutes per second'],
  ['3600x', '1 hour per second'],
  ['manual', 'stopped'],
];

const STEPS = ['10s', '1m', '5m', '1h', '1d'] as const;

/** The zone of the times that the dashboard shows, and that of the account's orders. */
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
      <AdvanceMenu next={clock.next_due_at} />
    </fieldset>
  );
}

function AdvanceMenu({ next }: { next: string | null }) {
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
      <Option
        disabled={next === null}
        side={next === null ? 'nothing is due' : dayAndTime(next).slice(11)}
        onClick={() => next !== null && advance({ to: next })}
      >
        To the next due action
      </Option>
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
