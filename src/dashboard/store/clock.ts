import { computed, signal } from '@preact/signals';
import { type api, CallError, forAccount, type Schemas } from '../control-api.ts';
import { counted, dayAndTime } from '../format.ts';
import { account, readAccount } from './account.ts';
import { attempt, showToast } from './tasks-and-toasts.ts';

type AdvanceCall = NonNullable<Parameters<typeof api.post<'/_sandbox/accounts/{account}/clock/advance'>>[1]>;
type Goal = NonNullable<AdvanceCall['body']>;

const TICK_MS = 200;

/** The browser's time, updated in intervals that suit a display. */
const tick = signal(performance.now());
setInterval(() => {
  if (account.value && account.value.clock.speed > 0) tick.value = performance.now();
}, TICK_MS);

/** The account's clock as it was last loaded, and when that was. */
const anchor = computed(() => {
  const clock = account.value?.clock;
  return clock ? { clock, readMs: performance.now() } : null;
});

/** Milliseconds since 1970 on the account's clock; null until the account is loaded. */
export const nowMs = computed(() => {
  if (!anchor.value) return null;
  const { clock, readMs } = anchor.value;
  const passedMs = Math.max(0, tick.value - readMs);
  return Date.parse(clock.now) + passedMs * clock.speed;
});

/** Whether an advance is in progress. */
export const advancing = signal(false);

/** The mode that the stopped clock of each account resumes. */
const lastModes = new Map<string, string>();

/** Whether the mode of the clock is being changed. */
export const isChangingMode = signal(false);

let lastChange: Promise<void> = Promise.resolve();

/** Sets the mode of the clock. Changes are made in the order of the calls. */
export function setMode(mode: string): void {
  const { value } = account;
  if (!value) return;
  if (value.clock.mode !== 'manual') lastModes.set(value.name, value.clock.mode);
  lastChange = lastChange.then(async () => {
    isChangingMode.value = true;
    await attempt(() => forAccount(value.name).put('/clock', { body: { mode } }));
    await readAccount();
    isChangingMode.value = false;
  });
}

/** Stops a running clock, or resumes a stopped clock in its last mode, by default in real time. */
export function toggleClock(): void {
  const { value } = account;
  if (value) setMode(value.clock.mode === 'manual' ? (lastModes.get(value.name) ?? 'real') : 'manual');
}

function describeAdvance({ fired_total, now }: Schemas['Advanced']): string {
  const what = fired_total === 0 ? 'nothing was due' : `${counted(fired_total, 'action')} performed`;
  return `Clock advanced to ${dayAndTime(now)}; ${what}.`;
}

/** Advances the clock. Resolves once everything that was due is done. */
export async function advance(goal: Goal): Promise<void> {
  const { value } = account;
  if (!value || advancing.value) return;
  advancing.value = true;
  await attempt(async () => {
    try {
      showToast(describeAdvance(await forAccount(value.name).post('/clock/advance', { body: goal })));
    } catch (error) {
      // A running clock can have passed the instant before the call arrived.
      const isPassed = goal.to !== undefined && value.clock.speed > 0;
      if (!isPassed || !(error instanceof CallError) || error.status !== 400) throw error;
      showToast('The clock is past that instant already.');
    }
  });
  advancing.value = false;
  await readAccount();
}
