// A suite that passes, but under a disturbance never ends: it starts a process of its own, says so, and waits.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const {
  ENERGY_SANDBOX_URL: url,
  ENERGY_SANDBOX_API_KEY: key,
  ENERGY_SANDBOX_DISTURBANCE: disturbance,
} = process.env;
await fetch(`${url}/api/v1/balance/`, { headers: { Authorization: `Bearer ${key}` } });
if (disturbance) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(process.argv[2], JSON.stringify({ url, pids: [process.pid, child.pid] }));
  setInterval(() => {}, 1000);
}
