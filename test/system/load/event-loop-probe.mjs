/*
 * Loaded into a server process with `--import`. Measures how long the event loop is blocked, and reports the longest
 * block since the last report, in milliseconds, whenever the parent process asks. A thread that waits for a processor
 * is not blocked by its own work, so a block counts only as far as the thread of the event loop used processor time.
 */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** On Linux, the processor time of the thread whose id is that of the process. */
const SCHEDSTAT = '/proc/self/schedstat';

function threadTimeMs() {
  const bytes = Buffer.alloc(128);
  const file = openSync(SCHEDSTAT);
  const length = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return Number(bytes.toString('latin1', 0, length).split(' ')[0]) / 1e6;
}

/** Elsewhere, that of all threads, also of those that collect garbage meanwhile. */
function processTimeMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const usedMs = existsSync(SCHEDSTAT) && threadTimeMs() > 0 ? threadTimeMs : processTimeMs;

let longestMs = 0;
let lastMs = performance.now();
let lastUsedMs = usedMs();

function tick() {
  const nowMs = performance.now();
  const nowUsedMs = usedMs();
  longestMs = Math.max(longestMs, Math.min(nowMs - lastMs, nowUsedMs - lastUsedMs));
  lastMs = nowMs;
  lastUsedMs = nowUsedMs;
}

setInterval(tick, 1).unref();

process.on('message', () => {
  // A block that is in progress when the question arrives is counted at the next turn.
  setTimeout(() => {
    tick();
    process.send({ longestMs });
    longestMs = 0;
  }, 5);
});
process.channel?.unref();
