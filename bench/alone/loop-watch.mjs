// Loaded into a server process: on a message, sends back the longest delay of its event loop since the last message.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS_PER_MS = 1e6;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send(delay.max / NANOSECONDS_PER_MS);
  delay.reset();
});
