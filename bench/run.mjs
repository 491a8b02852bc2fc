// `npm run bench` measures everything. docs/performance.md describes the options.
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureAlone } from './alone/index.mjs';
import { GENERATOR } from './load.mjs';
import { machine } from './machine.mjs';
import { measurePeers } from './peers.mjs';
import { report } from './report.mjs';
import { chooseRows } from './rows.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    /** Rows, comma-separated. */
    only: { type: 'string' },
    /** Servers or parts of their names, comma-separated. */
    servers: { type: 'string' },
    /** The folder of another checkout with a build. */
    against: { type: 'string' },
  },
});

async function run() {
  const { requests, hasStart, alone } = chooseRows(values.only?.split(','));
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    servers: values.servers?.split(','),
    against: values.against,
    log: line => process.stderr.write(`${line}\n`),
  };
  const result = {
    machine: machine(),
    generator: GENERATOR,
    rounds: options.rounds,
    seconds: options.seconds,
    hasStart,
    peers: requests ? await measurePeers({ ...options, requests }) : {},
    alone: await measureAlone(alone, options),
  };
  const folder = new URL('results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = values.only || values.servers ? 'partial.json' : 'latest.json';
  writeFileSync(new URL(file, folder), `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(report(result));
}

try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
