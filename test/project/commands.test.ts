import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, type CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { Terminal } from '../../src/cli/process-io.ts';
import { COMMANDS } from '../../src/cli/program.ts';
import { VERSION } from '../../src/host/node/version.ts';
import { Captured } from '../cli/support.ts';
import { shellOf } from './package/installation.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Everything in which users see or copy commands. */
const PRINTED = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'action.yml'],
  ...['docker', 'docs', 'examples', 'openapi', 'scenarios', 'src'],
];

const filesIn = (path: string): string[] =>
  statSync(join(ROOT, path)).isFile()
    ? [path]
    : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
        .map(name => join(path, name).replaceAll('\\', '/'))
        .filter(file => /(\.(md|ya?ml|tsx?|mjs|cjs|py|sh)|Dockerfile)$/.test(file))
        .filter(file => !/\.generated\.|\.test\./.test(file));

const TEXTS = PRINTED.flatMap(filesIn).map(file => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8').replace(/\\+\n\s*/g, ' '),
}));

const NAMES = COMMANDS.map(({ name }) => name).join('|');

/** Calls of the program, as users type them, and as the texts of the command line have them. */
const BY_NPX = new RegExp(`npx (?:--no )?energy-rental-sandbox (?=--|(?:${NAMES})\\b|\\$)([^\`\\n]*)`, 'g');
const BY_NAME = new RegExp(
  `(?<!(?:add|generic|secret) |/|\\w|-)energy-sandbox (?=--|(?:${NAMES})\\b)([^\`\\n]*)`,
  'g',
);
const BY_SUBSTITUTION = /\$\{(?:\w+\.)?programName\} (?=[-a-z$])([^`\n]*)/g;

/** The words of this program in a call: up to the command that it runs, to a comment, or to what a shell does with it. */
function wordsOf(call: string): string[] {
  const own = call
    .replace(/\$\{[^}]*\}/g, 'X')
    .replace(/\s{2,}.*$/, '')
    .replace(/\s(--|#|\||>>?|<|&&?|…)(\s.*)?$/, '');
  // Up to a quotation mark that ends a text which contains the call.
  const words =
    /^(?:(?:[^\s'"]|'[^']*'|"[^"]*")+\s?)*/.exec(own)![0].match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  const last = words.findIndex(word => /[.,;:)]$/.test(word));
  const inSentence = last === -1 ? words : words.slice(0, last + 1);
  return inSentence.map(word => word.replace(/['"]|[.,;:)]+$/g, ''));
}

/** A command with its subcommands, which parses and does nothing. */
async function commandNamed(name: string): Promise<Command> {
  const quiet = new Captured();
  const command = new Command(name);
  const io = {
    out: new Terminal(quiet, {}),
    err: new Terminal(quiet, {}),
    environment: {},
    programName: 'energy-sandbox',
    input: process.stdin,
    onInterrupt: () => undefined,
    onEndSignal: () => undefined,
    onLost: () => undefined,
  };
  (await COMMANDS.find(one => one.name === name)!.load()).define(command, io);
  for (const one of [command, ...command.commands]) {
    one.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    if (one.commands.length === 0) one.action(() => undefined);
  }
  return command;
}

/** A sentence may name a command without what it needs, such as `audit`. */
const INCOMPLETE = ['commander.missingArgument', 'commander.missingMandatoryOptionValue', 'commander.help'];
/** A placeholder, or a part that is substituted, need not have the form of its value. */
const MALFORMED = 'commander.invalidArgument';
const PLACEHOLDER = /\$\{|…|\b[A-Z]{2,}\b/;

/** Why a call is refused; null if it works. */
async function problemWith(call: string): Promise<string | null> {
  const words = wordsOf(call);
  const [first = ''] = words;
  if (first === 'X' || /^(--help|--version)$/.test(first)) return null;
  const [name = '', rest] = first.startsWith('-') ? ['start', words] : [first, words.slice(1)];
  if (!COMMANDS.some(one => one.name === name)) return `${call}: unknown command`;
  const command = await commandNamed(name);
  try {
    command.parse(rest, { from: 'user' });
    return null;
  } catch (error) {
    const { code, message } = error as CommanderError;
    if (code === 'commander.helpDisplayed') return null;
    const isMention = INCOMPLETE.includes(code) && !rest.some(word => word.startsWith('-'));
    return isMention || (code === MALFORMED && PLACEHOLDER.test(call)) ? null : `${call}: ${message}`;
  }
}

const callsIn = (pattern: RegExp): { file: string; call: string }[] =>
  TEXTS.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, call]) => ({ file, call: call! })));

describe('a command that the program, its dashboard or its documents print', () => {
  test('exists, with its arguments and flags', async () => {
    const calls = [BY_NPX, BY_NAME, BY_SUBSTITUTION].flatMap(callsIn);
    expect(calls.length).toBeGreaterThan(150);
    const problems = await Promise.all(
      calls.map(async ({ file, call }) => [file, await problemWith(call)] as const),
    );
    expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
  });

  test('begins with npx, except in the command line, which prints the name that the user typed', () => {
    const others = callsIn(BY_NAME).filter(({ file }) => !file.startsWith('src/cli/'));
    expect(others).toEqual([]);
  });
});

test('the commands that begin with npx work in a built checkout, too', () => {
  const words = ['--offline', '--no-install', 'energy-rental-sandbox', '--version'];
  const { status, stdout } = spawnSync('npx', words, {
    cwd: ROOT,
    env: shellOf(tmpdir()),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect([status, stdout]).toEqual([0, `${VERSION}\n`]);
});
