import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataOf } from '../../client/control-client.ts';
import type { Loaded, Problem } from '../../core/scenario/parse-scenario.ts';
import { ScenarioClash, ScenarioLibrary } from '../../core/scenario/scenario-library.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { counted } from '../../core/text/wording.ts';
import { fileProblem, readRegularFile } from '../../host/node/files.ts';
import {
  builtInText,
  loadBuiltInScenarios,
  loadScenarioFile,
  readScenarioDirectory,
  readScenarioFile,
} from '../../host/scenarios/read-scenarios.ts';
import { isScenarioFile } from '../../server/sandbox-options.ts';
import { CliError } from '../cli-error.ts';
import { commands, flag, list, local, one, printColumns, remote } from '../define-command.ts';
import { type ProcessIo, printTable } from '../process-io.ts';
import type { Remote } from '../remote.ts';

/** The built-in scenarios and, if a folder is given, those in it. @throws ScenarioFileError, ScenarioClash */
async function openLibrary(folder?: string): Promise<ScenarioLibrary> {
  const library = new ScenarioLibrary(await loadBuiltInScenarios());
  if (folder !== undefined) {
    for (const scenario of await readScenarioDirectory(folder)) library.add(scenario);
  }
  return library;
}

const firstSentence = (text: string): string => text.split(/(?<=[.])\s/)[0] ?? text;

async function find(nameOrFile: string): Promise<{ readonly scenario: Scenario; readonly text: string }> {
  if (isScenarioFile(nameOrFile)) {
    return { scenario: await readScenarioFile(nameOrFile), text: await readRegularFile(nameOrFile) };
  }
  const library = await openLibrary();
  const scenario = library.get(nameOrFile);
  if (!scenario) throw new CliError(library.explainUnknown(nameOrFile));
  return { scenario, text: (await builtInText(nameOrFile))! };
}

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

interface Finding extends Problem {
  readonly severity: 'error' | 'warning';
}

const findings = (problems: readonly Problem[], severity: Finding['severity']): Finding[] =>
  problems.map(problem => ({ ...problem, severity }));

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

function findingJson({ where, message, severity }: Finding): object {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(where) ?? [];
  return { file: file ?? where, line: Number(line ?? 1), column: Number(column ?? 1), severity, message };
}

function ruleSummary({ requests, orders, webhooks, magic_address }: Scenario): string {
  const rules = Object.entries({ request: requests, order: orders, webhook: webhooks }).flatMap(
    ([word, rules]) => (rules.length > 0 ? [counted(rules.length, `${word} rule`)] : []),
  );
  return [...rules, ...(magic_address === undefined ? [] : ['a magic address'])].join(', ') || 'no rules';
}

function printFinding({ where, message, severity }: Finding, { out }: ProcessIo): void {
  const label = severity === 'warning' ? `${out.paint('yellow', 'warning')}: ` : '';
  out.line(`${out.paint('bold', where)}: ${label}${message}`);
}

