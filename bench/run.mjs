// `npm run bench` measures this server. docs/performance.md describes the options.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { compareLoads, median, ratio } from './compare.mjs';
import { measurePeers, PEER_HEAD } from './peers/index.mjs';
import { BULK } from './requests.mjs';
import { sandbox } from './servers/definitions.mjs';
import { measureTargets, TARGET_HEAD, targetRows } from './targets.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** The folder of another checkout, already built. */
    against: { type: 'string' },
    peers: { type: 'boolean', default: false },
    /** Replaces the table in docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const log = line => process.stderr.write(`${line}\n`);

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** The most processor time of a request that a change may add. */
const BUDGET = 1.05;

/** Compares the processor time of requests with that of another checkout, because it hardly varies on a busy machine. */
async function compareWith(folder) {
  const servers = { here: sandbox({ warmUpS: 2 }), there: sandbox({ folder, warmUpS: 2 }) };
  const amounts = options.quick ? { rounds: 1, slices: 3 } : { rounds: 5, slices: 4 };
  const { here, there } = await compareLoads(servers, { ...amounts, log });
  const rows = Object.keys(here).map(kind => {
    const orders = kind === 'POST bulk of 50' ? BULK : 1;
    const [mine, other] = [here, there].map(server => server[kind].processorUs);
    const change = ratio(mine, other);
    const us = values => (median(values) / orders).toFixed(1);
    const name = orders === 1 ? kind : 'an order in a bulk of 50';
    return [name, us(mine), us(other), change.toFixed(3), change <= BUDGET ? 'met' : 'missed'];
  });
  return table(['processor time', 'µs', `µs in ${folder}`, 'ratio', `≤ ${BUDGET}`], rows);
}

const conditions = () =>
  `Node ${process.version}, ${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB; load by wrk, 64 connections; medians.`;

async function measure() {
  if (options.against) return ['comparison', await compareWith(options.against)];
  if (options.peers) return ['peers', table(PEER_HEAD, await measurePeers({ isQuick: options.quick, log }))];
  return ['targets', table(TARGET_HEAD, targetRows(await measureTargets({ isQuick: options.quick, log })))];
}

/** Replaces what is between the comments of a name. */
function writeTo(file, name, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const before = readFileSync(file, 'utf8');
  const [head, tail] = [before.split(begin)[0], before.split(end)[1]];
  writeFileSync(file, `${head}${begin}\n${text}\n${end}${tail}`);
}

try {
  const [name, markdown] = await measure();
  const text = `${markdown}\n\n${conditions()}`;
  process.stdout.write(`${text}\n`);
  if (options.write) writeTo(new URL('../docs/performance.md', import.meta.url), name, text);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
