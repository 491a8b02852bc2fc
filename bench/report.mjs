import { median } from './median.mjs';
import { MINE, OTHER, RAW } from './servers/index.mjs';
import { COMPARED, rate, ratio, targets } from './targets.mjs';

const show = (value, digits = 0) =>
  value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

function requestTable(peers, name) {
  const base = peers[RAW]?.runs ?? [];
  const rows = Object.entries(peers).map(([server, { runs, missing }]) => {
    const done = runs.filter(run => run.requests[name]);
    if (done.length === 0) return [server, missing ?? 'not supported', '', '', '', ''];
    const of = pick => median(done.map(run => pick(run.requests[name])));
    return [
      server,
      show(of(one => one.perSecond)),
      show(
        ratio(done, base, run => run.requests[name]?.perSecond ?? Number.NaN),
        2,
      ),
      show(
        of(one => one.processorUs ?? Number.NaN),
        1,
      ),
      show(
        of(one => one.p50Ms),
        2,
      ),
      show(
        of(one => one.p99Ms),
        2,
      ),
    ];
  });
  return `### ${name}\n\n${table(['server', 'per second', '× raw', 'processor µs', 'p50 ms', 'p99 ms'], rows)}\n`;
}

function startTable(peers) {
  const base = peers[RAW]?.runs ?? [];
  const rows = Object.entries(peers).map(([server, { runs, missing }]) =>
    runs.length === 0
      ? [server, missing ?? '', '', '', '']
      : [
          server,
          show(median(runs.map(run => run.startMs))),
          show(
            ratio(runs, base, run => run.startMs),
            2,
          ),
          show(median(runs.map(run => run.idleMb))),
          show(median(runs.map(run => run.busyMb))),
        ],
  );
  return `### Start and memory\n\n${table(['server', 'first response ms', '× raw', 'MB idle', 'MB after load'], rows)}\n`;
}

/** The median, with the lowest and the highest value if there are several. */
function range(values, digits) {
  const known = values.filter(value => value !== null);
  if (known.length < 2) return show(known[0], digits);
  return `${show(median(known), digits)} (${show(Math.min(...known), digits)} to ${show(Math.max(...known), digits)})`;
}

function growthTable({ growth }) {
  const cells = ({ p50Ms, processorUs }) => [show(p50Ms, 2), show(processorUs, 1)];
  const rows = growth.map(row => [
    row.orders,
    show(row.memoryMb),
    ...cells(row['POST order']),
    ...cells(row['GET status']),
  ]);
  const head = [
    'orders stored',
    'MB',
    'POST order p50 ms',
    'processor µs',
    'GET status p50 ms',
    'processor µs',
  ];
  return `### Growth\n\n${table(head, rows)}\n`;
}

const rangeOf = (runs, pick, digits) => range(runs.map(pick), digits);

function blocksTable({ blocks = {}, usualBlocks, advance, deliveries, keptState }) {
  const ofLoads = [
    ['POST bulk of 50, 8 connections', usualBlocks?.bulks],
    ['10,000 webhooks by advance', usualBlocks?.webhooks],
    ['100,000 orders by advance', advance?.runs],
    ['100,000 webhooks by advance', deliveries?.runs],
    ['POST order with --data', keptState?.disk],
  ];
  const rows = [
    ...Object.entries(blocks).map(([name, block]) => [`${name}, 64 connections`, [block]]),
    ...ofLoads.filter(([, runs]) => runs),
  ].map(([name, runs]) => [
    name,
    rangeOf(runs, run => run.blockMs, 1),
    rangeOf(runs, run => run.waitedMs, 1),
  ]);
  const head = ['under', 'ms', 'of which waiting for a processor'];
  return `### Longest block of the event loop\n\n${table(head, rows)}\n`;
}

