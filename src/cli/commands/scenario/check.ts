import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Loaded, Problem } from '../../../scenario/parse-scenario.ts';
import { ScenarioClash, type ScenarioLibrary } from '../../../scenario/scenario-library.ts';
import type { Scenario } from '../../../scenario/scenario-types.ts';
import { CliError } from '../../cli-error.ts';
import { counted } from '../../format/time.ts';
import type { ProcessIo } from '../../process-io.ts';
import { openLibrary } from './library.ts';

/** A folder stands for the scenario files in it. */
async function filesOf(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter(name => /\.ya?ml$/.test(name)).sort();
  if (names.length === 0) throw new CliError(`${path}: there is no scenario file in this folder`);
  return names.map(name => join(path, name));
}

/** What is wrong with a file: by itself, or beside the others. */
function problemsOf(file: string, loaded: Loaded, library: ScenarioLibrary): readonly Problem[] {
  if ('problems' in loaded) return loaded.problems;
  try {
    library.add(loaded.scenario);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioClash)) throw error;
    return [{ where: `${file}:1:1`, message: error.message }];
  }
}

/** `file:line:column` in its parts. */
function placed({ where, message }: Problem): object {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(where) ?? [];
  return { file: file ?? where, line: Number(line ?? 1), column: Number(column ?? 1), message };
}

function contents({ requests, orders, webhooks, magicAddress }: Scenario): string {
  const rules = (
    [
      [requests, 'request'],
      [orders, 'order'],
      [webhooks, 'webhook'],
    ] as const
  ).flatMap(([list, word]) => (list.length > 0 ? [counted(list.length, `${word} rule`)] : []));
  return [...rules, ...(magicAddress === undefined ? [] : ['a magic address'])].join(', ') || 'no rules';
}

async function check(
  paths: readonly string[],
  flags: { readonly json?: boolean },
  io: ProcessIo,
): Promise<void> {
  const { out, err } = io;
  const { loadScenarioFile } = await import('../../../scenario/read-files.ts');
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const library = await openLibrary();
  const problems: Problem[] = [];
  for (const file of files) {
    const loaded = await loadScenarioFile(file);
    const found = problemsOf(file, loaded, library);
    problems.push(...found);
    if (flags.json) continue;
    for (const { where, message } of found) out.line(`${out.paint('bold', where)}: ${message}`);
    if (found.length === 0 && 'scenario' in loaded) {
      err.line(`${file}: ${err.paint('green', 'ok')}, ${contents(loaded.scenario)}`);
    }
  }
  if (flags.json) out.json(problems.map(placed));
  if (problems.length > 0) {
    const found = counted(problems.length, 'problem');
    throw new CliError(`${found} in ${counted(files.length, 'file')}; docs/scenarios.md tells all keys`);
  }
}

/** `scenario check FILE…` */
export function defineCheck(parent: Command, io: ProcessIo): void {
  parent
    .command('check')
    .description(
      'look for mistakes in scenario files: file:line:column, what was expected, what stands there',
    )
    .argument('<file...>', 'files, or folders of them')
    .option('--json', 'the problems as JSON: file, line, column, message')
    .action((paths: string[], flags: { readonly json?: boolean }) => check(paths, flags, io));
}
