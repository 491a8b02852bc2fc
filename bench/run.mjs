// `npm run bench` measures this server. docs/performance.md describes the options.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { againstHead, compareWith } from './against.mjs';
import { measurePeers, PEER_HEAD } from './peers/index.mjs';
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

const conditions = () =>
  `Node ${process.version}, ${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB; ${options.against ? 'connections in memory' : 'load by wrk, 64 connections'}; medians.`;

async function measure() {
  const amount = { isQuick: options.quick, log };
  const { against, peers } = options;
  if (against) return ['comparison', table(againstHead(against), await compareWith(against, amount))];
  if (peers) return ['peers', table(PEER_HEAD, await measurePeers(amount))];
  return ['targets', table(TARGET_HEAD, targetRows(await measureTargets(amount)))];
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
