import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { fileProblem } from '../../../files/file-problem.ts';
import type { Loaded, Problem } from '../../../scenario/parse-scenario.ts';
import { ScenarioClash, type ScenarioLibrary } from '../../../scenario/scenario-library.ts';
import type { Scenario } from '../../../scenario/scenario-schema.ts';
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
  const entries = await readdir(path).catch(error => {
    throw new CliError(`${path}: cannot read the folder: ${fileProblem(error)}`);
  });
  const names = entries.filter(name => /\.ya?ml$/.test(name)).sort();
  if (names.length === 0)
    throw new CliError(`${path}: this folder contains no scenario files (*.yaml, *.yml); name another`);
  return names.map(name => join(path, name));
}

/** A problem, or a warning about a rule that probably does not work as intended. */
interface Finding extends Problem {
  readonly severity: 'error' | 'warning';
}

const findings = (problems: readonly Problem[], severity: Finding['severity']): Finding[] =>
  problems.map(problem => ({ ...problem, severity }));

/** The findings about a file: in the file itself, or in combination with the scenarios loaded before it. */
function findingsOf(file: string, loaded: Loaded, library: ScenarioLibrary): Finding[] {
  if ('problems' in loaded) return findings(loaded.problems, 'error');
  try {
    library.add(loaded.scenario);
    return findings(loaded.warnings, 'warning');
  } catch (error) {
    if (!(error instanceof ScenarioClash)) throw error;
    return findings([{ where: `${file}:1:1`, message: error.message }], 'error');
  }
}

/** A finding as JSON, with `file:line:column` split into its parts. */
function findingJson({ where, message, severity }: Finding): object {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(where) ?? [];
  return { file: file ?? where, line: Number(line ?? 1), column: Number(column ?? 1), severity, message };
}

function ruleSummary({ requests, orders, webhooks, magic_address }: Scenario): string {
  const rules = (
    [
      [requests, 'request'],
      [orders, 'order'],
      [webhooks, 'webhook'],
    ] as const
  ).flatMap(([list, word]) => (list.length > 0 ? [counted(list.length, `${word} rule`)] : []));
  return [...rules, ...(magic_address === undefined ? [] : ['a magic address'])].join(', ') || 'no rules';
}

interface Flags {
  readonly json?: boolean;
  readonly strict?: boolean;
}

function printFinding({ where, message, severity }: Finding, { out }: ProcessIo): void {
  const label = severity === 'warning' ? `${out.paint('yellow', 'warning')}: ` : '';
  out.line(`${out.paint('bold', where)}: ${label}${message}`);
}

/** The failure to report; null if the files can be used. */
function failureOf(found: readonly Finding[], files: number, strict: boolean): CliError | null {
  const count = (wanted: Finding['severity']): number =>
    found.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors === 0 && (warnings === 0 || !strict)) return null;
  const counts = [
    ...(errors > 0 ? [counted(errors, 'problem')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return new CliError(
    `${counts.join(' and ')} in ${counted(files, 'file')}; docs/scenarios.md of the package energy-rental-sandbox describes all keys`,
  );
}

async function check(paths: readonly string[], flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const { loadScenarioFile } = await import('../../../scenario/scenario-files.ts');
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const library = await openLibrary();
  const all: Finding[] = [];
  for (const file of files) {
    const loaded = await loadScenarioFile(file);
    const found = findingsOf(file, loaded, library);
    all.push(...found);
    if (flags.json) continue;
    for (const finding of found) printFinding(finding, io);
    if ('scenario' in loaded && found.every(({ severity }) => severity === 'warning')) {
      err.line(`${file}: ${err.paint('green', 'ok')}, ${ruleSummary(loaded.scenario)}`);
    }
  }
  if (flags.json) out.json(all.map(findingJson));
  const failure = failureOf(all, files.length, flags.strict === true);
  if (failure) throw failure;
}

/** `scenario check FILE…` */
export function defineCheck(parent: Command, io: ProcessIo): void {
  parent
    .command('check')
    .description(
      'check scenario files and print each problem as file:line:column; rules that never apply are problems, dubious ones warnings',
    )
    .argument('<file...>', 'scenario files, or folders with scenario files')
    .option('--strict', 'fail on warnings too')
    .option('--json', 'print what was found as JSON: file, line, column, severity, message')
    .action((paths: string[], flags: Flags) => check(paths, flags, io));
}
