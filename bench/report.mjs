const median = values => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)] : null;
};
const show = (value, digits = 0) =>
  value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** Round by round, because both were measured within it. */
const ratio = (mine, base, pick) =>
  median(
    mine
      .map((run, index) => (base[index] ? pick(run) / pick(base[index]) : Number.NaN))
      .filter(Number.isFinite),
  );

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

function aloneText(alone) {
  const growth = table(
    ['orders stored', 'MB', 'POST order µs', 'GET status µs'],
    alone.growth.map(row => [
      row.orders,
      show(row.memoryMb),
      show(row['POST order'].processorUs, 1),
      show(row['GET status'].processorUs, 1),
    ]),
  );
  const { advance, deliveries, accounts, inProcess, keptState, quote } = alone;
  const pairs = keptState.disk.map((rate, index) => rate / keptState.memory[index]);
  const sent = deliveries.sandbox.map((rate, index) => rate / deliveries.barePool[index]);
  const facts = [
    [`${advance.orders} orders through their life by advance`, `${show(advance.advanceMs)} ms`],
    ['longest wait of another request meanwhile', `${show(advance.longestWaitMs, 1)} ms`],
    ['memory an order, its life ended (resident)', `${show(advance.bytesAnOrder)} bytes`],
    [
      `${deliveries.webhooks} signed webhooks, a second`,
      `${show(median(deliveries.sandbox))} (${show(median(sent), 2)} × the bare client)`,
    ],
    ['making an account over HTTP', `${show(accounts.eachMs, 2)} ms, ${show(accounts.kilobytesEach, 1)} KB`],
    [
      'createSandbox to first answer, warm process',
      `${show(inProcess.warmMedianMs, 1)} ms (the first ${show(inProcess.firstMs)} ms)`,
    ],
    [
      'POST order with --data against without',
      `${show(median(pairs), 2)} × (${show(median(keptState.disk))} a second)`,
    ],
    ['a quote against a balance', `${show(quote.quoteUs, 1)} µs against ${show(quote.balanceUs, 1)} µs`],
  ];
  return `### Growth\n\n${growth}\n\n### This server alone\n\n${table(['what', 'measured'], facts)}\n`;
}

/** The result as Markdown. */
export function report({ machine, generator, rounds, seconds, peers, alone }) {
  const head = `${machine.date}, Node ${machine.node}, ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB; load by ${generator}, 64 connections, ${rounds} rounds of ${seconds} s, medians; ratios within a round.\n`;
  const names = [
    ...new Set(Object.values(peers).flatMap(({ runs }) => runs.flatMap(run => Object.keys(run.requests)))),
  ];
  const parts = [
    head,
    ...(names.length ? [startTable(peers), ...names.map(name => requestTable(peers, name))] : []),
    ...(alone ? [aloneText(alone)] : []),
  ];
  return `${parts.join('\n')}\n`;
}
