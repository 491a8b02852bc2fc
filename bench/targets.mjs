import { median } from './median.mjs';
import { EXPRESS, MINE, OTHER, RAW } from './servers/index.mjs';

const KIB = 1024;
const MIB = KIB * KIB;
const BULK = 50;

/** The requests that are compared with the other checkout. */
export const COMPARED = ['POST order', 'GET balance', 'GET status', 'POST bulk of 50'];
/** Of what the other checkout answers a second: at most 20 % below. */
const LEAST_OF_OTHER = 0.8;

const runsOf = (peers, server) => peers[server]?.runs ?? [];

/** Round by round, because both were measured within it; null where either is missing. */
export function ratio(mine, base, pick, pickBase = pick) {
  const ratios = mine.map(run => {
    const beside = base.find(({ round }) => round === run.round);
    return beside ? pick(run) / pickBase(beside) : Number.NaN;
  });
  return median(ratios.filter(Number.isFinite));
}

export const rate = name => run => run.requests[name]?.perSecond ?? Number.NaN;

/** Requests a second of the sandbox, as a multiple of another server's. */
const against = (peers, server, name) => ratio(runsOf(peers, MINE), runsOf(peers, server), rate(name));

const ofRuns = (peers, server, pick) => median(runsOf(peers, server).map(pick).filter(Number.isFinite));
const processorUs = (peers, server) =>
  ofRuns(peers, server, run => run.requests['POST order']?.processorUs ?? Number.NaN);

/** Orders a second in bulks, against the bare server's single posts. */
const bulkRatio = peers =>
  ratio(
    runsOf(peers, MINE),
    runsOf(peers, RAW),
    run => rate('POST bulk of 50')(run) * BULK,
    rate('POST order'),
  );

const grown = ([first, ...rest], name) => rest.at(-1)[name].p50Ms / first[name].p50Ms;

const blockMs = runs => median(runs.map(run => run.blockMs));

/** The worst of the middle of each load's rounds, as far as these were measured. */
const longestBlock = ({ blocks, advance, deliveries, keptState }) =>
  Math.max(
    ...Object.values(blocks),
    ...[advance?.runs, deliveries?.runs, keptState?.disk].filter(Boolean).map(blockMs),
  );

const times = value => `${value.toFixed(2)} ×`;
const ms = value => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const us = value => `${value.toFixed(0)} µs`;
const kb = value => `${value.toFixed(2)} KB`;
const mb = value => `${value.toFixed(1)} MB`;

const least = (what, limit, value, show) => ({
  what,
  wanted: `at least ${show(limit)}`,
  value,
  show,
  isMet: value !== null && value >= limit,
});
const most = (what, limit, value, show) => ({
  what,
  wanted: `at most ${show(limit)}`,
  value,
  show,
  isMet: value !== null && value <= limit,
});

/** Targets over requests: each stands in the table where that request was measured. */
const overRequests = peers => ({
  'POST order': [
    least(
      'POST order, everything on, against the bare server',
      0.4,
      against(peers, RAW, 'POST order'),
      times,
    ),
    ...besideExpress(peers),
    ...besideOthers(peers),
  ],
  'GET balance': [
    least('GET balance against the bare server', 0.48, against(peers, RAW, 'GET balance'), times),
  ],
  'GET status': [least('GET status against the bare server', 0.48, against(peers, RAW, 'GET status'), times)],
  'POST bulk of 50': [
    least(
      'orders a second in bulks of 50, against single posts of the bare server',
      2,
      bulkRatio(peers),
      times,
    ),
  ],
});

const besideExpress = peers =>
  peers[EXPRESS] ? [least('POST order × express()', 0.7, against(peers, EXPRESS, 'POST order'), times)] : [];

const besideOthers = peers => [
  ...(runsOf(peers, 'prism-cli').length > 0
    ? [least('POST order against prism-cli', 4, against(peers, 'prism-cli', 'POST order'), times)]
    : []),
  ...(runsOf(peers, 'wiremock').length > 0
    ? [
        most(
          'processor for POST order, against warm WireMock',
          processorUs(peers, 'wiremock'),
          processorUs(peers, MINE),
          us,
        ),
      ]
    : []),
];

const besideOther = (peers, isMeasured) =>
  COMPARED.filter(name => peers[OTHER] && isMeasured(name)).map(name =>
    least(`${name} against the other checkout`, LEAST_OF_OTHER, against(peers, OTHER, name), times),
  );

const atStart = peers => [
  most(
    'start to first answer, against the bare server',
    2.5,
    ratio(runsOf(peers, MINE), runsOf(peers, RAW), run => run.startMs),
    times,
  ),
  most(
    'memory idle',
    90,
    ofRuns(peers, MINE, run => run.idleMb),
    mb,
  ),
];

function besidePeers(peers, hasStart) {
  if (!peers[MINE]) return [];
  const isMeasured = name => runsOf(peers, MINE).some(run => run.requests[name]);
  return [
    ...Object.entries(overRequests(peers)).flatMap(([name, rows]) => (isMeasured(name) ? rows : [])),
    ...besideOther(peers, isMeasured),
    ...(hasStart ? atStart(peers) : []),
  ];
}

const MEASURED_IN_GROWTH = ['POST order', 'GET status'];

/** The targets of each measurement of the server alone. */
const ALONE = {
  growth: ({ growth }) =>
    MEASURED_IN_GROWTH.map(name =>
      most(`time of ${name} with 1,000,000 orders stored, against 1,000`, 1.2, grown(growth, name), times),
    ),
  advance: ({ advance }) => [
    most(
      '100,000 orders through their life by advance',
      1000,
      median(advance.runs.map(run => run.tookMs)),
      ms,
    ),
  ],
  deliveries: ({ deliveries }) => {
    const delivered = deliveries.runs.map((run, index) => run.perSecond / deliveries.barePerSecond[index]);
    return [
      least('100,000 signed webhooks by advance, against the bare client', 0.5, median(delivered), times),
    ];
  },
  keptState: ({ keptState }) => {
    const kept = keptState.disk.map((run, index) => run.perSecond / keptState.memory[index].perSecond);
    return [least('POST order with --data, against without', 0.5, median(kept), times)];
  },
  blocks: alone => [most('longest block of the event loop under all of these', 20, longestBlock(alone), ms)],
  memory: ({ memory }) => [
    most('heap for an order whose life has ended', 1.5, memory.bytesAnOrder / KIB, kb),
    most('heap for a fresh account', 20, memory.bytesAnAccount / KIB, kb),
  ],
  accounts: ({ accounts }) => [
    most('processor for a fresh account, over HTTP', 0.2, accounts.processorMs, ms),
  ],
  inProcess: ({ inProcess }) => [
    most('createSandbox() to first answer, warm process', 20, inProcess.warmMedianMs, ms),
  ],
  package: alone => [most('the package, installed', 15, alone.package.unpackedSize / MIB, mb)],
};

const byItself = alone =>
  Object.entries(ALONE).flatMap(([name, rowsOf]) => (alone[name] ? rowsOf(alone) : []));

/** Each target of what was measured, with its figure. */
export function targets({ peers, hasStart, alone }) {
  return [...besidePeers(peers, hasStart), ...byItself(alone)].map(({ what, wanted, value, show, isMet }) => [
    what,
    wanted,
    value === null ? 'not measured' : show(value),
    isMet ? 'met' : 'missed',
  ]);
}
