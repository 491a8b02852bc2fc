/*
 * Loaded into a server process with `--import`. Measures how long the event loop is blocked, and reports the longest
 * block since the last report, in milliseconds, whenever the parent process asks. A process that waits for a processor
 * is not blocked by its own work, so a block counts only as far as processor time was used in it.
 */
let longestMs = 0;
let lastMs = performance.now();
let lastUsage = process.cpuUsage();

function tick() {
  const nowMs = performance.now();
  const { user, system } = process.cpuUsage(lastUsage);
  longestMs = Math.max(longestMs, Math.min(nowMs - lastMs, (user + system) / 1_000));
  lastMs = nowMs;
  lastUsage = process.cpuUsage();
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
