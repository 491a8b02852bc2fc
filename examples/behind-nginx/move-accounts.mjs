// Moves accounts to the processes that the next layout gives them, for add-process.mjs and remove-process.mjs.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addressOf, countOf, LISTEN, PROGRAM, switchTo } from './layout.mjs';

const AT_A_TIME = 40;
const ATTEMPTS = 10;
const BETWEEN_ATTEMPTS_MS = 100;
/** Accounts that each process has for itself. */
const IN_EACH = new Set(['demo', 'showroom']);

const runFile = promisify(execFile);
const [command, ...before] = PROGRAM;

/** Runs a command of the sandbox and returns its JSON. */
async function sandbox(...words) {
  const { stdout } = await runFile(command, [...before, ...words, '--json'], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}

/** The address of a process, without nginx. */
export const urlOf = number => `http://${addressOf(number)}`;

/** Asks nginx. A reload closes connections, even one that was just opened, so a question is repeated for a second. */
async function ask(path) {
  const url = `http://${LISTEN}${path}`;
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await fetch(url);
    } catch (error) {
      const cause = error.cause?.message ?? error.message;
      if (left === 1) throw new Error(`nginx does not respond at ${url} (${cause}); check that it runs`);
      await pause(BETWEEN_ATTEMPTS_MS);
    }
  }
}

/** The number of the process to which the next layout sends an account. */
async function homeOf(account) {
  const response = await ask(`/home/${account}`);
  await response.arrayBuffer();
  const address = response.headers.get('x-sandbox-process');
  const number = [...Array(1000).keys()].find(one => addressOf(one) === address);
  if (number === undefined)
    throw new Error(`nginx does not tell the home of ${account} (${response.status})`);
  return number;
}

/** The accounts that are not where the next layout sends them, with the numbers of their processes. */
export async function misplaced(processes) {
  const found = {};
  for (let number = 1; number <= processes; number++) {
    for (const { name } of await sandbox('account', 'list', '--url', urlOf(number))) {
      if (!IN_EACH.has(name) && (await homeOf(name)) !== number) found[name] = number;
    }
  }
  return found;
}

/** The commands that move accounts to their homes: one for all that have the same way. */
async function commandsFor(names, pins) {
  const byWay = new Map();
  for (const name of names) {
    const way = ['--url', urlOf(pins[name]), '--to', urlOf(await homeOf(name))];
    byWay.set(way.join(' '), [...(byWay.get(way.join(' ')) ?? way), name]);
  }
  return [...byWay.values()].map(words => ['account', 'move', ...words]);
}

/** Moves accounts to their homes. They stay stopped where they were until nginx sends their requests to the new home. */
async function move(layout, names) {
  const commands = await commandsFor(names, layout.pins);
  for (const words of commands) await sandbox(...words, '--keep');
  const pins = Object.fromEntries(Object.entries(layout.pins).filter(([name]) => !names.includes(name)));
  await switchTo({ ...layout, pins });
  for (const words of commands) await sandbox(...words);
  return { ...layout, pins };
}

/**
 * Moves all accounts that are not where the layout sends them, also those that were created while it was prepared.
 * @returns the layout without pins
 */
export async function moveAll(prepared) {
  let layout = { ...prepared, pins: { ...prepared.pins, ...(await misplaced(countOf(prepared))) } };
  await switchTo(layout);
  const names = Object.keys(layout.pins);
  console.log(`${names.length} accounts move`);
  for (let from = 0; from < names.length; from += AT_A_TIME) {
    layout = await move(layout, names.slice(from, from + AT_A_TIME));
    console.log(`${Math.min(from + AT_A_TIME, names.length)} of ${names.length} moved`);
  }
  return layout;
}

/** Runs a script. If it fails, it says why, and the exit code is 1. */
export async function run(script) {
  await script().catch(error => {
    console.error(error.stderr || error.message);
    process.exitCode = 1;
  });
}
