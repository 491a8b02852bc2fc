/** Loads something repeatedly, with at most one read under way. */
export interface Loader {
  /** Reads now; a read that is under way may be outdated and is given up. Resolves once the latest read has ended. */
  load(): Promise<void>;
  /** Reads after the delay, or after the read that is under way. Further calls until then do not cause another read. */
  loadSoon(): void;
  /** Gives up what is under way, and reads nothing until `load` is called. */
  pause(): void;
  /** Gives up what is under way, and reads no more. */
  stop(): void;
}

/**
 * Creates a loader. Since a read is given up before the next one begins, an earlier answer never replaces a later one.
 * @param read reads and keeps what it has read, unless the signal is aborted; it does not throw
 * @param delayMs the delay of `loadSoon`
 */
export function createLoader(read: (signal: AbortSignal) => Promise<void>, delayMs: number): Loader {
  let running: AbortController | null = null;
  let latest = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isOutdated = false;
  let isPaused = false;
  let isStopped = false;

  const run = async (mine: AbortController): Promise<void> => {
    await read(mine.signal);
    if (isStopped || running === null) return;
    if (running !== mine) return latest;
    running = null;
    if (isOutdated) loadSoon();
  };
  const giveUp = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    running?.abort();
    running = null;
  };
  const load = (): Promise<void> => {
    if (isStopped) return Promise.resolve();
    giveUp();
    isOutdated = false;
    isPaused = false;
    running = new AbortController();
    latest = run(running);
    return latest;
  };
  const loadSoon = (): void => {
    if (isStopped || isPaused) return;
    if (running) isOutdated = true;
    else timer ??= setTimeout(() => void load(), delayMs);
  };
  const pause = (): void => {
    isPaused = true;
    giveUp();
  };
  const stop = (): void => {
    isStopped = true;
    giveUp();
  };
  return { load, loadSoon, pause, stop };
}
