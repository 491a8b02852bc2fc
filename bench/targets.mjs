import { median } from './median.mjs';
import { EXPRESS, MINE, OTHER, RAW } from './servers/index.mjs';

const KIB = 1024;
const MIB = KIB * KIB;
const BULK = 50;

/** The requests that are compared with the other checkout. */
export const COMPARED = ['POST order', 'GET balance', 'GET status', 'POST bulk of 50'];
/** The least rate, as a share of the rate of the other checkout. */
const MIN_RATIO_TO_OTHER = 0.8;

const runsOf = (peers, server) => peers[server]?.runs ?? [];

/** The median of the ratios within each round; null if either server was not measured. */
export function ratio(mine, base, pick, pickBase = pick) {
  const ratios = mine.map(run => {
    const baseRun = base.find(({ round }) => round === run.round);
    return baseRun ? pick(run) / pickBase(baseRun) : Number.NaN;
  });
  return median(ratios.filter(Number.isFinite));
}

export const rate = name => run => run.requests[name]?.perSecond ?? Number.NaN;

/** The request rate of the sandbox, relative to that of another server. */
const against = (peers, server, name) => ratio(runsOf(peers, MINE), runsOf(peers, server), rate(name));

const ofRuns = (peers, server, pick) => median(runsOf(peers, server).map(pick).filter(Number.isFinite));
const processorUs = (peers, server) =>
  ofRuns(peers, server, run => run.requests['POST order']?.processorUs ?? Number.NaN);

/** The rate of orders in bulk orders, relative to single posts on the bare server. */
const bulkRatio = peers =>
  ratio(
    runsOf(peers, MINE),
    runsOf(peers, RAW),
    run => rate('POST bulk of 50')(run) * BULK,
    rate('POST order'),
  );

/** The number of stored orders for which there is a target. No account of a test suite has more. */
const MANY = 100_000;

const grown = (rows, name) => {
  const [few] = rows;
  return rows.find(({ orders }) => orders === MANY)[name].p50Ms / few[name].p50Ms;
};

const blockMs = runs => median(runs.map(run => run.blockMs));

const times = value => `${value.toFixed(2)} ×`;
const ms = value => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const us = value => `${value.toFixed(0)} µs`;
const kb = value => `${value.toFixed(2)} KB`;
const mb = value => `${value.toFixed(1)} MB`;

const atLeast = (what, limit, value, show) => ({
  what,
  wanted: `at least ${show(limit)}`,
  value,
  show,
  isMet: value !== null && value >= limit,
});
const atMost = (what, limit, value, show) => ({
  what,
  wanted: `at most ${show(limit)}`,
  value,
  show,
  isMet: value !== null && value <= limit,
});

/** The targets of each request; they are reported if that request was measured. */
const requestTargets = peers => ({
  'POST order': [
    atLeast(
      'POST order, everything on, against the bare server',
      0.4,
      against(peers, RAW, 'POST order'),
      times,
    ),
    ...expressTargets(peers),
    ...peerTargets(peers),
  ],
  'GET balance': [
    atLeast('GET balance against the bare server', 0.48, against(peers, RAW, 'GET balance'), times),
  ],
  'GET status': [
    atLeast('GET status against the bare server', 0.48, against(peers, RAW, 'GET status'), times),
  ],
  'POST bulk of 50': [
    atLeast(
      'orders per second in bulks of 50, against single posts on the bare server',
      2,
      bulkRatio(peers),
      times,
    ),
  ],
});

const expressTargets = peers =>
  peers[EXPRESS]
    ? [atLeast('POST order against bare express()', 0.7, against(peers, EXPRESS, 'POST order'), times)]
    : [];

