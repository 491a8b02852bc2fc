// `npm run bench`: everything; `-- --rounds 1 --seconds 1 --only "raw node:http,energy-sandbox"` for a quick look.
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureAlone } from './alone/index.mjs';
import { GENERATOR } from './load.mjs';
import { machine } from './machine.mjs';
import { measurePeers } from './peers.mjs';
import { report } from './report.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    'skip-alone': { type: 'boolean', default: false },
    'skip-peers': { type: 'boolean', default: false },
  },
});
const say = line => process.stderr.write(`${line}\n`);
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  only: values.only?.split(','),
  say,
};

const peers = values['skip-peers'] ? {} : await measurePeers(options);
const alone = values['skip-alone'] ? null : await measureAlone(options);
const result = {
  machine: machine(),
  generator: GENERATOR,
  rounds: options.rounds,
  seconds: options.seconds,
  peers,
  alone,
};
const folder = new URL('results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('latest.json', folder), `${JSON.stringify(result, null, 2)}\n`);
process.stdout.write(report(result));
process.exit(0);
