// Loaded into a server process: on a message, sends back the longest block of its event loop since the last message,
// and for how long of it the thread waited for a processor; null if the system does not report that.
import { openSync, readSync } from 'node:fs';

const NANOSECONDS_PER_MS = 1e6;
const buffer = Buffer.alloc(64);

/** Linux reports three numbers of a thread: its time on a processor, its time waiting for one, and its time slices. */
function openSchedule() {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`);
  } catch {
    return null;
  }
}

const schedule = openSchedule();

function waitedMs() {
  if (schedule === null) return null;
  const text = buffer.toString('latin1', 0, readSync(schedule, buffer, 0, buffer.length, 0));
  return Number(text.split(' ')[1]) / NANOSECONDS_PER_MS;
}

let last = { atMs: performance.now(), waitedMs: waitedMs() };
let longest = { blockMs: 0, waitedMs: null };

setInterval(() => {
  const now = { atMs: performance.now(), waitedMs: waitedMs() };
  const blockMs = now.atMs - last.atMs;
  if (blockMs > longest.blockMs) {
    longest = { blockMs, waitedMs: schedule === null ? null : now.waitedMs - last.waitedMs };
  }
  last = now;
}, 1).unref();

process.on('message', () => {
  process.send(longest);
  longest = { blockMs: 0, waitedMs: null };
});
