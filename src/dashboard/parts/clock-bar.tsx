import { useSignal } from '@preact/signals';
import { dayAndTime } from '../format.ts';
import { account } from '../store/account.ts';
import { advance, advancing, isChangingMode, nowMs, setMode, toggleClock } from '../store/clock.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

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
  return (
    <fieldset class="clock" aria-label="Account clock">
      <span class="clock-face">
        <span class="clock-label">Account clock</span>
        <time dateTime={clock.now} title={zoneTitle()}>
          {dayAndTime(nowMs.value)} <abbr title={zoneTitle()}>UTC</abbr>
        </time>
      </span>
      <button
        type="button"
        class="button small icon"
        aria-busy={isChangingMode.value}
        aria-label={isStopped ? 'Start the clock' : 'Stop the clock'}
        title={isStopped ? 'Start the clock' : 'Stop the clock'}
        onClick={toggleClock}
      >
        <Icon name={isStopped ? 'play' : 'pause'} />
      </button>
      <Menu
        small
        name={`Speed: ${isStopped ? 'stopped' : clock.mode}`}
        label={isStopped ? 'stopped' : clock.mode}
      >
        {close =>
          SPEEDS.map(([mode, text]) => (
            <button
              key={mode}
              type="button"
              class="option"
              aria-current={mode === clock.mode ? 'true' : undefined}
              onClick={() => {
                close();
                void setMode(mode);
              }}
            >
              {mode}
              <span class="side">{text}</span>
            </button>
          ))
        }
      </Menu>
      <AdvanceMenu />
    </fieldset>
  );
}

function AdvanceMenu() {
  const by = useSignal('30m');
  const next = account.value?.clock.next_due_at ?? null;
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
      {close => {
        const go = (goal: Parameters<typeof advance>[0]) => () => {
          close();
          void advance(goal);
        };
        return (
          <>
            <button
              type="button"
              class="option"
              disabled={next === null}
              onClick={next === null ? undefined : go({ to: next })}
            >
              To the next due action
              <span class="side">{next === null ? 'nothing is due' : dayAndTime(next).slice(11)}</span>
            </button>
            <button type="button" class="option" onClick={go({ until: 'idle' })}>
              Until nothing is due
            </button>
            <hr />
            <div class="row tight">
              {STEPS.map(step => (
                <button key={step} type="button" class="button small" onClick={go({ by: step })}>
                  {step}
                </button>
              ))}
            </div>
            <form
              class="row nowrap"
              onSubmit={event => {
                event.preventDefault();
                go({ by: by.value })();
              }}
            >
              <input
                class="input mono"
                aria-label="Advance by a duration such as 61m"
                value={by.value}
                pattern="\d+([.]\d+)?(ms|s|m|h|d)"
                title="A number with a unit (ms, s, m, h or d), for example 61m"
                onInput={event => {
                  by.value = event.currentTarget.value;
                }}
              />
              <button type="submit" class="button">
                Advance
              </button>
            </form>
          </>
        );
      }}
    </Menu>
  );
}
