import { computed, signal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { plural } from '../format.ts';
import { account, readAccount } from './account.ts';
import { attempt, say } from './toasts.ts';

type Asked = NonNullable<Parameters<typeof api.post<'/_sandbox/accounts/{account}/clock/advance'>>[1]>;
type Goal = NonNullable<Asked['body']>;

const TICK_MS = 200;

/** The browser's own time, in steps that an eye can follow. */
const tick = signal(performance.now());
setInterval(() => {
  if (account.value && account.value.clock.speed > 0) tick.value = performance.now();
}, TICK_MS);

/** What the account's clock showed when it was read, and when that was. */
const anchor = computed(() => {
  const clock = account.value?.clock;
  return clock ? { clock, readMs: performance.now() } : null;
});

/** Milliseconds since 1970 on the account's clock; null before it was read. */
export const nowMs = computed(() => {
  if (!anchor.value) return null;
  const { clock, readMs } = anchor.value;
  const passedMs = Math.max(0, tick.value - readMs);
  return Date.parse(clock.now) + passedMs * clock.speed;
});

/** Whether an advance is under way. */
export const advancing = signal(false);

/** The speed to which play returns. */
let lastMode = 'real';

/** Sets the clock going in another way. */
export async function setMode(mode: string): Promise<void> {
  const { value } = account;
  if (!value) return;
  if (value.clock.mode !== 'manual') lastMode = value.clock.mode;
  await attempt(() =>
    api.put('/_sandbox/accounts/{account}/clock', { path: { account: value.name }, body: { mode } }),
  );
  await readAccount();
}

/** Stops a running clock, or lets a standing one run on as it did. */
export const toggleClock = (): Promise<void> =>
  setMode(account.value?.clock.mode === 'manual' ? lastMode : 'manual');

/** What came of an advance, in a sentence. */
function told({ fired_total, now }: Schemas['Advanced']): string {
  const what = fired_total === 0 ? 'nothing was due' : `${plural(fired_total, 'thing')} happened`;
  return `The clock shows ${now.slice(0, 19).replace('T', ' ')}; ${what}.`;
}

/** Takes the clock forward; answers once all that fell due has happened. */
export async function advance(goal: Goal): Promise<void> {
  const { value } = account;
  if (!value || advancing.value) return;
  advancing.value = true;
  await attempt(async () => {
    say(
      told(
        await api.post('/_sandbox/accounts/{account}/clock/advance', {
          path: { account: value.name },
          body: goal,
        }),
      ),
    );
  });
  advancing.value = false;
  await readAccount();
}