/** The rows of each measurement of the sandbox alone that has no table of its own. */
const FACTS = {
  advance: ({ runs }) => [
    ['100,000 order lifecycles by advance', `${rangeOf(runs, run => run.tookMs, 0)} ms`],
  ],
  deliveries: ({ runs, barePerSecond }) => [
    ['signed webhooks by advance', `${rangeOf(runs, run => run.perSecond, 0)} per second`],
    ['the bare client', `${range(barePerSecond, 0)} per second`],
  ],
  keptState: ({ disk }) => [
    ['POST order with --data', `${rangeOf(disk, run => run.perSecond, 0)} per second`],
  ],
  memory: ({ bytesPerOrder, bytesPerAccount, msPerAccount }) => [
    ['a completed order', `${show(bytesPerOrder)} bytes of heap`],
    [
      'a fresh account',
      `${show(bytesPerAccount)} bytes of heap; ${show(msPerAccount, 2)} ms from call to response in the same process`,
    ],
  ],
  accounts: ({ processorMs }) => [
    ['a fresh account over HTTP', `${show(processorMs, 2)} ms of processor time`],
  ],
  inProcess: ({ firstMs, warmMedianMs }) => [
    [
      'createSandbox to first response',
      `${show(warmMedianMs, 1)} ms warm, ${show(firstMs)} ms the first time`,
    ],
  ],
  quote: ({ quoteUs, balanceUs }) => [
    ['a quote', `${show(quoteUs, 1)} µs, where a balance takes ${show(balanceUs, 1)} µs`],
  ],
  dashboard: result => [
    ['dashboard to the first rows of 10,000 orders', result.missing ?? `${range(result.tookMs, 0)} ms`],
  ],
  package: ({ size, unpackedSize }) => [
    ['the package', `${show(size / 1e6, 1)} MB, installed ${show(unpackedSize / 1e6, 1)} MB`],
  ],
};

const factsOf = alone =>
  Object.entries(FACTS).flatMap(([name, rowsOf]) => (alone[name] ? rowsOf(alone[name]) : []));

/**
 * Compares the sandbox with another checkout of it, for each request. Rates vary when other programs use the machine;
 * processor time hardly does.
 */
function otherTable(peers, names) {
  const processorUs = name => run => run.requests[name]?.processorUs ?? Number.NaN;
  const cells = (name, pick, digits) => [
    ...[MINE, OTHER].map(server =>
      show(median(peers[server].runs.map(pick(name)).filter(Number.isFinite)), digits),
    ),
    show(ratio(peers[MINE].runs, peers[OTHER].runs, pick(name)), 2),
  ];
  const rows = COMPARED.filter(name => names.includes(name)).map(name => [
    name,
    ...cells(name, rate, 0),
    ...cells(name, processorUs, 1),
  ]);
  const head = ['request', 'per second', 'other', 'ratio', 'processor µs', 'other', 'ratio'];
  return `### Against the other checkout\n\n${table(head, rows)}\n`;
}

function peerTables(peers, hasStart) {
  const runs = Object.values(peers).flatMap(peer => peer.runs);
  const names = [...new Set(runs.flatMap(run => Object.keys(run.requests)))];
  return [
    ...(hasStart ? [startTable(peers)] : []),
    ...names.map(name => requestTable(peers, name)),
    ...(peers[OTHER] && peers[MINE] ? [otherTable(peers, names)] : []),
  ];
}

function aloneTables(alone) {
  const facts = factsOf(alone);
  return [
    ...(alone.growth ? [growthTable(alone)] : []),
    ...(alone.blocks || alone.usualBlocks ? [blocksTable(alone)] : []),
    ...(facts.length ? [`### Alone\n\n${table(['what', 'measured'], facts)}\n`] : []),
  ];
}

/** Formats the result as Markdown. */
export function report({ machine, generator, rounds, seconds, peers, hasStart, alone }) {
  const head = `${machine.date}, Node ${machine.node}, ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB; load by ${generator}, 64 connections, ${rounds} rounds of ${seconds} s, medians; ratios within a round.\n`;
  const rows = targets({ peers, hasStart, alone });
  return [
    head,
    `### Targets\n\n${table(['what', 'target', 'measured', ''], rows)}\n`,
    ...peerTables(peers, hasStart),
    ...aloneTables(alone),
  ].join('\n');
}
