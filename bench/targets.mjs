import { median } from './median.mjs';

const KIB = 1024;
const MIB = KIB * KIB;
const RAW = 'raw node:http';
const MINE = 'energy-sandbox';

const runsOf = (peers, server) => peers[server]?.runs ?? [];

/** Round by round, because both were measured within it; null where either is missing. */
export function ratio(mine, base, pick) {
  const ratios = mine.map((run, index) => (base[index] ? pick(run) / pick(base[index]) : Number.NaN));
  return median(ratios.filter(Number.isFinite));
}

const rate = name => run => run.requests[name]?.perSecond ?? Number.NaN;
const against = (peers, server, name) => ratio(runsOf(peers, MINE), runsOf(peers, server), rate(name));
const ofRuns = (peers, server, pick) => median(runsOf(peers, server).map(pick).filter(Number.isFinite));
const processorUs = (peers, server) =>
  ofRuns(peers, server, run => run.requests['POST order']?.processorUs ?? Number.NaN);

const BULK = 50;

/** Orders a second in bulks, against the bare server's single posts. */
const bulkRatio = peers => {
  const bulks = runsOf(peers, MINE).map(run => rate('POST bulk of 50')(run) * BULK);
  const singles = runsOf(peers, RAW).map(rate('POST order'));
  return median(bulks.map((orders, index) => orders / singles[index]).filter(Number.isFinite));
};

const grown = ([first, ...rest], name) => rest.at(-1)[name].p50Ms / first[name].p50Ms;

/** The worst of the middle of each load's rounds. */
const longestBlock = ({ blocks, advance, deliveries, keptState }) =>
  Math.max(
    ...Object.values(blocks),
    median(advance.runs.map(run => run.blockMs)),
    median(deliveries.runs.map(run => run.blockMs)),
    median(keptState.disk.map(run => run.blockMs)),
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
  isMet: value >= limit,
});
const most = (what, limit, value, show) => ({
  what,
  wanted: `at most ${show(limit)}`,
  value,
  show,
  isMet: value <= limit,
});

function besidePeers(peers) {
  if (runsOf(peers, RAW).length === 0 || runsOf(peers, MINE).length === 0) return [];
  const rows = [
    least(
      'POST order, everything on, against the bare server',
      0.4,
      against(peers, RAW, 'POST order'),
      times,
    ),
    least('GET balance against the bare server', 0.48, against(peers, RAW, 'GET balance'), times),
    least('GET status against the bare server', 0.48, against(peers, RAW, 'GET status'), times),
    least(
      'orders a second in bulks of 50, against single posts of the bare server',
      2,
      bulkRatio(peers),
      times,
    ),
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
  if (runsOf(peers, 'prism-cli').length > 0)
    rows.push(least('POST order against prism-cli', 4, against(peers, 'prism-cli', 'POST order'), times));
  if (runsOf(peers, 'wiremock').length > 0)
    rows.push(
      most(
        'processor for POST order, against warm WireMock',
        processorUs(peers, 'wiremock'),
        processorUs(peers, MINE),
        us,
      ),
    );
  return rows;
}

function byItself(alone) {
  const { growth, advance, deliveries, keptState, memory, accounts, inProcess } = alone;
  const delivered = deliveries.runs.map((run, index) => run.perSecond / deliveries.barePerSecond[index]);
  const kept = keptState.disk.map((run, index) => run.perSecond / keptState.memory[index].perSecond);
  return [
    most(
      'time of POST order with 1,000,000 orders stored, against 1,000',
      1.2,
      grown(growth, 'POST order'),
      times,
    ),
    most(
      'time of GET status with 1,000,000 orders stored, against 1,000',
      1.2,
      grown(growth, 'GET status'),
      times,
    ),
    most(
      '100,000 orders through their life by advance',
      2000,
      median(advance.runs.map(run => run.tookMs)),
      ms,
    ),
    least('100,000 signed webhooks by advance, against the bare client', 0.5, median(delivered), times),
    least('POST order with --data, against without', 0.5, median(kept), times),
    most('longest block of the event loop under all of these', 20, longestBlock(alone), ms),
    most('heap for an order whose life has ended', 1.5, memory.bytesAnOrder / KIB, kb),
    most('processor for a fresh account, over HTTP', 0.2, accounts.processorMs, ms),
    most('heap for a fresh account', 20, memory.bytesAnAccount / KIB, kb),
    most('createSandbox() to first answer, warm process', 20, inProcess.warmMedianMs, ms),
    most('the package, installed', 15, alone.package.unpackedSize / MIB, mb),
  ];
}

/** Each target with what was measured. */
export function targets({ peers, alone }) {
  return [...besidePeers(peers), ...(alone ? byItself(alone) : [])].map(
    ({ what, wanted, value, show, isMet }) => [
      what,
      wanted,
      value === null ? 'not measured' : show(value),
      isMet ? 'met' : 'missed',
    ],
  );
}
