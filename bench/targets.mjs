// The table of targets: what is measured, why, and how far it may go.
import { accounts, bulks, floorMemory, growth, memory, webhooks } from './alone.mjs';
import { compareLoads, compareStarts, median, ratio } from './compare.mjs';
import { BULK } from './requests.mjs';
import { bare, sandbox } from './servers/definitions.mjs';

/** How much is measured: in full, or for a first impression. */
const FULL = { rounds: 3, slices: 4, starts: 15, accounts: 4_000, orders: 5_000, repeats: 5, posts: 2_000 };
const QUICK = { rounds: 1, slices: 1, starts: 3, accounts: 1_500, orders: 2_500, repeats: 1, posts: 500 };

const times = value => value.toFixed(2);
const ms = value => `${value.toFixed(value < 1 ? 2 : 0)} ms`;
const mb = value => `${value.toFixed(1)} MB`;
const bytes = value => `${value.toFixed(0)} bytes`;

/** The rate of a kind of request, relative to that of another server in the neighboring second. */
const rate =
  (kind, other) =>
  ({ loads }, server) =>
    ratio(loads[server][kind].perSecond, loads[other][kind].perSecond);

/** Orders per second in bulk requests, relative to single ones on the bare server. */
const bulkRate = ({ loads }, server) =>
  BULK * ratio(loads[server]['POST bulk of 50'].perSecond, loads.raw['POST order'].perSecond);

/** A figure that was measured as such: that of the sandbox, and that of the floor if it has one. */
const of = name => (measured, server) => measured[server][name];

const atLeast = (limit, show = times) => ({
  wanted: `≥ ${show(limit)}`,
  isMet: value => value >= limit,
  show,
});
const atMost = (limit, show = times) => ({
  wanted: `≤ ${show(limit)}`,
  isMet: value => value <= limit,
  show,
});
const unlimited = show => ({ wanted: '', isMet: null, show });

/** What, why, the target, and the figure of a server. */
const ROWS = [
  ['POST order, × bare node:http', 'what suites send most', atLeast(0.5), rate('POST order', 'raw')],
  ['POST order, × bare express()', 'the usual framework', atLeast(0.85), rate('POST order', 'express')],
  ['GET balance, × bare node:http', 'what every request costs', atLeast(0.7), rate('GET balance', 'raw')],
  ['GET status, × bare node:http', 'what clients poll', atLeast(0.6), rate('GET status', 'raw')],
  ['orders in bulks of 50, × POST order on bare node:http', 'a bulk must pay', atLeast(1.8), bulkRate],
  ['start to first response, × bare node:http', 'a test run waits for it', atMost(2.5), of('start')],
  ['idle memory', 'it runs beside other programs', atMost(65, mb), of('idle')],
  ['processor time of a fresh account over HTTP', 'one per test', atMost(0.15, ms), of('account')],
  ['webhooks by `advance`, × a bare undici Pool', 'one call, many webhooks', atLeast(0.5), of('webhooks')],
  ['longest block meanwhile', 'other requests wait as long', atMost(20, ms), of('webhookBlock')],
  ['longest block under bulks, 8 connections', 'the same', atMost(20, ms), of('bulkBlock')],
  ['GET status with 20,000 orders, × with 1,000', 'it must stay fast', atMost(1.1), of('statusGrowth')],
  ['POST order with 20,000 orders, × with 1,000', 'the same', atMost(1.1), of('postGrowth')],
  ['allocated for a POST order', 'it has to be collected', unlimited(bytes), of('allocated')],
  ['retained for a completed order', 'orders are never dropped', unlimited(bytes), of('retained')],
];

/** Runs all measurements, one after another. */
export async function measureTargets({ isQuick, log }) {
  const amounts = { ...(isQuick ? QUICK : FULL), log };
  const servers = {
    raw: bare('raw'),
    express: bare('express', { requests: ['POST order'] }),
    floor: bare('floor'),
    sandbox: sandbox(),
  };
  const loads = await compareLoads(servers, amounts);
  const starts = await compareStarts({ raw: servers.raw, sandbox: servers.sandbox }, amounts);
  const mine = {
    start: ratio(starts.sandbox.startMs, starts.raw.startMs),
    idle: median(starts.sandbox.idleMb),
  };
  for (const measure of [accounts, webhooks, bulks, growth, memory]) {
    log(measure.name);
    Object.assign(mine, await measure(amounts));
  }
  return { loads, sandbox: mine, floor: await floorMemory(amounts) };
}

/** The head of the table. */
export const TARGET_HEAD = ['what', 'why', 'target', 'measured', '', 'floor'];

/** The rows of the table, as text. */
export const targetRows = measured =>
  ROWS.map(([what, why, { wanted, isMet, show }, figure]) => {
    const [mine, floor] = ['sandbox', 'floor'].map(server => figure(measured, server));
    const verdict = isMet ? (isMet(mine) ? 'met' : 'missed') : '';
    return [what, why, wanted, show(mine), verdict, floor === undefined ? '' : show(floor)];
  });
