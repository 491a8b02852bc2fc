import { setTimeout as pause } from 'node:timers/promises';

/** Time as the client sees it. Tests pass one that advances the sandbox's clock instead of waiting. */
export interface Clock {
  /** Milliseconds since any fixed instant. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: ms => pause(ms),
};

/** A pause of 50 to 150 % of its length, so that clients that failed together do not return together. */
export const withJitter = (ms: number, random: () => number): number => ms * (0.5 + random());