/** @throws CliError unless the files can be used */
function expectUsable(found: readonly Finding[], files: number, strict: boolean | undefined): void {
  const warnings = found.filter(({ severity }) => severity === 'warning').length;
  const errors = found.length - warnings;
  if (errors === 0 && (warnings === 0 || !strict)) return;
  const counts = [
    ...(errors > 0 ? [counted(errors, 'problem')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  throw new CliError(
    `${counts.join(' and ')} in ${counted(files, 'file')}; docs/scenarios.md of the package energy-rental-sandbox describes all keys`,
  );
}

type Active = DataOf<'get', '/_sandbox/accounts/{account}/scenarios'>['active'];

const PATH = '/_sandbox/accounts/{account}/scenarios';

/** The request body that activates a scenario: its name, or the checked text of a file. @throws ScenarioFileError */
async function inputOf(nameOrFile: string, { err }: Remote) {
  if (!isScenarioFile(nameOrFile)) return { name: nameOrFile };
  await readScenarioFile(nameOrFile, nameOrFile, warning => err.line(warning));
  return { yaml: await readRegularFile(nameOrFile) };
}

/** Activates exactly these scenarios. Files are uploaded in reverse order, as each addition precedes earlier ones. */
async function activate(remote: Remote, given: readonly string[]): Promise<Active> {
  const { control, path } = remote;
  if (!given.some(isScenarioFile))
    return (await control.put(PATH, { path, body: { names: [...given] } })).active;
  const inputs = await Promise.all(given.map(one => inputOf(one, remote)));
  let { active } = await control.put(PATH, { path, body: { names: [] } });
  for (const body of inputs.reverse()) ({ active } = await control.post(PATH, { path, body }));
  return active;
}

function printActive(active: Active, remote: Remote): void {
  if (active.length === 0) remote.err.line('No scenario is active: orders follow happy-path.');
  printColumns(
    remote,
    active,
    { name: ({ name }) => ({ text: name, tint: 'bold' }), summary: ({ summary }) => summary },
    { wrap: true, hasHead: false },
  );
}

const JSON_FLAG = flag('--json', 'print JSON');

export const { define } = commands(
  {
    'scenario list': local({
      summary: 'list all scenarios with a description',
      input: {
        scenarios: one('--scenarios <folder>', 'also list the scenario files in this folder'),
        long: flag('--long', 'also show the bugs that each scenario finds, and its magic address'),
        json: JSON_FLAG,
      },
      async run({ scenarios: folder, long, json }, { out, err }) {
        const scenarios = (await openLibrary(folder)).all();
        if (json) {
          out.json(
            scenarios.map(({ name, summary, magic_address = null }) => ({ name, summary, magic_address })),
          );
          return;
        }
        const description = ({ summary, magic_address }: Scenario): string => {
          if (!long) return firstSentence(summary);
          return summary + (magic_address === undefined ? '' : ` Magic address: ${magic_address}.`);
        };
        printTable(
          out,
          scenarios.map(one => [{ text: one.name, tint: 'bold' }, description(one)]),
          { wrap: true },
        );
        if (out.isInteractive && !long) {
          err.line(
            err.paint('dim', '\nUse --long to show the bugs that each scenario finds, and magic addresses.'),
          );
        }
      },
    }),
    'scenario show': local({
      summary: 'print the YAML of a scenario on stdout and how to select it on stderr',
      input: {
        nameOrFile: one('<name|file>', 'a built-in scenario, or a scenario file'),
        json: JSON_FLAG,
      },
      async run({ nameOrFile, json }, { out, err }) {
        const { scenario, text } = await find(nameOrFile);
        const { name, summary, magic_address } = scenario;
        if (json) {
          out.json({ name, summary, magic_address: magic_address ?? null, yaml: text });
          return;
        }
        out.write(text.endsWith('\n') ? text : `${text}\n`);
        err.line(
          magic_address === undefined
            ? `\nSelect it with --scenario ${name}, the header X-Sandbox-Scenario: ${name}, or an external_id "sandbox:${name}:…".`
            : `\nSelect it with the address ${err.paint('bold', magic_address)}, or with --scenario ${name}.`,
        );
      },
    }),
    'scenario check': local({
      summary:
        'check scenario files and print each problem as file:line:column; rules that never apply are problems, dubious ones warnings',
      input: {
        files: list('<file...>', 'scenario files, or folders with scenario files'),
        strict: flag('--strict', 'fail on warnings too'),
        json: flag('--json', 'print what was found as JSON: file, line, column, severity, message'),
      },
      async run({ files: paths, json, strict }, io) {
        const { out, err } = io;
        const files = (await Promise.all(paths.map(filesOf))).flat();
        const library = await openLibrary();
        const all: Finding[] = [];
        for (const file of files) {
          const loaded = await loadScenarioFile(file);
          const found = findingsOf(file, loaded, library);
          all.push(...found);
          if (json) continue;
          for (const finding of found) printFinding(finding, io);
          if ('scenario' in loaded && found.every(({ severity }) => severity === 'warning')) {
            err.line(`${file}: ${err.paint('green', 'ok')}, ${ruleSummary(loaded.scenario)}`);
          }
        }
        if (json) out.json(all.map(findingJson));
        expectUsable(all, files.length, strict);
      },
    }),
    'scenario use': remote({
      summary: 'activate exactly these scenarios on the server; without names, list the active ones',
      input: { names: list('[name|file...]', 'built-in scenarios or files; the first takes precedence') },
      names: { name: 'names', yaml: 'names' },
      call: async (remote, { names }) =>
        names.length > 0
          ? activate(remote, names)
          : (await remote.control.get(PATH, { path: remote.path })).active,
      print: printActive,
    }),
    'scenario none': remote({
      summary: 'deactivate all scenarios on the server',
      call: remote => activate(remote, []),
      print: printActive,
    }),
  },
  {
    scenario: `
Examples:
  energy-sandbox scenario show response-lost > my-failure.yaml
  energy-sandbox scenario use my-failure.yaml rate-limited`,
  },
);
