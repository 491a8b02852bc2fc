/*
 * Loaded into a server process with `--import`. Measures how long the event loop is blocked, and reports the longest
 * block since the last report, in milliseconds, whenever the parent process asks.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', () => {
  // A block that is in progress when the question arrives is counted at the next turn.
  setTimeout(() => {
    process.send({ longestMs: delay.max / 1e6 });
    delay.reset();
  }, 5);
});
process.channel?.unref();
