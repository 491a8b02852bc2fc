import { median } from './median.mjs';
import { ratio, targets } from './targets.mjs';

const show = (value, digits = 0) =>
  value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

function requestTable(peers, name) {
  const base = peers['raw node:http']?.runs ?? [];
  const rows = Object.entries(peers).map(([server, { runs, missing }]) => {
    const done = runs.filter(run => run.requests[name]);
    if (done.length === 0) return [server, missing ?? 'cannot', '', '', '', ''];
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
  return `### ${name}\n\n${table(['server', 'a second', '× raw', 'µs of processor', 'p50 ms', 'p99 ms'], rows)}\n`;
}

function startTable(peers) {
  const base = peers['raw node:http']?.runs ?? [];
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
  return `### Start and memory\n\n${table(['server', 'first answer ms', '× raw', 'MB idle', 'MB after load'], rows)}\n`;
}

const range = (values, digits) =>
  `${show(median(values), digits)} (${show(Math.min(...values), digits)} to ${show(Math.max(...values), digits)})`;

function growthTable({ growth }) {
  const cells = ({ p50Ms, processorUs }) => [show(p50Ms, 2), show(processorUs, 1)];
  const rows = growth.map(row => [
    row.orders,
    show(row.memoryMb),
    ...cells(row['POST order']),
    ...cells(row['GET status']),
  ]);
  const head = ['orders stored', 'MB', 'POST order p50 ms', 'µs', 'GET status p50 ms', 'µs of processor'];
  return `### Growth\n\n${table(head, rows)}\n`;
}

function blocksTable({ blocks, advance, deliveries, keptState }) {
  const rows = [
    ...Object.entries(blocks).map(([name, blockMs]) => [`${name}, 64 connections`, show(blockMs, 1)]),
    [
      '100,000 orders by advance',
      range(
        advance.runs.map(run => run.blockMs),
        1,
      ),
    ],
    [
      '100,000 webhooks by advance',
      range(
        deliveries.runs.map(run => run.blockMs),
        1,
      ),
    ],
    [
      'POST order with --data',
      range(
        keptState.disk.map(run => run.blockMs),
        1,
      ),
    ],
  ];
  return `### Longest block of the event loop\n\n${table(['under', 'ms'], rows)}\n`;
}

function factsTable({
  advance,
  deliveries,
  keptState,
  memory,
  accounts,
  inProcess,
  quote,
  dashboard,
  ...rest
}) {
  const sent = deliveries.runs.map(run => run.perSecond);
  const rows = [
    [
      '100,000 orders through their life by advance',
      `${range(
        advance.runs.map(run => run.tookMs),
        0,
      )} ms`,
    ],
    ['signed webhooks by advance', `${range(sent, 0)} a second`],
    ['the bare client', `${range(deliveries.barePerSecond, 0)} a second`],
    [
      'POST order with --data',
      `${range(
        keptState.disk.map(run => run.perSecond),
        0,
      )} a second`,
    ],
    ['an order whose life has ended', `${show(memory.bytesAnOrder)} bytes of heap`],
    [
      'a fresh account',
      `${show(memory.bytesAnAccount)} bytes of heap; ${show(memory.msAnAccount, 2)} ms from call to answer in one process, ${show(accounts.processorMs, 2)} ms of processor over HTTP`,
    ],
    [
      'createSandbox to first answer',
      `${show(inProcess.warmMedianMs, 1)} ms warm, ${show(inProcess.firstMs)} ms the first time`,
    ],
    ['a quote', `${show(quote.quoteUs, 1)} µs, where a balance takes ${show(quote.balanceUs, 1)} µs`],
    [
      'dashboard to the first rows of 10,000 orders',
      dashboard ? `${range(dashboard.tookMs, 0)} ms` : 'there is no Chromium',
    ],
    [
      'the package',
      `${show(rest.package.size / 1e6, 1)} MB, installed ${show(rest.package.unpackedSize / 1e6, 1)} MB`,
    ],
  ];
  return `### Alone\n\n${table(['what', 'measured'], rows)}\n`;
}

/** The result as Markdown. */
export function report({ machine, generator, rounds, seconds, peers, alone }) {
  const head = `${machine.date}, Node ${machine.node}, ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB; load by ${generator}, 64 connections, ${rounds} rounds of ${seconds} s, medians; ratios within a round.\n`;
  const names = [
    ...new Set(Object.values(peers).flatMap(({ runs }) => runs.flatMap(run => Object.keys(run.requests)))),
  ];
  const parts = [
    head,
    `### Targets\n\n${table(['what', 'target', 'measured', ''], targets({ peers, alone }))}\n`,
    ...(names.length ? [startTable(peers), ...names.map(name => requestTable(peers, name))] : []),
    ...(alone ? [growthTable(alone), blocksTable(alone), factsTable(alone)] : []),
  ];
  return parts.join('\n');
}
