import { type HostClock, systemClock } from '../../src/clock/host-clock.ts';

/** A host whose timers fire at once, so that the delay after a wrong admin token takes no time. */
export const IMPATIENT_HOST: HostClock = {
  ...systemClock,
  wake: (_afterMs, callback) => systemClock.wake(0, callback),
};
