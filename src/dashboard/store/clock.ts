import { computed, signal } from '@preact/signals';
import { type api, CallError, forAccount, type Schemas } from '../api.ts';
import { counted } from '../format.ts';
import { account, readAccount } from './account.ts';
import { attempt, showToast } from './actions.ts';

type AdvanceCall = NonNullable<Parameters<typeof api.post<'/_sandbox/accounts/{account}/clock/advance'>>[1]>;
type Goal = NonNullable<AdvanceCall['body']>;

const TICK_MS = 200;

/** The browser's time, updated in intervals that suit a display. */
const tick = signal(performance.now());
setInterval(() => {
  if (account.value && account.value.clock.speed > 0) tick.value = performance.now();
}, TICK_MS);

/** The account's clock when it was last loaded, and the time of that. */
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

async function changeMode(name: string, mode: string): Promise<void> {
  isChangingMode.value = true;
  await attempt(() => forAccount(name).put('/clock', { body: { mode } }));
  await readAccount();
  isChangingMode.value = false;
}

/** Sets the mode of the clock. Changes are made in the order of the calls. */
export function setMode(mode: string): Promise<void> {
  const { value } = account;
  if (!value) return Promise.resolve();
  if (value.clock.mode !== 'manual') lastModes.set(value.name, value.clock.mode);
  lastChange = lastChange.then(() => changeMode(value.name, mode));
  return lastChange;
}

/** Stops a running clock, or resumes a stopped clock in its last mode, by default in real time. */
export async function toggleClock(): Promise<void> {
  const { value } = account;
  if (value) await setMode(value.clock.mode === 'manual' ? (lastModes.get(value.name) ?? 'real') : 'manual');
}

/** Describes the result of an advance. */
function describeAdvance({ fired_total, now }: Schemas['Advanced']): string {
  const what = fired_total === 0 ? 'nothing was due' : `${counted(fired_total, 'action')} performed`;
  return `Clock advanced to ${now.slice(0, 19).replace('T', ' ')}; ${what}.`;
}

/** An instant that a running clock has passed before the call arrived also counts as reached. */
const isPassed = (error: unknown, { clock }: { readonly clock: Schemas['Clock'] }, goal: Goal): boolean =>
  goal.to !== undefined && clock.speed > 0 && error instanceof CallError && error.status === 400;

/** Advances the clock. Resolves once everything that was due is done. */
export async function advance(goal: Goal): Promise<void> {
  const { value } = account;
  if (!value || advancing.value) return;
  advancing.value = true;
  await attempt(async () => {
    const advanced = await forAccount(value.name)
      .post('/clock/advance', { body: goal })
      .catch(error => {
        if (!isPassed(error, value, goal)) throw error;
        return null;
      });
    if (!advanced) return showToast('The clock is past that instant already.');
    showToast(describeAdvance(advanced));
  });
  advancing.value = false;
  await readAccount();
}
