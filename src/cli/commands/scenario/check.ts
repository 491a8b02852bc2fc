import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Loaded, Problem } from '../../../scenario/parse-scenario.ts';
import { ScenarioClash, type ScenarioLibrary } from '../../../scenario/scenario-library.ts';
import type { Scenario } from '../../../scenario/scenario-types.ts';
import { CliError } from '../../cli-error.ts';
import { counted } from '../../format/time.ts';
import { openLibrary } from '../../open-scenario-library.ts';
import type { ProcessIo } from '../../process-io.ts';

/** The files to check: the file itself, or all scenario files of a folder. */
async function filesOf(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter(name => /\.ya?ml$/.test(name)).sort();
  if (names.length === 0)
    throw new CliError(`${path}: this folder contains no scenario files (*.yaml, *.yml)`);
  return names.map(name => join(path, name));
}

/** Problems of a file: in the file itself, or in combination with the scenarios loaded before it. */
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

/** A problem as JSON, with `file:line:column` split into its parts. */
function problemJson({ where, message }: Problem): object {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(where) ?? [];
  return { file: file ?? where, line: Number(line ?? 1), column: Number(column ?? 1), message };
}

function ruleSummary({ requests, orders, webhooks, magicAddress }: Scenario): string {
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
      err.line(`${file}: ${err.paint('green', 'ok')}, ${ruleSummary(loaded.scenario)}`);
    }
  }
  if (flags.json) out.json(problems.map(problemJson));
  if (problems.length > 0) {
    const found = counted(problems.length, 'problem');
    throw new CliError(
      `${found} in ${counted(files.length, 'file')}; docs/scenarios.md of the package energy-rental-sandbox describes all keys`,
    );
  }
}

/** `scenario check FILE…` */
export function defineCheck(parent: Command, io: ProcessIo): void {
  parent
    .command('check')
    .description('check scenario files and print each problem as file:line:column, expected and actual value')
    .argument('<file...>', 'scenario files, or folders with scenario files')
    .option('--json', 'print the problems as JSON: file, line, column, message')
    .action((paths: string[], flags: { readonly json?: boolean }) => check(paths, flags, io));
}
