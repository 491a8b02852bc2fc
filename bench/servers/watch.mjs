// Loaded into a server process. Replies to a message with the longest block of the event loop since the last message,
// with the bytes on the heap now, and with those that remain after a garbage collection if Node runs with --expose-gc.
let lastMs = performance.now();
let blockMs = 0;

setInterval(() => {
  const nowMs = performance.now();
  blockMs = Math.max(blockMs, nowMs - lastMs);
  lastMs = nowMs;
}, 1).unref();

const heapBytes = () => process.memoryUsage().heapUsed;

process.on('message', () => {
  const usedBytes = heapBytes();
  globalThis.gc?.();
  globalThis.gc?.();
  process.send({ blockMs, usedBytes, keptBytes: heapBytes() });
  blockMs = 0;
  lastMs = performance.now();
});