const peerTargets = peers => [
  ...(runsOf(peers, 'prism-cli').length > 0
    ? [atLeast('POST order against prism-cli', 4, against(peers, 'prism-cli', 'POST order'), times)]
    : []),
  ...(runsOf(peers, 'wiremock').length > 0
    ? [
        atMost(
          'processor time for POST order, against warm WireMock',
          processorUs(peers, 'wiremock'),
          processorUs(peers, MINE),
          us,
        ),
      ]
    : []),
];

const otherCheckoutTargets = (peers, isMeasured) =>
  COMPARED.filter(name => peers[OTHER] && isMeasured(name)).map(name =>
    atLeast(`${name} against the other checkout`, MIN_RATIO_TO_OTHER, against(peers, OTHER, name), times),
  );

const startTargets = peers => [
  atMost(
    'start to first response, against the bare server',
    2.5,
    ratio(runsOf(peers, MINE), runsOf(peers, RAW), run => run.startMs),
    times,
  ),
  atMost(
    'idle memory',
    90,
    ofRuns(peers, MINE, run => run.idleMb),
    mb,
  ),
];

function comparisonTargets(peers, hasStart) {
  if (!peers[MINE]) return [];
  const isMeasured = name => runsOf(peers, MINE).some(run => run.requests[name]);
  return [
    ...Object.entries(requestTargets(peers)).flatMap(([name, rows]) => (isMeasured(name) ? rows : [])),
    ...otherCheckoutTargets(peers, isMeasured),
    ...(hasStart ? startTargets(peers) : []),
  ];
}

const MEASURED_IN_GROWTH = ['POST order', 'GET status'];

/** The targets of each measurement of the sandbox alone. */
const ALONE = {
  growth: ({ growth }) =>
    MEASURED_IN_GROWTH.map(name =>
      atMost(`time of ${name} with 100,000 orders stored, against 1,000`, 1.2, grown(growth, name), times),
    ),
  advance: ({ advance }) => [
    atMost('100,000 order lifecycles by advance', 1000, median(advance.runs.map(run => run.tookMs)), ms),
  ],
  deliveries: ({ deliveries }) => {
    const delivered = deliveries.runs.map((run, index) => run.perSecond / deliveries.barePerSecond[index]);
    return [
      atLeast('100,000 signed webhooks by advance, against the bare client', 0.5, median(delivered), times),
    ];
  },
  keptState: ({ keptState }) => {
    const kept = keptState.disk.map((run, index) => run.perSecond / keptState.memory[index].perSecond);
    return [atLeast('POST order with --data, against without', 0.5, median(kept), times)];
  },
  usualBlocks: ({ usualBlocks }) => [
    atMost('longest block under bulks of 50 over 8 connections', 20, blockMs(usualBlocks.bulks), ms),
    atMost('longest block while 10,000 webhooks are delivered', 20, blockMs(usualBlocks.webhooks), ms),
  ],
  memory: ({ memory }) => [
    atMost('heap for a completed order', 1.5, memory.bytesPerOrder / KIB, kb),
    atMost('heap for a fresh account', 20, memory.bytesPerAccount / KIB, kb),
  ],
  accounts: ({ accounts }) => [
    atMost('processor time for a fresh account, over HTTP', 0.2, accounts.processorMs, ms),
  ],
  inProcess: ({ inProcess }) => [
    atMost('createSandbox() to first response, warm process', 20, inProcess.warmMedianMs, ms),
  ],
  package: alone => [atMost('installed package', 15, alone.package.unpackedSize / MIB, mb)],
};

const aloneTargets = alone =>
  Object.entries(ALONE).flatMap(([name, rowsOf]) => (alone[name] ? rowsOf(alone) : []));

/** The targets of everything that was measured, with their figures. */
export function targets({ peers, hasStart, alone }) {
  return [...comparisonTargets(peers, hasStart), ...aloneTargets(alone)].map(
    ({ what, wanted, value, show, isMet }) => [
      what,
      wanted,
      value === null ? 'not measured' : show(value),
      isMet ? 'met' : 'missed',
    ],
  );
}
