// Loaded into a server: tells by message how long its event loop was blocked at most.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS_PER_MS = 1e6;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send(delay.max / NANOSECONDS_PER_MS);
  delay.reset();
});
