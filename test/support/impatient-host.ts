import { type HostClock, systemClock } from '../../src/host/node/host-clock.ts';

/** The longest delay after a wrong admin token. */
const LONGEST_DELAY_MS = 2_000;

/** A host whose short timers fire at once, so that the delay after a wrong admin token takes no time. */
export const IMPATIENT_HOST: HostClock = {
  ...systemClock,
  wake: (afterMs, callback) => systemClock.wake(afterMs <= LONGEST_DELAY_MS ? 0 : afterMs, callback),
};
