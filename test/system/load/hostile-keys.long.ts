import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';
import { MeasuredServer } from './measured-server.ts';

const ATTACKERS = fileURLToPath(new URL('./hostile-keys.mjs', import.meta.url));
const ATTACK_MS = 120_000;
const LONGEST_WAIT_MS = 250;

test.each([64, 256])(
  'ten hostile keys neither end a server with a heap of %i MB nor delay another account',
  {
    timeout: ATTACK_MS + 120_000,
  },
  async heapMb => {
    const flags = ['--rate-limit', '1000000000', '--balance', '1000000000', '--clock', 'manual'];
    await using server = await MeasuredServer.start(flags, [`--max-old-space-size=${heapMb}`]);
    const created = await Promise.all(
      Array.from({ length: 10 }, () => server.send('POST', '/_sandbox/accounts', {})),
    );
    const keys: string[] = created.map(({ body }) => body.data.api_key);
    const { port } = new URL(server.baseUrl);
    const options = { env: childEnvironment(), execArgv: [] };
    const attackers = endingWithFile(fork(ATTACKERS, [port, String(ATTACK_MS), ...keys], options));
    const latencies: number[] = [];
    while (attackers.exitCode === null) {
      const startMs = performance.now();
      const order = { external_id: `v-${latencies.length}`, address: RECIPIENT, package_id: 1 };
      expect((await server.send('POST', '/api/v1/order/', order)).status).toBe(202);
      latencies.push(performance.now() - startMs);
    }
    latencies.sort((one, other) => one - other);
    expect(latencies.length).toBeGreaterThan(100);
    expect(latencies[Math.floor(latencies.length * 0.99)]).toBeLessThan(LONGEST_WAIT_MS);
  },
);
