/**
 * Measures how long something takes, in milliseconds. It returns a function that returns the time since. A process that
 * waits for a processor is not slow, so it counts only as far as processor time was used.
 */
export function measureWork(): () => number {
  const begunMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - begunMs, (user + system) / 1_000);
  };
}
