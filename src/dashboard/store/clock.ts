import { computed, signal } from '@preact/signals';
import { type api, CallError, forAccount, type Schemas } from '../control-api.ts';
import { counted, dayAndTime, span } from '../format.ts';
import { account, readAccount } from './account.ts';
import { ask } from './dialogs.ts';
import { connection } from './live.ts';
import { attempt, showToast } from './tasks-and-toasts.ts';

type AdvanceCall = NonNullable<Parameters<typeof api.post<'/_sandbox/accounts/{account}/clock/advance'>>[1]>;
type Goal = NonNullable<AdvanceCall['body']>;

const TICK_MS = 200;

/** The browser's time, updated in intervals that suit a display. Without the server, nobody knows the time of its clock. */
const tick = signal(performance.now());
setInterval(() => {
  if (connection.value === 'live' && account.value?.clock.speed) tick.value = performance.now();
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

const HOUR_MS = 3_600_000;
const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS };

/** The instant that a goal leads to, in milliseconds since 1970; null if it depends on what happens. */
function targetOf({ to, by }: Goal, fromMs: number): number | null {
  if (to !== undefined) return Date.parse(to);
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(String(by)) ?? [];
  return amount === undefined ? null : fromMs + Number(amount) * UNITS_MS[unit]!;
}

/** Asks before a jump over more than an hour in which several things are due, because it cannot be undone. */
async function isMeant(name: string, goal: Goal, fromMs: number): Promise<boolean> {
  const target = targetOf(goal, fromMs);
  if ((target !== null && target - fromMs <= HOUR_MS) || (goal.until && goal.until !== 'idle')) return true;
  const { items, next } = await forAccount(name).get('/clock/upcoming', { query: { limit: 1_000 } });
  const passed = items.filter(({ at }) => target === null || Date.parse(at) <= target);
  const endMs = target ?? Date.parse(passed.at(-1)?.at ?? '');
  if (passed.length < 2 || endMs - fromMs <= HOUR_MS) return true;
  const count = `${next === null ? '' : 'at least '}${counted(passed.length, 'action')}`;
  return ask({
    title: `Advance the clock by ${span(endMs - fromMs)}?`,
    text: `${count} that are scheduled now happen until ${dayAndTime(endMs)} UTC, and what follows from them. This cannot be undone; a snapshot taken before keeps the present state.`,
    action: 'Advance',
  });
}

/** Advances the clock, after a question if the way is long. Resolves once everything that was due is done. */
export async function advance(goal: Goal): Promise<void> {
  const { value } = account;
  if (!value || advancing.value) return;
  advancing.value = true;
  await attempt(async () => {
    if (!(await isMeant(value.name, goal, nowMs.peek() ?? 0))) return;
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
