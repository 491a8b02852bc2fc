import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { SuiteRunner } from '../../../src/cli/explore-suite-runner.ts';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import { explore } from '../../../src/lab/explore/explore.ts';
import type { SuiteRun } from '../../../src/lab/explore/suite-run.ts';
import { cli } from '../../cli/support.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';
import { lacksOf, programPath } from '../../support/needs.ts';
import { toolPath } from '../../support/tools.ts';

export const PROGRAM = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
export const SUITES = fileURLToPath(new URL('suites/', import.meta.url));
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** How long an exploration may take: only to end one that hangs. */
export const LIMIT_MS = 900_000;

/** What a report says about a disturbance. */
export interface Judged {
  readonly id: string;
  readonly verdict: string;
  readonly note: string;
  readonly scenario: string | null;
  readonly failure: string | null;
  readonly reproduce: string | null;
  readonly smallest: readonly string[];
  readonly output_tail: readonly string[];
}

export interface Explored {
  readonly runs: number;
  readonly ended_early: boolean;
  readonly disturbances: readonly Judged[];
}

/** The environment of the program: nothing of this process, or of the plugins of pytest, that could influence it. */
export const ENVIRONMENT = childEnvironment({ PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' });

/** A command of the built program, in its own process. */
export async function program(words: readonly string[]) {
  const options = { cwd: ROOT, env: ENVIRONMENT, timeout: LIMIT_MS };
  const child = endingWithFile(spawn(process.execPath, [PROGRAM, ...words], options));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
}

const suite = (name: string): string => join(SUITES, name);

export const shop = (bug: string, mode = 'server'): string[] => [
  process.execPath,
  suite('shop.mjs'),
  bug,
  mode,
];
export const node = (name: string, ...words: string[]): string[] => [process.execPath, suite(name), ...words];
export const python = (name: string, ...words: string[]): string[] => [
  'python3',
  '-B',
  suite(name),
  ...words,
];
/** pytest may be installed for another Python than the first in PATH. */
export const pytest = (name: string): string[] => [
  ...[programPath('pytest')!, '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
  suite(name),
];
export const vitest = (): string[] => [
  process.execPath,
  join(ROOT, 'node_modules/vitest/vitest.mjs'),
  ...['run', '--root', suite('vitest')],
];
export const jest = (bug: string): string[] => [
  process.execPath,
  toolPath('jest/bin/jest.js'),
  ...['--config', suite('jest/jest.config.json'), '--globals', JSON.stringify({ bug })],
];

export const hasPython = lacksOf(['python3']).length === 0;

/** Suites without a bug, of different designs, in several languages and runners. */
export const CORRECT: readonly (readonly [string, readonly string[]])[] = [
  ['a shop with a receiver, in plain Node', shop('none')],
  ['a wallet that waits for webhooks, in plain Node', node('wallet.mjs')],
  ['a client that asks for the status, with random ids and a sandbox of its own', node('poller.mjs')],
  ['a shop tested with Jest', jest('none')],
  ...(hasPython ? ([['a receiver tested with unittest', python('test_receiver.py', 'fixed')]] as const) : []),
];

/** What `explore` says about a command. @param out the folder for the scenarios */
export async function explored(out: string, flags: readonly string[], command: readonly string[]) {
  const own = ['--format', 'json', '--out', out, '--jobs', '2', '--budget', '60'];
  // In this process: only the suite has processes of its own.
  const ended = await cli(['explore', ...own, ...flags, '--', ...command], { environment: ENVIRONMENT });
  if (ended.code === 2) throw new Error(ended.err);
  return { code: ended.code, report: JSON.parse(ended.out) as Explored };
}

/**
 * The trials of a suite, which is run once for each scenario. Whatever repeats a scenario, to confirm a failure, gets the
 * result of that run.
 * @param only the ids of the disturbances
 */
export async function triedOnce(command: readonly string[], only: readonly string[]) {
  const options = { words: command, environment: ENVIRONMENT, server: { port: 0 }, timeoutMs: LIMIT_MS };
  const runner = new SuiteRunner(options);
  const made = new Map<string, Promise<SuiteRun>>();
  const { trials, endedBy } = await explore(
    scenario => {
      const key = JSON.stringify(scenario);
      const run = made.get(key) ?? runner.run(scenario);
      made.set(key, run);
      return run;
    },
    disturbancesWith(SHORT).filter(({ id }) => only.includes(id)),
    { budget: 60, jobs: 2 },
  );
  return { trials, endedBy, runs: made.size };
}

export const broken = ({ disturbances }: Explored): readonly Judged[] =>
  disturbances.filter(({ verdict }) => verdict === 'broke');

const KINDS = ['requests', 'orders', 'webhooks'] as const;
type Content = { readonly [kind in (typeof KINDS)[number]]?: readonly unknown[] } & { readonly name: string };

/** All scenarios with one rule less that still have a rule. */
function withOneRuleLess(content: Content): Content[] {
  return KINDS.flatMap(kind =>
    (content[kind] ?? []).map((_, removed) => {
      const { [kind]: rules = [], ...others } = content;
      const left = rules.filter((_one, index) => index !== removed);
      return { ...others, ...(left.length > 0 && { [kind]: left }) } as Content;
    }),
  ).filter(one => KINDS.some(kind => one[kind] !== undefined));
}

/**
 * Expects that the written scenario breaks the command, and that it no longer does without any one of its rules, each of
 * which strikes at one place. Without its only rule nothing is left, and the command passes undisturbed.
 */
export async function expectSmallest(
  { scenario, failure }: Judged,
  command: readonly string[],
): Promise<void> {
  const judged = /^(?:finding|paid)/.test(failure!) ? ['--findings=error'] : [];
  const exec = (file: string) => program(['exec', '--disturbance', file, ...judged, '--', ...command]);
  expect((await exec(scenario!)).code, `${command.join(' ')} under ${scenario}`).not.toBe(0);
  const content = parse(readFileSync(scenario!, 'utf8')) as Content;
  for (const [index, less] of withOneRuleLess(content).entries()) {
    const file = join(dirname(scenario!), `less-${index}.yaml`);
    await writeFile(file, stringify({ ...less, name: `less-${index}` }));
    const { code, out, err } = await exec(file);
    expect(code, `${stringify(less)}${out}${err}`).toBe(0);
  }
}
