// Compares the processor time of requests in two checkouts. Three processes take turns: one with this checkout, one with
// the other, and again one with this checkout, whose difference from the first is noise.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, ratio } from './compare.mjs';
import { onCore } from './process.mjs';
import { BULK, REQUESTS } from './requests.mjs';

const HERE = fileURLToPath(new URL('../', import.meta.url));
const PROGRAM = fileURLToPath(new URL('servers/in-memory.mjs', import.meta.url));

/** The most processor time of a request that a change may add. */
const BUDGET = 1.02;

/** V8 optimizes processes differently, so each round has new ones. A slice takes some 50 ms. */
const FULL = { rounds: 7, slices: 24 };
const QUICK = { rounds: 2, slices: 12 };
const WARM_UP_SLICES = 12;
const REQUESTS_OF_A_SLICE = 1_000;

const ordersIn = kind => (kind === 'POST bulk of 50' ? BULK : 1);
const countOf = kind => REQUESTS_OF_A_SLICE / ordersIn(kind);

/** @throws if the folder has no build, or its library does not start */
async function start(folder) {
  const library = resolve(folder, 'dist/index.js');
  if (!existsSync(library)) throw new Error(`${library} is missing; run "npm run build" in ${folder}`);
  const [program, ...args] = onCore(0, [process.execPath, PROGRAM, folder]);
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the process with ${library} ended; its error is above`);
  });
  // After a comparison, processes end as they should.
  ended.catch(() => undefined);
  await reply({ child, ended });
  return { child, ended };
}

/** The next message of a process. @throws if it ends before that */
async function reply({ child, ended }) {
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}

async function measure(server, kind, count) {
  server.child.send({ kind, count });
  return (await reply(server)).us;
}

/** Measures one kind of request in processes that take turns, in an order that is reversed from slice to slice. */
async function measureInTurn(servers, kind, slices) {
  const seen = servers.map(() => []);
  for (const server of servers) await measure(server, kind, WARM_UP_SLICES * countOf(kind));
  for (let slice = 0; slice < slices; slice++) {
    const turns = [...servers.keys()];
    for (const turn of slice % 2 ? turns.reverse() : turns)
      seen[turn].push((await measure(servers[turn], kind, countOf(kind))) / ordersIn(kind));
  }
  return seen;
}

async function measureRound(folder, slices) {
  const servers = [];
  try {
    for (const each of [HERE, folder, HERE]) servers.push(await start(each));
    const ofKinds = {};
    for (const kind of Object.keys(REQUESTS)) {
      const [first, there, second] = await measureInTurn(servers, kind, slices);
      // The mean of two processes has less noise than either.
      const here = first.map((us, slice) => (us + second[slice]) / 2);
      ofKinds[kind] = { here, there, change: ratio(here, there), noise: ratio(first, second) };
    }
    return ofKinds;
  } finally {
    for (const { child } of servers) if (child.connected) child.disconnect();
  }
}

/** The head of the table. */
export const againstHead = folder => [
  'processor time',
  'µs',
  `µs in ${folder}`,
  'ratio',
  `≤ ${BUDGET}`,
  'noise: ratio of this checkout to itself',
];

/** The median of the ratios of rounds, with the least and the greatest. */
function summary(ratios) {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map(value => value.toFixed(3));
  return `${median(ratios).toFixed(3)} (${low} to ${high})`;
}

/** Compares this checkout with that in a folder. @returns the rows of the table, as text */
export async function compareWith(folder, { isQuick, log }) {
  const { rounds, slices } = isQuick ? QUICK : FULL;
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    log(`round ${round + 1} of ${rounds}`);
    measured.push(await measureRound(folder, slices));
  }
  return Object.keys(REQUESTS).map(kind => {
    const ofRounds = measured.map(round => round[kind]);
    const us = side => median(ofRounds.flatMap(round => round[side])).toFixed(2);
    const [changes, noise] = ['change', 'noise'].map(name => ofRounds.map(round => round[name]));
    const name = ordersIn(kind) === 1 ? kind : `an order in a bulk of ${BULK}`;
    const verdict = median(changes) <= BUDGET ? 'met' : 'missed';
    return [name, us('here'), us('there'), summary(changes), verdict, summary(noise)];
  });
}
